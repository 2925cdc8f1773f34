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

/// "M=1024, N=4096, K=4096", or the shape of the first output of an operator that is no einsum.
[[nodiscard]] std::string dimsText(const PlannedOperator& op, const Graph& graph);

/// "L2: M=256, N=512; SMEM: M=128, N=128, K=32; lanes: M=8 (x), N=16 (y)": what each level holds and what runs side by
/// side; "" where the operator isn't mapped.
[[nodiscard]] std::string tilingText(const PlannedOperator& op, const Accelerator& accelerator);

} // namespace nestwright::report
