// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/document.h"
#include "widgets/tables/operator_rows.h"

#include <vector>

namespace nestwright::gui {

/// The operators whose prediction matters most, slowest first, identical ones together: what to measure, and which
/// measurement would settle the bottleneck that the model names.
[[nodiscard]] report::Table evidenceTargets(const std::vector<OperatorRow>& rows);

} // namespace nestwright::gui
