// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/rules.h"
#include "core/search/optimal/placements.h"

#include <vector>

namespace nestwright {

/// How far siblings that are neighbours on the mesh of a fan-out lie apart.
struct HopList {
    /// By dim, in tiles of one sibling; a direction stands for its opposite too.
    std::vector<std::vector<Count>> hops;
    bool isComplete = true; ///< otherwise any distance between siblings may be one between neighbours
};

/// Those of a choice, and of the others with the same factors in other places.
[[nodiscard]] HopList neighbourHops(const SearchSpace& space, int level, const FanoutChoice& choice,
                                    CountingRules::LinkIds ids);

} // namespace nestwright
