// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/search_space.h"

#include "core/base/index.h"
#include "core/search/limits.h"

#include <algorithm>

namespace nestwright {
namespace {

void fillAxes(SearchSpace& space) {
    const auto& accelerator = *space.accelerator;
    space.lanes.assign(at(space.slots), 0);
    space.mayCarry.assign(at(space.slots), std::vector<char>(at(space.dims), 1));
    for (int level = 0; level < space.levels; ++level) {
        const Fanout& fanout = accelerator.levels[at(level)].fanout;
        space.lanes[at(ySlot(level))] = fanout.y;
        space.lanes[at(xSlot(level))] = fanout.x;
        for (int dim = 0; dim < space.dims; ++dim) {
            const DimClass kind = space.problem->classOf(dim);
            const auto allows = [&](const AxisRule& rule) { return rule.empty() || rule.contains(kind); };
            space.mayCarry[at(ySlot(level))][at(dim)] = allows(fanout.yRule) ? 1 : 0;
            space.mayCarry[at(xSlot(level))][at(dim)] = allows(fanout.xRule) ? 1 : 0;
        }
    }
}

void fillWindows(SearchSpace& space) {
    space.slidesWith.assign(at(space.dims), std::vector<char>(at(space.dims), 0));
    for (const auto& tensor : space.problem->tensors) {
        for (const auto& rank : tensor.projection) {
            for (const auto& a : rank) {
                for (const auto& b : rank) space.slidesWith[at(a.dim)][at(b.dim)] = 1;
            }
        }
    }
}

void fillKeeps(SearchSpace& space) {
    for (int level = 0; level < space.levels; ++level) {
        const Level& storage = space.accelerator->levels[at(level)];
        std::vector<char> may;
        std::vector<char> must;
        for (const auto& tensor : space.problem->tensors) {
            const bool isOutermost = level == 0;
            may.push_back(isOutermost || storage.mayKeep.contains(tensor.operand) ? 1 : 0);
            must.push_back(isOutermost || storage.mustKeep.contains(tensor.operand) ? 1 : 0);
        }
        space.mayKeep.push_back(std::move(may));
        space.mustKeep.push_back(std::move(must));
    }
}

void appendSpatial(const SearchSpace& space, const Tiling& tiling, int level, Axis axis,
                   const std::vector<Count>& strides, std::vector<MappingNode>& nodes) {
    const int slot = axis == Axis::x ? xSlot(level) : ySlot(level);
    for (const int dim : spatialOrder(space, level)) {
        const std::size_t index = at(dim * space.slots + slot);
        const Count factor = tiling.factors[index];
        if (factor == 1) continue;
        const Count residual = residualOf(space.bounds[at(dim)], strides[index], factor);
        nodes.emplace_back(spatialLoop(dim, factor, residual, level, axis));
    }
}

std::vector<Count> stridesOf(const SearchSpace& space, const Tiling& tiling) {
    std::vector<Count> strides(tiling.factors.size(), 1);
    for (int dim = 0; dim < space.dims; ++dim) {
        Count stride = 1;
        for (int slot = space.slots - 1; slot >= 0; --slot) {
            strides[at(dim * space.slots + slot)] = stride;
            stride *= tiling.factors[at(dim * space.slots + slot)];
        }
    }
    return strides;
}

} // namespace

bool SearchSpace::isReduction(int dim) const { return moves[at(output)][at(dim)] == 0; }

SearchSpace makeSearchSpace(const Problem& problem, const Accelerator& accelerator, const MapperOptions& options) {
    SearchSpace space;
    space.problem = &problem;
    space.accelerator = &accelerator;
    space.dims = static_cast<int>(problem.dims.size());
    space.levels = static_cast<int>(accelerator.levels.size());
    space.tensors = static_cast<int>(problem.tensors.size());
    space.slots = 3 * space.levels;
    space.output = problem.outputIndex();
    space.allowImperfect = options.allowImperfect;
    space.isUneven = options.form == MappingForm::uneven;
    for (const auto& dim : problem.dims) space.bounds.push_back(dim.bound);
    space.home.assign(problem.dims.size(), 0);
    for (int tensor = 0; tensor < space.tensors; ++tensor) {
        std::vector<char> row;
        for (int dim = 0; dim < space.dims; ++dim) row.push_back(problem.isRelevant(tensor, dim) ? 1 : 0);
        space.moves.push_back(std::move(row));
    }
    fillAxes(space);
    fillKeeps(space);
    fillWindows(space);

    const DataType format =
        options.context.format == DataType::unknown ? accelerator.defaultFormat : options.context.format;
    const auto rate = accelerator.compute.macsPerLaneCycle.find(format);
    if (rate != accelerator.compute.macsPerLaneCycle.end()) space.macsPerLaneCycle = rate->second;
    const auto sustained = accelerator.device.sustainedFraction.find(format);
    if (options.context.useSustainedRate && sustained != accelerator.device.sustainedFraction.end()) {
        space.macsPerLaneCycle *= sustained->second;
    }
    const auto energy = accelerator.compute.energyPj.find(format);
    if (energy != accelerator.compute.energyPj.end()) space.macEnergyPj = energy->second;
    space.staticPjPerCycle = staticPjPerCycle(accelerator);
    return space;
}

Tiling unitTiling(const SearchSpace& space) {
    if (space.limits) return space.limits->base;
    Tiling tiling;
    tiling.factors.assign(at(space.dims * space.slots), 1);
    for (int dim = 0; dim < space.dims; ++dim) tiling.factors[at(dim * space.slots)] = space.bounds[at(dim)];
    for (int level = 0; level < space.levels; ++level) {
        for (int dim = 0; dim < space.dims; ++dim) tiling.order.push_back(static_cast<std::uint8_t>(dim));
        const auto& may = space.mayKeep[at(level)];
        tiling.keeps.insert(tiling.keeps.end(), may.begin(), may.end());
    }
    return tiling;
}

bool deriveHome(const SearchSpace& space, Tiling& tiling, int dim) {
    const Count bound = space.bounds[at(dim)];
    const int home = space.home[at(dim)];
    Count* factors = tiling.factors.data() + dim * space.slots;
    Count covered = 1;
    for (int slot = space.slots - 1; slot >= 0; --slot) {
        if (slot == home || factors[slot] == 1) continue;
        if (factors[slot] > ceilDivide(bound, covered)) return false;
        covered *= factors[slot];
        if (!space.allowImperfect && bound % covered != 0) return false;
    }
    const Count left = ceilDivide(bound, covered);
    if (home >= 0) factors[home] = left;
    if (home < 0 && left != 1) return false;
    return !space.limits || isWithinLimits(space, tiling, dim);
}

bool fitsLanes(const SearchSpace& space, const Tiling& tiling, int slot) {
    if (!space.isSpatialSlot(slot)) return true;
    Count used = 1;
    for (int dim = 0; dim < space.dims; ++dim) {
        const Count factor = tiling.factors[at(dim * space.slots + slot)];
        if (factor == 1) continue;
        if (space.mayCarry[at(slot)][at(dim)] == 0) return false;
        used *= factor;
        if (used > space.lanes[at(slot)]) return false;
    }
    return true;
}

Storage storageOf(const SearchSpace& space, const Tiling& tiling, int tensor, int level) {
    Storage storage;
    storage.tensor = tensor;
    storage.level = level;
    if (space.limits) setFlags(space, tiling, storage);
    return storage;
}

Mapping toMapping(const SearchSpace& space, const Tiling& tiling) {
    Mapping mapping;
    const std::vector<Count> strides = stridesOf(space, tiling);
    for (int level = 0; level < space.levels; ++level) {
        for (int tensor = 0; tensor < space.tensors; ++tensor) {
            if (tiling.keeps[at(level * space.tensors + tensor)] == 0) continue;
            mapping.nodes.emplace_back(storageOf(space, tiling, tensor, level));
        }
        for (int position = 0; position < space.dims; ++position) {
            const int dim = tiling.order[at(level * space.dims + position)];
            const std::size_t index = at(dim * space.slots + temporalSlot(level));
            const Count factor = tiling.factors[index];
            if (factor == 1) continue;
            const Count residual = residualOf(space.bounds[at(dim)], strides[index], factor);
            mapping.nodes.emplace_back(temporalLoop(dim, factor, residual));
        }
        appendSpatial(space, tiling, level, Axis::y, strides, mapping.nodes);
        appendSpatial(space, tiling, level, Axis::x, strides, mapping.nodes);
    }
    return mapping;
}

std::optional<Tiling> toTiling(const SearchSpace& space, const Mapping& mapping) {
    Tiling tiling;
    tiling.factors.assign(at(space.dims * space.slots), 1);
    tiling.keeps.assign(at(space.levels * space.tensors), 0);
    std::vector<std::vector<std::uint8_t>> orders(at(space.levels));
    int level = 0;
    for (const auto& node : mapping.nodes) {
        if (const auto* storage = std::get_if<Storage>(&node)) {
            if (storage->level < level) return std::nullopt;
            level = storage->level;
            tiling.keeps[at(level * space.tensors + storage->tensor)] = 1;
            continue;
        }
        const auto& loop = std::get<Loop>(node);
        int slot = temporalSlot(level);
        if (loop.isSpatial) {
            slot = loop.axis == Axis::x ? xSlot(loop.fanoutLevel) : ySlot(loop.fanoutLevel);
            level = std::max(level, std::min(loop.fanoutLevel + 1, space.levels - 1));
        } else {
            orders[at(level)].push_back(static_cast<std::uint8_t>(loop.dim));
        }
        tiling.factors[at(loop.dim * space.slots + slot)] *= loop.bound;
    }
    for (auto& order : orders) {
        for (int dim = 0; dim < space.dims; ++dim) {
            const auto one = static_cast<std::uint8_t>(dim);
            if (std::find(order.begin(), order.end(), one) == order.end()) order.push_back(one);
        }
        if (order.size() != at(space.dims)) return std::nullopt;
        tiling.order.insert(tiling.order.end(), order.begin(), order.end());
    }
    return toMapping(space, tiling) == mapping ? std::optional(std::move(tiling)) : std::nullopt;
}

} // namespace nestwright
