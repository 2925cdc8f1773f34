// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/sections/sections.h"

#include <string>
#include <vector>

namespace nestwright::report {

/// Operators of one plan that do the same work: one row of the mapping sheet.
struct OperatorGroup {
    const PlannedOperator* first = nullptr;
    int count = 0;
    double seconds = 0; ///< of all of them
};

/// Groups of the operators that take time, largest first.
[[nodiscard]] std::vector<OperatorGroup> operatorGroups(const PlanResult& plan);

/// "M1024 N4096 K4096", or the shape of the first output of an operator that is no einsum.
[[nodiscard]] std::string dimsText(const PlannedOperator& op, const Graph& graph);

} // namespace nestwright::report
