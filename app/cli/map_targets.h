// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/workload/graph.h"
#include "core/workload/problem.h"

#include <string>
#include <vector>

namespace nestwright::cli {

/// A problem to map, and the operator that it comes from.
struct MapTarget {
    std::string operatorName;
    std::string fileName; ///< without extension; differs from that of every other target
    Problem problem;
    Count repeats = 1;
};

/// The problem of a native file, or every einsum of a workload's operators: of those in `operators` alone, unless it
/// is empty. The error names an operator that there is not.
[[nodiscard]] Result<std::vector<MapTarget>> mapTargets(const std::string& spec, const Bindings& bindings,
                                                        const std::vector<std::string>& operators,
                                                        const WorkContext& work);

/// Whether one search answers both: they differ in the name at most.
[[nodiscard]] bool isSameSearch(const Problem& a, const Problem& b);

} // namespace nestwright::cli
