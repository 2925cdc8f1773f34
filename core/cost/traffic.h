// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/link.h"
#include "core/cost/projection.h"

#include <vector>

namespace nestwright {

/// Accesses of one tensor at one of its storage nodes: totals over all instances of the level.
struct NodeTraffic {
    int level = 0;
    int depth = 0;
    double tileWords = 0;      ///< of one instance, the largest
    double partitionWords = 0; ///< distinct elements over the relevant spatial factors, summed over the instances
    double reads = 0;
    double fills = 0;
    double updates = 0;
    double temporalReductions = 0;
    double firstUpdates = 0; ///< outputs: of the updates, those that met no old value
};

/// One tensor on its way through the hierarchy. `links[i]` leads from node i to node i + 1, the last one to the MACs.
struct TensorTraffic {
    std::vector<NodeTraffic> nodes; ///< outer to inner
    std::vector<LinkWords> links;
    std::vector<std::vector<SpatialGroup>> groups; ///< of each link, outer fan-out first

    [[nodiscard]] const NodeTraffic* nodeIn(int level) const;
};

struct Traffic {
    double steps = 1;                      ///< of the temporal loops, last passes unpadded
    double paddedSteps = 1;                ///< product of the temporal bounds
    std::vector<double> utilizedInstances; ///< by level: average over the passes
    std::vector<TensorTraffic> tensors;
};

/// Counts every access of a mapping under the rules (footprints, deltas, multicast, reduction, neighbour
/// links, first-update elision).
[[nodiscard]] Traffic countTraffic(const Problem& problem, const Accelerator& accelerator, const Nest& nest,
                                   const CountingRules& rules);

} // namespace nestwright
