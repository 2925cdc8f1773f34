// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/mapping/mapping.h"
#include "core/workload/problem.h"

#include <cstddef>
#include <vector>

namespace nestwright {

/// Bits that one instance of each end of a boundary moves.
struct MovedBits {
    double outer = 0;
    double inner = 0;
};

/// A tile's stay in one instance of a level.
struct Visit {
    std::size_t first = 0; ///< step in which it is used first
    std::size_t last = 0;
    MovedBits load;  ///< on its way in; of an output the partial sums that come back
    MovedBits drain; ///< of an output, on its way out
};

struct ScheduledNode {
    int level = 0;
    std::vector<Visit> visits;
};

/// What MACs read and write at a tensor's innermost node in one step.
struct MacAccess {
    double readBits = 0;
    double writeBits = 0;
};

struct ScheduledTensor {
    bool isOutput = false;
    std::vector<ScheduledNode> nodes; ///< outer to inner; the first stays for the whole run
    std::vector<MacAccess> accesses;  ///< by step
};

/// All tiles of a mapping and when they are needed, from walks of the nest step by step with explicit sets of words.
struct TransferSchedule {
    std::size_t steps = 0;
    std::vector<ScheduledTensor> tensors;
};

[[nodiscard]] TransferSchedule scheduleTransfers(const Problem& problem, const Accelerator& accelerator,
                                                 const Mapping& mapping);

} // namespace nestwright
