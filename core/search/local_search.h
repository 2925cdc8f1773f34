// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/estimate.h"

#include <functional>
#include <optional>

namespace nestwright {

/// What a candidate ranks at, or nothing where it is invalid or the budget is spent.
using Price = std::function<std::optional<Score>(const Tiling&)>;
/// Whether to stop: out of budget, out of time or cancelled.
using Stop = std::function<bool()>;

/// Makes the tiling fit: drops what may be bypassed in a level that is too small, then halves the factors inside it.
/// False where not even one-element tiles fit.
[[nodiscard]] bool repair(const SearchSpace& space, Estimator& estimator, Tiling& tiling);

/// Levels from the inside out: grows tiles by the factor that helps most as long as they fit and the price falls.
void growTiles(const SearchSpace& space, const Price& price, const Stop& stop, Tiling& tiling);

/// Hill climbing: moves factors between levels and axes, reorders loops, keeps or bypasses, takes each move that
/// improves, until none does. `seed` rotates the order in which moves are tried.
void climb(const SearchSpace& space, const Price& price, const Stop& stop, std::uint64_t seed, Tiling& tiling);

/// Climbs, then again and again shakes the best so far by a few random moves and climbs from there, until stopped or
/// until `kicks` shakes in a row brought nothing.
void climbWithKicks(const SearchSpace& space, const Price& price, const Stop& stop, std::uint64_t seed, int kicks,
                    Tiling& tiling);

} // namespace nestwright
