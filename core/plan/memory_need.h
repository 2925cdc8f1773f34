// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

namespace nestwright {

/// Bytes that a model needs in device memory, in the format of the plan.
struct MemoryNeed {
    double weightBytes = 0;
    double cacheBytes = 0;
    double activationBytes = 0; ///< the largest set that is live at a time, operators in topological order

    [[nodiscard]] double total() const { return weightBytes + cacheBytes + activationBytes; }
};

/// `isView[op]`: the operator's outputs are other names of its first input and take no room.
[[nodiscard]] MemoryNeed memoryNeed(const Graph& graph, DataType format, const std::vector<char>& isView);

} // namespace nestwright
