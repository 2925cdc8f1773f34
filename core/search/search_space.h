// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/mapper.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nestwright {

/// An even mapping as the quick mapper sees it: a factor per dim and slot, an order of the loops and a choice of what
/// to keep per level. Every dim has, per level, three slots for a factor: temporal, spatial on Y, spatial on X; slot 0
/// is the outermost temporal one. The factor of a dim's home slot follows from the others (the smallest that covers the
/// bound).
struct Tiling {
    std::vector<Count> factors;      ///< [dim x slots + slot]
    std::vector<std::uint8_t> order; ///< [level x dims + position]: dims, outer to inner
    std::vector<char> keeps;         ///< [level x tensors + tensor]

    bool operator==(const Tiling&) const = default;
};

/// What constraints leave of the space. The two axes of a fan-out are limited together, in the row of its y slot.
struct SpaceLimits {
    /// How many dims without a place of their own in the order may run along each axis of a fan-out.
    struct Split {
        std::vector<char> isFree; ///< by dim
        int mostOnX = 0;
        int mostOnY = 0;
    };
    std::vector<std::vector<Count>> least;     ///< [slot][dim]
    std::vector<std::vector<Count>> most;      ///< [slot][dim]
    std::vector<std::vector<Count>> residuals; ///< [slot][dim]; 0: any
    std::vector<std::vector<int>> innermost;   ///< [slot]: dims from the innermost loop outward
    std::vector<std::vector<int>> outermost;   ///< [slot]: dims of the outermost loops, the outermost last
    std::vector<std::optional<Split>> splits;  ///< [level]
    std::vector<Storage> flags;                ///< [level x tensors + tensor]; those about a fan-out at its level
    double minLaneUse = 0;
    Tiling base; ///< within the limits, with the loops as far out as they allow
};

/// What a search asks again and again about one problem on one accelerator, worked out once.
struct SearchSpace {
    const Problem* problem = nullptr;
    const Accelerator* accelerator = nullptr;
    int dims = 0;
    int levels = 0;
    int tensors = 0;
    int slots = 0; ///< 3 x levels
    int output = 0;
    bool allowImperfect = false;
    bool isUneven = false;       ///< each tensor's node of a level may stand between its loops
    double macsPerLaneCycle = 1; ///< in the operator's format, capped at the sustained rate where that is asked for
    double macEnergyPj = 0;
    double staticPjPerCycle = 0;
    std::vector<Count> bounds;                 ///< by dim
    std::vector<std::vector<char>> moves;      ///< [tensor][dim]: whether the tensor's coordinates move with the dim
    std::vector<std::vector<char>> slidesWith; ///< [dim][dim]: the two add up to one coordinate of a tensor
    std::vector<std::vector<char>> mayCarry;   ///< [slot][dim]: whether the axis of the slot may carry the dim
    std::vector<Count> lanes;                  ///< [slot]: children along the axis; 0 for a temporal slot
    std::vector<std::vector<char>> mayKeep;    ///< [level][tensor]
    std::vector<std::vector<char>> mustKeep;   ///< [level][tensor]
    /// By dim: the temporal slot that takes what the others leave, outermost where it may; -1 where limits leave none.
    std::vector<int> home;
    std::optional<SpaceLimits> limits; ///< set by constrain()

    [[nodiscard]] bool isSpatialSlot(int slot) const { return slot % 3 != 0; }
    [[nodiscard]] bool isReduction(int dim) const;
};

inline int temporalSlot(int level) { return 3 * level; }
inline int ySlot(int level) { return 3 * level + 1; }
inline int xSlot(int level) { return 3 * level + 2; }

[[nodiscard]] SearchSpace makeSearchSpace(const Problem& problem, const Accelerator& accelerator,
                                          const MapperOptions& options);

/// All loops temporal and as far out as they may be; what may be kept is kept.
[[nodiscard]] Tiling unitTiling(const SearchSpace& space);

/// Sets the home slot of the dim from the others. False where a factor is useless (it would never be reached), for
/// perfect factors does not divide what is left, or lies outside the limits.
[[nodiscard]] bool deriveHome(const SearchSpace& space, Tiling& tiling, int dim);

/// Whether the factors on the axis of the slot fit its lanes.
[[nodiscard]] bool fitsLanes(const SearchSpace& space, const Tiling& tiling, int slot);

/// The tensor's node in a level that keeps it, with the flags that the limits set.
[[nodiscard]] Storage storageOf(const SearchSpace& space, const Tiling& tiling, int tensor, int level);

[[nodiscard]] Mapping toMapping(const SearchSpace& space, const Tiling& tiling);

/// The tiling of such a mapping; nothing where no tiling has just its nodes.
[[nodiscard]] std::optional<Tiling> toTiling(const SearchSpace& space, const Mapping& mapping);

} // namespace nestwright
