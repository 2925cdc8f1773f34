// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mapping/tiles.h"

#include "core/mapping/room.h"

namespace nestwright {
namespace {

bool isPartialOutside(const Problem& problem, const Nest& nest, int depth) {
    const int output = problem.outputIndex();
    for (int i = 0; i < depth; ++i) {
        const Loop& loop = nest.loops()[static_cast<std::size_t>(i)].loop;
        if (!loop.isSpatial && !problem.isRelevant(output, loop.dim)) return true;
    }
    return false;
}

/// Depth of the next storage node of the tensor inside the level, or that of the MACs.
int childDepth(const Nest& nest, int tensor, int level) {
    for (const auto& node : nest.chain(tensor)) {
        if (node.storage.level > level) return node.depth;
    }
    return nest.depth();
}

} // namespace

double tileElements(const Problem& problem, const Nest& nest, int tensor, int depth) {
    double product = 1;
    for (const Count extent : problem.footprint(tensor, nest.largestExtents(depth)))
        product *= static_cast<double>(extent);
    return product;
}

int movedBits(const Problem& problem, const Accelerator& accelerator, const Nest& nest, int tensor, int depth,
              int level) {
    if (accelerator.elementPerWord) return accelerator.levels[static_cast<std::size_t>(level)].wordBits;
    const auto& space = problem.tensors[static_cast<std::size_t>(tensor)];
    return space.isReadWrite() && isPartialOutside(problem, nest, depth) ? space.partialBits : space.bits;
}

int storedBits(const Problem& problem, const Accelerator& accelerator, const Nest& nest, int tensor, int level) {
    return movedBits(problem, accelerator, nest, tensor, childDepth(nest, tensor, level), level);
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
