// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/rules.h"
#include "core/mapping/nest.h"

#include <vector>

namespace nestwright {

/// One hop of a tensor's chain: from a storage node to the next one inward, or to the MACs.
struct ChainLink {
    int tensor = 0;
    int parentDepth = 0;
    int childDepth = 0;        ///< the nest's depth for the MACs
    bool childForgets = false; ///< MACs, or a node without temporal reuse: every step brings the whole tile
    std::vector<bool> shares;  ///< by level: its fan-out multicasts (or reduces) this tensor
    CountingRules::Steps steps = CountingRules::Steps::exact;
    /// Children of the innermost fan-out on the way may get from a neighbour what that one got a step before.
    bool hasNeighbourLinks = false;
    CountingRules::LinkIds linkIds = CountingRules::LinkIds::mesh;
    Count physicalX = 1; ///< width of the innermost fan-out on the way
};

/// Words over a link of the chain, totals over all instances.
struct LinkWords {
    double sent = 0;    ///< at the parents, a word to several children once
    double arrived = 0; ///< at the children, from the parents
    double linked = 0;  ///< at the children, from neighbours
    /// By spatial group between the two, outer first: words that enter the group's network at its upper end. The first
    /// is `sent`.
    std::vector<double> entering;

    void add(const LinkWords& other, double times = 1);
    /// Words that the children get, whoever sends them.
    [[nodiscard]] double received() const { return arrived + linked; }
};

} // namespace nestwright
