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

/// Accesses from the words over the link below the node and over the one above it (0 where there is none). A tensor
/// that is only read passes words down; partial sums come up, and each but the first of an element meets an old value.
template <class V>
Accesses<V> accessesOf(bool isOutput, bool hasParent, const V& below, const V& above, const V& firstUpdates,
                       const CountingRules& rules) {
    Accesses<V> result;
    if (!isOutput) {
        result.reads = below;
        result.fills = above;
        return result;
    }
    const V nothing(0.0);
    result.updates = below;
    result.temporalReductions = larger<V>(nothing, below - firstUpdates);
    result.reads = result.temporalReductions;
    if (rules.drainReads) result.reads += above;
    if (hasParent) result.fills = larger<V>(nothing, above - firstUpdates);
    return result;
}

/// What accesses of one level cost.
struct AccessPrices {
    AccessEnergy energy;
    double blockWords = 1;
    double blockBits = 1;
    bool isWholeBlocks = false; ///< an element takes a word, and an access moves a whole block
};

[[nodiscard]] inline AccessPrices accessPrices(const Accelerator& accelerator, int level) {
    const Level& place = accelerator.levels[static_cast<std::size_t>(level)];
    return {place.energy, static_cast<double>(place.blockWords), static_cast<double>(place.wordBits) * place.blockWords,
            accelerator.elementPerWord};
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
    return instances * energy;
}

} // namespace nestwright
