// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/projection.h"

namespace nestwright {

/// One hop of a tensor's chain: from a storage node to the next one inward, or to the MACs.
struct ChainLink {
    int tensor = 0;
    int parentDepth = 0;
    int childDepth = 0;        ///< the nest's depth for the MACs
    bool childForgets = false; ///< MACs, or a node without temporal reuse: every step brings the whole tile
    std::vector<bool> shares;  ///< by level: its fan-out multicasts (or reduces) this tensor
};

/// Words over a link, totals over all instances.
struct LinkWords {
    double sent = 0;    ///< at the parents, a word to several children once
    double arrived = 0; ///< at the children
    /// By spatial group between the two, outer first: words that enter the group's network at its upper end. The first
    /// is `sent`.
    std::vector<double> entering;

    void add(const LinkWords& other, double times = 1);
};

/// The same counts as a sweep and the spatial groups give for perfect factors, for any nest: with last, smaller passes
/// children differ in what they hold, in size and in whether they take part. Instances that behave alike are walked as
/// one class, all classes together (whether two receive the same words depends on both); a sub-nest entered in the same
/// state gives the same outcome and is walked once; iterations whose states repeat are multiplied.
[[nodiscard]] LinkWords walkLink(const Problem& problem, const Nest& nest, const ChainLink& link);

} // namespace nestwright
