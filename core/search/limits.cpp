// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/limits.h"

#include "core/base/index.h"

#include <algorithm>

namespace nestwright {
namespace {

bool contains(const std::vector<int>& dims, int dim) { return std::find(dims.begin(), dims.end(), dim) != dims.end(); }

bool isBetween(Count value, Count least, Count most) { return value >= least && value <= most; }

bool keepsSplit(const SpaceLimits::Split& split, const SearchSpace& space, const Tiling& tiling, int level) {
    int onX = 0;
    int onY = 0;
    for (int dim = 0; dim < space.dims; ++dim) {
        if (split.isFree[at(dim)] == 0) continue;
        const Count* factors = tiling.factors.data() + dim * space.slots;
        onX += factors[xSlot(level)] > 1 ? 1 : 0;
        onY += factors[ySlot(level)] > 1 ? 1 : 0;
    }
    return onX <= split.mostOnX && onY <= split.mostOnY;
}

double lanesInUse(const SearchSpace& space, const Tiling& tiling) {
    double used = 1;
    for (int dim = 0; dim < space.dims; ++dim) {
        for (int slot = 0; slot < space.slots; ++slot) {
            if (space.isSpatialSlot(slot)) used *= static_cast<double>(tiling.factors[at(dim * space.slots + slot)]);
        }
    }
    return used;
}

} // namespace

bool hasBareLoops(const SearchSpace& space, const Tiling& tiling, int level) {
    const auto* keeps = tiling.keeps.data() + level * space.tensors;
    if (!space.limits || std::any_of(keeps, keeps + space.tensors, [](char keep) { return keep != 0; })) return false;
    for (int dim = 0; dim < space.dims; ++dim) {
        if (tiling.factors[at(dim * space.slots + temporalSlot(level))] > 1) return true;
    }
    return false;
}

bool isWithinLimits(const SearchSpace& space, const Tiling& tiling, int dim) {
    const SpaceLimits& limits = *space.limits;
    const Count* factors = tiling.factors.data() + dim * space.slots;
    Count stride = 1;
    for (int slot = space.slots - 1; slot >= 0; --slot) {
        const Count factor = factors[slot];
        if (factor > ceilDivide(space.bounds[at(dim)], stride)) return false;
        const Count wanted = limits.residuals[at(slot)][at(dim)];
        if (wanted != 0 && factor > 1 && residualOf(space.bounds[at(dim)], stride, factor) != wanted) return false;
        stride *= factor;
    }
    for (int level = 0; level < space.levels; ++level) {
        const auto t = at(temporalSlot(level));
        const auto y = at(ySlot(level));
        const auto x = at(xSlot(level));
        if (!isBetween(factors[t], limits.least[t][at(dim)], limits.most[t][at(dim)])) return false;
        if (factors[x] > 1 && factors[y] > 1) return false;
        if (!isBetween(factors[x] * factors[y], limits.least[y][at(dim)], limits.most[y][at(dim)])) return false;
    }
    return true;
}

bool isWithinLimits(const SearchSpace& space, const Tiling& tiling) {
    if (!space.limits) return true;
    for (int level = 0; level < space.levels; ++level) {
        const auto& split = space.limits->splits[at(level)];
        if (split && !keepsSplit(*split, space, tiling, level)) return false;
        if (hasBareLoops(space, tiling, level)) return false;
    }
    return lanesInUse(space, tiling) >= space.limits->minLaneUse * space.accelerator->lanes();
}

bool isTilingFixed(const SearchSpace& space) {
    if (!space.limits) return false;
    const auto isOpen = [&](int slot, std::size_t dim) {
        const auto at = static_cast<std::size_t>(slot);
        return space.limits->least[at][dim] < space.limits->most[at][dim];
    };
    for (std::size_t d = 0; d < space.bounds.size(); ++d) {
        if (space.bounds[d] == 1) continue;
        int open = 0; // one factor that is open follows from the others
        for (int l = 0; l < space.levels; ++l) {
            const Count lanes =
                space.lanes[static_cast<std::size_t>(xSlot(l))] * space.lanes[static_cast<std::size_t>(ySlot(l))];
            open += isOpen(temporalSlot(l), d) ? 1 : 0;
            open += lanes > 1 && isOpen(ySlot(l), d) ? 1 : 0;
        }
        if (open > 1) return false;
    }
    return true;
}

void applyOrders(const SearchSpace& space, Tiling& tiling) {
    if (!space.limits) return;
    for (int level = 0; level < space.levels; ++level) {
        const auto& inner = space.limits->innermost[at(temporalSlot(level))];
        const auto& outer = space.limits->outermost[at(temporalSlot(level))];
        const auto row = tiling.order.begin() + level * space.dims;
        std::vector<std::uint8_t> order;
        for (auto dim = outer.rbegin(); dim != outer.rend(); ++dim) order.push_back(static_cast<std::uint8_t>(*dim));
        std::copy_if(row, row + space.dims, std::back_inserter(order),
                     [&](std::uint8_t dim) { return !contains(inner, dim) && !contains(outer, dim); });
        for (auto dim = inner.rbegin(); dim != inner.rend(); ++dim) order.push_back(static_cast<std::uint8_t>(*dim));
        std::copy(order.begin(), order.end(), row);
    }
}

std::vector<int> spatialOrder(const SearchSpace& space, int level) {
    std::vector<int> order;
    const auto addOthers = [&](const auto& isListed) {
        for (int dim = 0; dim < space.dims; ++dim) {
            if (!isListed(dim)) order.push_back(dim);
        }
    };
    if (!space.limits) {
        addOthers([](int) { return false; });
        return order;
    }
    const auto& inner = space.limits->innermost[at(ySlot(level))];
    const auto& outer = space.limits->outermost[at(ySlot(level))];
    order.assign(outer.rbegin(), outer.rend());
    addOthers([&](int dim) { return contains(inner, dim) || contains(outer, dim); });
    order.insert(order.end(), inner.rbegin(), inner.rend());
    return order;
}

void setFlags(const SearchSpace& space, const Tiling& tiling, Storage& storage) {
    for (int level = storage.level; level < space.levels; ++level) {
        const int index = level * space.tensors + storage.tensor;
        if (level > storage.level && tiling.keeps[at(index)] != 0) break;
        const Storage& flags = space.limits->flags[at(index)];
        storage.noMulticast = storage.noMulticast || flags.noMulticast;
        storage.noLinkTransfer = storage.noLinkTransfer || flags.noLinkTransfer;
    }
    const Storage& own = space.limits->flags[at(storage.level * space.tensors + storage.tensor)];
    storage.noTemporalReuse = own.noTemporalReuse;
    storage.rmwFirstUpdate = own.rmwFirstUpdate;
}

} // namespace nestwright
