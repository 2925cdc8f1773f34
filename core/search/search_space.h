// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/mapper.h"

#include <cstdint>
#include <vector>

namespace nestwright {

/// What a search asks again and again about one problem on one accelerator, worked out once. Every dim has, per level,
/// three slots for a factor: temporal, spatial on Y, spatial on X; slot 0 is the outermost temporal one.
struct SearchSpace {
    const Problem* problem = nullptr;
    const Accelerator* accelerator = nullptr;
    int dims = 0;
    int levels = 0;
    int tensors = 0;
    int slots = 0; ///< 3 x levels
    int output = 0;
    bool allowImperfect = false;
    double macsPerLaneCycle = 1; ///< in the operator's format, capped at the sustained rate where that is asked for
    double macEnergyPj = 0;
    std::vector<Count> bounds;                 ///< by dim
    std::vector<std::vector<char>> moves;      ///< [tensor][dim]: whether the tensor's coordinates move with the dim
    std::vector<std::vector<char>> slidesWith; ///< [dim][dim]: the two add up to one coordinate of a tensor
    std::vector<std::vector<char>> mayCarry;   ///< [slot][dim]: whether the axis of the slot may carry the dim
    std::vector<Count> lanes;                  ///< [slot]: children along the axis; 0 for a temporal slot
    std::vector<std::vector<char>> mayKeep;    ///< [level][tensor]
    std::vector<std::vector<char>> mustKeep;   ///< [level][tensor]

    [[nodiscard]] bool isSpatialSlot(int slot) const { return slot % 3 != 0; }
    [[nodiscard]] bool isReduction(int dim) const;
};

inline int temporalSlot(int level) { return 3 * level; }
inline int ySlot(int level) { return 3 * level + 1; }
inline int xSlot(int level) { return 3 * level + 2; }

[[nodiscard]] SearchSpace makeSearchSpace(const Problem& problem, const Accelerator& accelerator,
                                          const MapperOptions& options);

/// An even mapping as the quick mapper sees it: a factor per dim and slot, an order of the loops and a choice of what
/// to keep per level. The factor of slot 0 follows from the others (the smallest that covers the bound).
struct Tiling {
    std::vector<Count> factors;      ///< [dim x slots + slot]
    std::vector<std::uint8_t> order; ///< [level x dims + position]: dims, outer to inner
    std::vector<char> keeps;         ///< [level x tensors + tensor]

    bool operator==(const Tiling&) const = default;
};

/// All loops temporal in the outermost level; what may be kept is kept.
[[nodiscard]] Tiling unitTiling(const SearchSpace& space);

/// Sets slot 0 of the dim from the others. False where a factor is useless (it would never be reached) or, for perfect
/// factors, does not divide what is left.
[[nodiscard]] bool deriveOutermost(const SearchSpace& space, Tiling& tiling, int dim);

/// Whether the factors on the axis of the slot fit its lanes.
[[nodiscard]] bool fitsLanes(const SearchSpace& space, const Tiling& tiling, int slot);

[[nodiscard]] Mapping toMapping(const SearchSpace& space, const Tiling& tiling);

} // namespace nestwright
