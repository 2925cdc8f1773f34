// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/cost/rules.h"
#include "core/mapping/mapping.h"
#include "core/workload/problem.h"

#include <vector>

namespace nestwright {

/// What the walk counted of one tensor in one level, over all instances.
struct WalkedTensor {
    bool isKept = false;
    Count tileWords = 0; ///< the largest tile seen
    Count reads = 0;
    Count fills = 0;
    Count updates = 0;
    Count temporalReductions = 0;
};

/// One tensor over the network of a fan-out, over all instances.
struct WalkedNetwork {
    Count entering = 0;  ///< words at the upper end, those of one multicast once
    Count leaving = 0;   ///< words at the lower ends
    Count linked = 0;    ///< words that children get from neighbours
    Count returning = 0; ///< outputs: old values on their way down, where the level above can't add up in place
};

struct WalkedLevel {
    double utilizedInstances = 1;
    std::vector<WalkedTensor> tensors;   ///< by index of the problem's tensors
    std::vector<WalkedNetwork> networks; ///< of the fan-out below the level, by tensor
};

struct WalkedCounts {
    Count macs = 0;
    Count computeCycles = 0;
    std::vector<WalkedLevel> levels; ///< outer to inner
};

/// A second, independent truth for the traffic of a mapping: walks the nest iteration by iteration with an explicit
/// set of words per instance, and counts.
///
/// The rules, as the walk applies them:
/// - A dim's index is the mixed radix number of its loops, outer to inner. Only indices below the dim's bound are
///   iterations, which is what the residuals of a consistent mapping say. A step is one combination of the temporal
///   loops in which an iteration lies; the spatial loops of the fan-outs above a level address its instances. An
///   instance is active in a step when an iteration of the step lies in it.
/// - A tile is the bounding box of the tensor's projection over the loops inside its storage node. An instance holds
///   the tile of its last active step. From tile to tile the vector between the lower corners decides: zero or the
///   first non-zero one since the last loss: what overlaps stays, and the direction is remembered; the same as the
///   one remembered: what overlaps stays; another one: all is lost, the direction with it. What doesn't stay is
///   requested from the next outer level that keeps the tensor. With noTemporalReuse every step of the temporal loops
///   outside the node requests the whole tile. Lanes of compute hold nothing: each requests a word a step.
/// - Requests of the children of one instance through one fan-out that are equal as sets of words are one multicast,
///   unless the fan-out can't multicast (an output: can't reduce) or the outer level's node says noMulticast. A level
///   in between that doesn't keep the tensor passes on the list of its children's distinct requests; such lists are
///   compared as wholes at the next fan-out.
/// - Links: where the fan-out just above the children has them, and neither the rules nor the outer level's node
///   switch them off, a child whose request equals what a neighbour requested in the step before gets it from there.
///   For each parent and step this counts only if it leaves the parent fewer words to send.
/// - Siblings of a level that distributes multicasts keep what they all got once among them: of a multicast one fills,
///   and of equal requests from below one of them reads.
/// - Read-only tensors: reads = words sent, a multicast once, and words passed on to neighbours; fills = words arrived.
/// - Outputs: what is requested is later drained, in the same groups: updates = words requested, a group once. Each
///   element has one first update at a level, and one in each lane of the dims that the tensor doesn't depend on; it
///   reads nothing and fetches nothing (first_read_elision, unless rmwFirstUpdate). Each other update is a temporal
///   reduction, and a read; each other word that arrives is a fill. Words passed on to neighbours are read as well.
///   With drain_reads the child reads what it drains.
/// - Utilised instances: the product over the dims of the average width of the dim's spatial loops above the level,
///   over those steps of the dim's temporal loops outside the last such loop in which any instance is active. Temporal
///   loops further in don't count: an instance that idles in their last pass is still utilised.
/// - With steps=sampled a temporal loop takes its iterations in runs of one shape: those in which, for every index of
///   the dim's spatial loops outside it, the dim has as many values left to cover. Iteration 0 is walked, and of each
///   run the first iteration after that; this one counts for all later ones of the run, and what it leaves behind is
///   what the next walked step finds. First updates are those of the whole run nevertheless.
[[nodiscard]] WalkedCounts walkCounts(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping,
                                      const CountingRules& rules = {});

/// What passes one boundary (between two levels that keep a tensor, or the innermost one and compute) in one step of
/// the temporal loops outside the inner side. Words over all instances.
struct BoundaryStep {
    std::vector<Count> base;  ///< of each dim's index
    Count requested = 0;      ///< at the outer side, a multicast (a reduction) once
    Count arrived = 0;        ///< at the inner side
    Count requestedAgain = 0; ///< of these, words that the same child has had before
    Count arrivedAgain = 0;
    Count parents = 0; ///< instances of the outer side with work
    Count children = 0;
};

/// Walks the boundary inside storage node `outer` (by number, outer to inner) of a tensor.
[[nodiscard]] std::vector<BoundaryStep> walkBoundary(const Problem& problem, const Accelerator& accelerator,
                                                     const Mapping& mapping, int tensor, std::size_t outer,
                                                     const CountingRules& rules = {});

} // namespace nestwright
