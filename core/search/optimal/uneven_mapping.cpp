// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/uneven_mapping.h"

#include "core/base/index.h"
#include "core/search/limits.h"

#include <algorithm>

namespace nestwright {
namespace {

MappingNode storageOf(const SearchSpace& space, const Tiling& tiling, int tensor, int level) {
    Storage storage;
    storage.tensor = tensor;
    storage.level = level;
    if (space.limits) setFlags(space, tiling, storage);
    return storage;
}

/// Loops and nodes of one level, innermost first.
std::vector<MappingNode> nodesOf(const SearchSpace& space, const Tiling& tiling, const FoundNest& nest, int level) {
    std::vector<MappingNode> nodes;
    auto node = nest.nodes.begin();
    for (std::size_t i = 0; i <= nest.loops.size(); ++i) {
        for (; node != nest.nodes.end() && node->loopsInside == i; ++node) {
            if (node->level == level) nodes.push_back(storageOf(space, tiling, node->tensor, level));
        }
        if (i == nest.loops.size() || nest.loops[i].level != level) continue;
        nodes.emplace_back(temporalLoop(nest.loops[i].dim, nest.loops[i].bound));
    }
    return nodes;
}

} // namespace

Mapping unevenMapping(const SearchSpace& space, const Tiling& tiling, const FoundNest& nest) {
    Mapping mapping;
    for (int level = 0; level < space.levels; ++level) {
        for (int t = 0; level == 0 && t < space.tensors; ++t) mapping.nodes.push_back(storageOf(space, tiling, t, 0));
        const auto nodes = nodesOf(space, tiling, nest, level);
        mapping.nodes.insert(mapping.nodes.end(), nodes.rbegin(), nodes.rend());
        for (const auto& [axis, slot] : {std::pair{Axis::y, ySlot(level)}, std::pair{Axis::x, xSlot(level)}}) {
            for (const int dim : spatialOrder(space, level)) {
                const Count factor = tiling.factors[at(dim * space.slots + slot)];
                if (factor > 1) mapping.nodes.emplace_back(spatialLoop(dim, factor, level, axis));
            }
        }
    }
    return mapping;
}

} // namespace nestwright
