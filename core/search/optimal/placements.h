// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/factors.h"
#include "core/search/search_space.h"

#include <vector>

namespace nestwright {

/// Every choice of which level keeps which tensor, [level x tensors + tensor].
[[nodiscard]] std::vector<std::vector<char>> keepChoices(const SearchSpace& space);

/// Factors on the two axes of one fan-out, by dim.
struct FanoutChoice {
    std::vector<Count> x;
    std::vector<Count> y;
    std::vector<Count> product;
    double lanes = 1;
    /// Of the same product in other places of the mesh: factors along x. Only neighbours on the mesh tell them apart.
    std::vector<std::vector<Count>> others;
};

/// One choice for each level's fan-out, by index.
struct SpatialPick {
    std::vector<std::uint32_t> choice;
    double lanes = 1;
};

/// All ways to spread the dims over the fan-outs with perfect factors.
struct SpatialPlacements {
    std::vector<std::vector<FanoutChoice>> choices; ///< by level
    std::vector<SpatialPick> picks;                 ///< most lanes first
    double count = 0;                               ///< of all picks
    double lanesLeftOut = 0;                        ///< most lanes of a pick that was left out; 0 where none was
};

/// Picks of fewer lanes than `leastLanes` are counted, but not listed; neither are those beyond the room of the list.
[[nodiscard]] SpatialPlacements spatialPlacements(const SearchSpace& space, double leastLanes);

} // namespace nestwright
