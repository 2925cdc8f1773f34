// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/optimal/placements.h"

#include <functional>

namespace nestwright {

/// All tilings of one choice of keeping and one of spatial loops: the places of these on the meshes, the factors of the
/// temporal loops and their orders.
class PairEnumeration {
public:
    PairEnumeration(const SearchSpace& space, const SpatialPlacements& placements, const std::vector<char>& keeps,
                    const SpatialPick& pick);

    /// How many there are at most.
    [[nodiscard]] double count() const { return m_count; }
    void run(const std::function<void(const Tiling&)>& visit);

private:
    void place(int level);
    void split(int dim, int level, Count left);
    void order(int level);
    [[nodiscard]] bool isAllowed(int dim, int level, Count factor) const;

    const SearchSpace& m_space;
    const SpatialPlacements& m_placements;
    const SpatialPick& m_pick;
    std::vector<Count> m_rest; ///< by dim: left to temporal loops
    double m_count = 1;
    Tiling m_tiling;
    std::function<void(const Tiling&)> m_visit;
};

} // namespace nestwright
