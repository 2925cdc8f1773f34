// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/source_note.h"
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

struct MapTargets {
    std::vector<MapTarget> targets;
    DataType format = DataType::unknown; ///< unknown: the accelerator's default
    SourceNotes notes;                   ///< what the problem's file says and can't be used
};

/// What to map: a native file or a workload, and which operators and number format of it.
struct MapRequest {
    std::string spec;
    Bindings bindings;
    std::vector<std::string> operators; ///< by name; empty: all
    DataType format = DataType::unknown;
};

/// The problem of a native file, or every einsum of a workload's operators in the number format that a plan would
/// choose. The error names an operator that there is not.
[[nodiscard]] Result<MapTargets> mapTargets(const MapRequest& request, const Accelerator& accelerator,
                                            const WorkContext& work);

/// Whether one search answers both: they differ in the name at most.
[[nodiscard]] bool isSameSearch(const Problem& a, const Problem& b);

} // namespace nestwright::cli
