// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mapping/tiles.h"

#include "core/base/index.h"
#include "core/mapping/room.h"

#include <algorithm>

namespace nestwright {
namespace {

/// Whether outputs leave a node of the chain (or the MACs) unfinished. A tile stays where it is while loops that don't
/// move it add to it, so only such a loop outside of one that does move it sends partial sums away.
bool isPartialAbove(const Problem& problem, const Nest& nest, int tensor, std::size_t child) {
    const auto& chain = nest.chain(tensor);
    const bool stays = child < chain.size() && !chain[child].storage.noTemporalReuse;
    const int depth = child < chain.size() ? chain[child].depth : nest.depth();
    bool isAdding = false;
    for (int i = 0; i < depth; ++i) {
        const Loop& loop = nest.loops()[at(i)].loop;
        if (loop.isSpatial) continue;
        if (!problem.isRelevant(tensor, loop.dim)) {
            isAdding = true;
        } else if (isAdding) {
            return true;
        }
    }
    return isAdding && !stays;
}

/// Index of the tensor's first storage node from the level inward.
std::size_t chainIndex(const Nest& nest, int tensor, int level) {
    const auto& chain = nest.chain(tensor);
    const auto found =
        std::find_if(chain.begin(), chain.end(), [&](const auto& node) { return node.storage.level >= level; });
    return static_cast<std::size_t>(found - chain.begin());
}

int elementBits(const Problem& problem, const Accelerator& accelerator, const Nest& nest, int tensor, std::size_t child,
                int level) {
    if (accelerator.elementPerWord) return accelerator.levels[at(level)].wordBits;
    const auto& space = problem.tensors[at(tensor)];
    return space.isReadWrite() && isPartialAbove(problem, nest, tensor, child) ? space.partialBits : space.bits;
}

} // namespace

double tileElements(const Problem& problem, const Nest& nest, int tensor, int depth) {
    double product = 1;
    for (const Count extent : problem.footprint(tensor, nest.largestExtents(depth)))
        product *= static_cast<double>(extent);
    return product;
}

int upwardBits(const Problem& problem, const Accelerator& accelerator, const Nest& nest, int tensor, int level,
               int seenBy) {
    return elementBits(problem, accelerator, nest, tensor, chainIndex(nest, tensor, level), seenBy);
}

int storedBits(const Problem& problem, const Accelerator& accelerator, const Nest& nest, int tensor, int level) {
    return elementBits(problem, accelerator, nest, tensor, chainIndex(nest, tensor, level + 1), level);
}

bool isRefilled(const Problem& problem, const Nest& nest, int tensor, int depth) {
    for (int i = 0; i < depth; ++i) {
        const Loop& loop = nest.loops()[static_cast<std::size_t>(i)].loop;
        if (!loop.isSpatial && problem.isRelevant(tensor, loop.dim)) return true;
    }
    return false;
}

Occupancy occupancy(const Problem& problem, const Accelerator& accelerator, const Nest& nest, int level) {
    const Level& place = accelerator.levels[static_cast<std::size_t>(level)];
    const auto count = problem.tensors.size();
    std::vector<TileInRoom> tiles(count);
    for (std::size_t t = 0; t < count; ++t) {
        const int tensor = static_cast<int>(t);
        const PlacedStorage* node = nest.storageIn(tensor, level);
        if (node == nullptr) continue;
        const auto own = place.operandCapacityBits.find(problem.tensors[t].operand);
        if (own != place.operandCapacityBits.end()) tiles[t].ownRoomBits = static_cast<double>(own->second);
        tiles[t].isKept = true;
        tiles[t].isRefilled = level > 0 && isRefilled(problem, nest, tensor, node->depth);
        tiles[t].bits =
            tileElements(problem, nest, tensor, node->depth) * storedBits(problem, accelerator, nest, tensor, level);
    }
    Occupancy result;
    result.neededBits = assignSlots(tiles, place.buffering, slotRoomBits(place));
    for (const auto& tile : tiles) {
        result.bits.push_back(tile.bits);
        result.slots.push_back(tile.slots);
    }
    return result;
}

} // namespace nestwright
