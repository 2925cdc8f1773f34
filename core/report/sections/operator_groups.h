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

/// The einsum of the operator that takes longest; nullptr where it isn't one.
[[nodiscard]] const PlannedMapping* mainMapping(const PlannedOperator& op);

/// "M1024 N4096 K4096", or the shape of the first output of an operator that is no einsum.
[[nodiscard]] std::string dimsText(const PlannedOperator& op, const Graph& graph);

/// "L2: M256 N512; SMEM: M128 N128 K32; lanes: M8 N16": what each level holds and what runs side by
/// side; "" where the operator isn't mapped.
[[nodiscard]] std::string tilingText(const PlannedOperator& op, const Accelerator& accelerator);

} // namespace nestwright::report
