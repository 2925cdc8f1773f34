// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search_space.h"

namespace nestwright {

/// Residual of a slot: the digit of (bound - 1) in the mixed radix that the factors span, plus 1. `stride` is the
/// product of the factors inside it.
[[nodiscard]] inline Count residualOf(Count bound, Count stride, Count factor) {
    return ((bound - 1) / stride) % factor + 1;
}

/// Narrows the space to what the constraints allow and chooses homes and a base tiling. The error (infeasible) says
/// which constraint can't be met and why.
[[nodiscard]] Result<void> constrain(SearchSpace& space, const MappingConstraints& constraints);

/// Whether the factors of the dim lie within the limits of a space that has them. A dim runs along one axis of a
/// fan-out then: descriptions with constraints have one spatial factor for each dim.
[[nodiscard]] bool isWithinLimits(const SearchSpace& space, const Tiling& tiling, int dim);

/// The same for the tiling as a whole: splits, lanes in use, no bare loops. True where there are no limits.
[[nodiscard]] bool isWithinLimits(const SearchSpace& space, const Tiling& tiling);

/// Whether the level has temporal loops and keeps nothing: a mapping can't tell them from those of the level outside
/// it, to which other limits apply. False where there are no limits.
[[nodiscard]] bool hasBareLoops(const SearchSpace& space, const Tiling& tiling, int level);

/// Whether the limits leave no factor to choose. False where there are none.
[[nodiscard]] bool isTilingFixed(const SearchSpace& space);

/// Puts the loops of every level into the order that the limits ask for.
void applyOrders(const SearchSpace& space, Tiling& tiling);

/// Dims in the order of their spatial loops below a level, outer to inner.
[[nodiscard]] std::vector<int> spatialOrder(const SearchSpace& space, int level);

/// Flags of constraints on a level's own loops, and on the fan-outs between it and the next level that keeps the
/// tensor.
void setFlags(const SearchSpace& space, const Tiling& tiling, Storage& storage);

} // namespace nestwright
