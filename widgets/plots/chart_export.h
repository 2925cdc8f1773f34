// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace nestwright {

class Chart;

/// Writes the chart in its light colours; the suffix chooses the form (.svg .pdf .png .csv). Returns what went wrong,
/// or nothing.
[[nodiscard]] QString exportChart(Chart& chart, const QString& path);

/// A field of a CSV file: quoted where it must be, and guarded where a spreadsheet would take it for a formula.
[[nodiscard]] QString csvField(const QString& text);

} // namespace nestwright
