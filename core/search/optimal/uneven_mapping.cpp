// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/uneven_mapping.h"

#include "core/base/index.h"
#include "core/search/limits.h"

#include <algorithm>

namespace nestwright {
namespace {

/// Loops and nodes of one level, innermost first.
std::vector<MappingNode> nodesOf(const SearchSpace& space, const Tiling& tiling, const FoundNest& nest, int level) {
    std::vector<MappingNode> nodes;
    auto node = nest.nodes.begin();
    for (std::size_t i = 0; i <= nest.loops.size(); ++i) {
        for (; node != nest.nodes.end() && node->loopsInside == i; ++node) {
            if (node->level == level) nodes.emplace_back(storageOf(space, tiling, node->tensor, level));
        }
        if (i == nest.loops.size() || nest.loops[i].level != level) continue;
        nodes.emplace_back(temporalLoop(nest.loops[i].dim, nest.loops[i].bound));
    }
    return nodes;
}

} // namespace

void setTemporalLoops(const SearchSpace& space, const FoundNest& nest, Tiling& tiling) {
    tiling.order.clear();
    for (int level = 0; level < space.levels; ++level) {
        for (int dim = 0; dim < space.dims; ++dim) tiling.factors[at(dim * space.slots + temporalSlot(level))] = 1;
        std::vector<std::uint8_t> order; // innermost first
        const auto add = [&](int dim) {
            const auto one = static_cast<std::uint8_t>(dim);
            if (std::find(order.begin(), order.end(), one) == order.end()) order.push_back(one);
        };
        for (const auto& loop : nest.loops) {
            if (loop.level != level) continue;
            tiling.factors[at(loop.dim * space.slots + temporalSlot(level))] *= loop.bound;
            add(loop.dim);
        }
        for (int dim = 0; dim < space.dims; ++dim) add(dim);
        tiling.order.insert(tiling.order.end(), order.rbegin(), order.rend());
    }
    applyOrders(space, tiling);
}

Mapping unevenMapping(const SearchSpace& space, const Tiling& tiling, const FoundNest& nest) {
    Mapping mapping;
    for (int level = 0; level < space.levels; ++level) {
        for (int t = 0; level == 0 && t < space.tensors; ++t)
            mapping.nodes.emplace_back(storageOf(space, tiling, t, 0));
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
