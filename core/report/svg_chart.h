// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/document.h"

#include <string>
#include <vector>

namespace nestwright::report {

/// A figure as an inline SVG element. Colours come from CSS classes ("s-useful", "axis", "label"), so that one drawing
/// serves light and dark pages.
[[nodiscard]] std::string toSvg(const Figure& figure);

/// Marks of an axis: steps of 1, 2 or 5 times a power of ten on a linear one, whole decades on a logarithmic one.
[[nodiscard]] std::vector<double> axisTicks(double low, double high, bool isLog);

/// Text with the markup characters of HTML and SVG as entities.
[[nodiscard]] std::string escapedHtml(const std::string& text);

} // namespace nestwright::report
