// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/optimal/nest_search.h"

#include <functional>

namespace nestwright {

/// All tilings of one choice of keeping and one of spatial loops: the places of these on the meshes, in the uneven form
/// the order of the nodes, the factors of the temporal loops and their orders.
class PairEnumeration {
public:
    /// `nest`: the loops and nodes of an uneven mapping; for even ones the tiling says all.
    using Visit = std::function<void(const Tiling& tiling, const FoundNest& nest)>;

    PairEnumeration(const SearchSpace& space, const SpatialPlacements& placements, const std::vector<char>& keeps,
                    const SpatialPick& pick);

    /// How many there are at most; infinite where they can't be told apart by what a tiling holds.
    [[nodiscard]] double count() const { return m_count; }
    void run(const Visit& visit);

private:
    /// Where temporal loops stand: inside these nodes of a level, outside those of the next gap.
    struct Gap {
        int level = 0;
        std::vector<int> nodes;           ///< tensors whose nodes stand alone
        std::vector<Count> factors;       ///< by dim
        std::vector<std::uint8_t> orders; ///< dims, outer to inner
    };

    void countAll();
    void place(int level);
    void arrange(int level);
    void split(int dim, std::size_t gap, Count left);
    void order(std::size_t gap);
    void visit();
    [[nodiscard]] FoundNest nest() const;
    [[nodiscard]] std::vector<int> nodesAlone(int level) const;
    [[nodiscard]] bool isAllowed(int dim, int level, Count factor) const;

    const SearchSpace& m_space;
    const SpatialPlacements& m_placements;
    const SpatialPick& m_pick;
    std::vector<Count> m_rest; ///< by dim: left to temporal loops
    double m_count = 1;
    Tiling m_tiling;
    std::vector<Gap> m_gaps; ///< outermost first
    Visit m_visit;
};

} // namespace nestwright
