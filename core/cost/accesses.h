// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/cost/lanes.h"
#include "core/cost/rules.h"

namespace nestwright {

/// Accesses at one storage node, in words over all instances.
template <class V>
struct Accesses {
    V reads = V(0.0);
    V fills = V(0.0);
    V updates = V(0.0);
    V temporalReductions = V(0.0);
};

/// Words that pass one storage node, over all instances.
template <class V>
struct WordFlows {
    V below = V(0.0);          ///< over the link to the next node inward
    V above = V(0.0);          ///< between the node and its parent
    V fromNeighbours = V(0.0); ///< between the node's instances, in place of the parent
    V firstUpdates = V(0.0);   ///< outputs: of `below`, those that meet no old value
    V firstArrivals = V(0.0);  ///< outputs: of `above` and `fromNeighbours`, those for which there is nothing to bring
};

/// A tensor that is only read passes words down; partial sums come up, and each but the first of an element meets an
/// old value. What a neighbour brings, it has read.
template <class V>
Accesses<V> accessesOf(bool isOutput, bool hasParent, const WordFlows<V>& flows, const CountingRules& rules) {
    Accesses<V> result;
    if (!isOutput) {
        result.reads = flows.below + flows.fromNeighbours;
        result.fills = flows.above + flows.fromNeighbours;
        return result;
    }
    const V nothing(0.0);
    result.updates = flows.below;
    result.temporalReductions = larger<V>(nothing, flows.below + flows.fromNeighbours - flows.firstUpdates);
    result.reads = result.temporalReductions;
    if (rules.drainReads) result.reads += flows.above;
    if (hasParent) result.fills = larger<V>(nothing, flows.above + flows.fromNeighbours - flows.firstArrivals);
    return result;
}

/// The same without neighbour links and for tiles that neither overlap nor leave gaps.
template <class V>
Accesses<V> accessesOf(bool isOutput, bool hasParent, const V& below, const V& above, const V& firstUpdates,
                       const CountingRules& rules) {
    WordFlows<V> flows;
    flows.below = below;
    flows.above = above;
    flows.firstUpdates = firstUpdates;
    flows.firstArrivals = firstUpdates;
    return accessesOf<V>(isOutput, hasParent, flows, rules);
}

/// What accesses of one level cost.
struct AccessPrices {
    AccessEnergy energy;
    double blockWords = 1;
    double blockBits = 1;
    bool isWholeBlocks = false;  ///< an element takes a word, and an access moves a whole block
    double clusterInstances = 1; ///< that one access serves
};

[[nodiscard]] inline AccessPrices accessPrices(const Accelerator& accelerator, int level) {
    const Level& place = accelerator.levels[static_cast<std::size_t>(level)];
    return {place.energy, static_cast<double>(place.blockWords), static_cast<double>(place.wordBits) * place.blockWords,
            accelerator.elementPerWord, static_cast<double>(place.clusterInstances)};
}

/// Blocks that so many words of a tensor take in one instance.
template <class V>
V blocksOf(const AccessPrices& prices, const V& words, const V& bits) {
    if (prices.isWholeBlocks) return LaneMath<V>::roundedUp(words / prices.blockWords - 1e-9);
    return words * bits / prices.blockBits;
}

/// Energy of one tensor's accesses in a level, over all instances, in pJ: reads, fills (priced as writes), updates.
/// `atRest`, `upward`: bits of an element in the level, and on its way between the level and its parent.
template <class V>
V accessEnergyPj(const AccessPrices& prices, const Accesses<V>& accesses, const V& instances, const V& atRest,
                 const V& upward) {
    V energy = blocksOf<V>(prices, accesses.reads / instances, atRest) * prices.energy.readPj;
    energy += blocksOf<V>(prices, accesses.fills / instances, upward) * prices.energy.writePj;
    energy += blocksOf<V>(prices, accesses.updates / instances, atRest) * prices.energy.updatePj;
    return instances / prices.clusterInstances * energy;
}

} // namespace nestwright
