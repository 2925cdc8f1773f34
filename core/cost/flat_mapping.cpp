// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/flat_mapping.h"

#include <algorithm>

namespace nestwright {
namespace {

bool hasRoomFor(const Problem& problem, const Accelerator& accelerator) {
    return problem.dims.size() <= kMaxFlatDims && problem.tensors.size() <= kMaxFlatTensors &&
           accelerator.levels.size() <= kMaxFlatLevels;
}

bool addLoop(FlatMapping& flat, int dim, int fanoutLevel, Axis axis, Count bound) {
    if (flat.loops == kMaxFlatLoops) return false;
    const auto at = static_cast<std::size_t>(flat.loops++);
    flat.loop[at] = {static_cast<std::int8_t>(dim), static_cast<std::int8_t>(fanoutLevel), axis};
    flat.bound[at] = bound;
    return true;
}

bool addNode(FlatMapping& flat, int tensor, FlatNode node) {
    auto& count = flat.nodes[static_cast<std::size_t>(tensor)];
    if (count == kMaxFlatLevels) return false;
    node.depth = static_cast<std::uint8_t>(flat.loops);
    flat.node[static_cast<std::size_t>(tensor)][static_cast<std::size_t>(count++)] = node;
    return true;
}

bool addSpatial(FlatMapping& flat, const Problem& problem, const Fanout& fanout, int level, Axis axis) {
    const AxisRule& rule = axis == Axis::x ? fanout.xRule : fanout.yRule;
    if ((axis == Axis::x ? fanout.x : fanout.y) == 1) return true;
    for (int dim = 0; dim < static_cast<int>(problem.dims.size()); ++dim) {
        if (!rule.empty() && !rule.contains(problem.classOf(dim))) continue;
        if (!addLoop(flat, dim, level, axis, 1)) return false;
    }
    return true;
}

} // namespace

std::optional<FlatMapping> flatMapping(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping) {
    if (!hasRoomFor(problem, accelerator)) return std::nullopt;
    FlatMapping flat;
    for (const auto& item : mapping.nodes) {
        if (const auto* loop = std::get_if<Loop>(&item)) {
            if (!loop->isPerfect()) return std::nullopt;
            if (!addLoop(flat, loop->dim, loop->isSpatial ? loop->fanoutLevel : -1, loop->axis, loop->bound))
                return std::nullopt;
        } else {
            const auto& storage = std::get<Storage>(item);
            const FlatNode node{static_cast<std::int8_t>(storage.level), 0, storage.noMulticast,
                                storage.noTemporalReuse, storage.rmwFirstUpdate};
            if (!addNode(flat, storage.tensor, node)) return std::nullopt;
        }
    }
    return flat;
}

std::optional<FlatMapping> evenFlatMapping(const Problem& problem, const Accelerator& accelerator) {
    if (!hasRoomFor(problem, accelerator)) return std::nullopt;
    FlatMapping flat;
    for (int level = 0; level < static_cast<int>(accelerator.levels.size()); ++level) {
        const Level& place = accelerator.levels[static_cast<std::size_t>(level)];
        for (int tensor = 0; tensor < static_cast<int>(problem.tensors.size()); ++tensor) {
            if (!place.mayKeep.contains(problem.tensors[static_cast<std::size_t>(tensor)].operand)) continue;
            if (!addNode(flat, tensor, {static_cast<std::int8_t>(level)})) return std::nullopt;
        }
        for (int dim = 0; dim < static_cast<int>(problem.dims.size()); ++dim) {
            const Count bound = level == 0 ? problem.dims[static_cast<std::size_t>(dim)].bound : 1;
            if (!addLoop(flat, dim, -1, Axis::x, bound)) return std::nullopt;
        }
        if (!addSpatial(flat, problem, place.fanout, level, Axis::y)) return std::nullopt;
        if (!addSpatial(flat, problem, place.fanout, level, Axis::x)) return std::nullopt;
    }
    return flat;
}

void copyUsed(const FlatMapping& from, int tensors, FlatMapping& to) {
    to.loops = from.loops;
    std::copy_n(from.loop.begin(), from.loops, to.loop.begin());
    std::copy_n(from.bound.begin(), from.loops, to.bound.begin());
    to.nodes = from.nodes;
    for (std::size_t t = 0; t < static_cast<std::size_t>(tensors); ++t)
        std::copy_n(from.node[t].begin(), from.nodes[t], to.node[t].begin());
}

Mapping toMapping(const Problem& problem, const FlatMapping& flat) {
    Mapping mapping;
    std::array<std::int8_t, kMaxFlatTensors> next{};
    for (int i = 0; i <= flat.loops; ++i) {
        for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
            for (; next[t] < flat.nodes[t]; ++next[t]) {
                const FlatNode& node = flat.node[t][static_cast<std::size_t>(next[t])];
                if (node.depth != i) break;
                mapping.nodes.emplace_back(Storage{static_cast<int>(t), node.level, node.noMulticast, false,
                                                   node.noTemporalReuse, node.rmwFirstUpdate});
            }
        }
        if (i == flat.loops) break;
        const FlatLoop& loop = flat.loop[static_cast<std::size_t>(i)];
        const Count bound = flat.bound[static_cast<std::size_t>(i)];
        if (bound == 1) continue;
        mapping.nodes.emplace_back(loop.isSpatial() ? spatialLoop(loop.dim, bound, loop.fanoutLevel, loop.axis)
                                                    : temporalLoop(loop.dim, bound));
    }
    return mapping;
}

} // namespace nestwright
