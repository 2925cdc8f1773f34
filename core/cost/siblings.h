// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/projection.h"
#include "core/cost/rules.h"

#include <array>
#include <map>

namespace nestwright {

/// How the children of one fan-out are told apart and reached.
struct FanoutRules {
    bool isShared = true; ///< one word can go to (or be added up from) several children
    bool hasLinks = false;
    CountingRules::LinkIds linkIds = CountingRules::LinkIds::mesh;
    Count physicalX = 1; ///< width of the fan-out, mapped or not
};

/// The children below one instance through a fan-out, one by one: where their tiles lie in the tensor, and which of
/// them are neighbours. Children are numbered by their loops' indices, the innermost loop fastest.
///
/// Mesh neighbours differ by one in X or in Y. Row-packed ones count ids y * mapped X + x: one more or less within a
/// row of the physical width, or a whole such width more or less.
class Siblings {
public:
    Siblings(const Nest& nest, const SpatialGroup& group, const FanoutRules& rules);

    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] const Count* place(std::size_t child) const { return m_places.data() + child * m_ranks; }
    [[nodiscard]] const std::vector<Count>& indices(std::size_t child) const { return m_indices[child]; }
    [[nodiscard]] const std::vector<int>& neighbours(std::size_t child) const { return m_neighbours[child]; }

    /// Requests of one step in which all children ask for translations of one set.
    struct Served {
        double requests = 0; ///< that reach the upper end
        double linked = 0;   ///< children that a neighbour serves
    };
    /// Without links.
    [[nodiscard]] Served fromParent() const { return m_fromParent; }
    /// With links, where each child's set is what it had the step before, moved by `shift`. Links serve if fewer
    /// requests reach the upper end for it.
    [[nodiscard]] Served withLinks(const Coordinates& shift);

private:
    void placeChildren(const Nest& nest, const SpatialGroup& group);
    void findNeighbours(const FanoutRules& rules);
    [[nodiscard]] bool hasNeighbourAt(std::size_t child, const Coordinates& shift) const;
    [[nodiscard]] double requestsOf(std::vector<std::size_t> children) const;

    std::size_t m_ranks = 0;
    std::size_t m_count = 1;
    bool m_isShared = true;
    std::vector<Count> m_places;
    std::vector<std::vector<Count>> m_indices;
    std::vector<std::array<Count, 2>> m_mesh; ///< x, y
    Count m_mappedX = 1;
    std::vector<std::vector<int>> m_neighbours;
    Served m_fromParent;
    std::map<Coordinates, Served> m_served;
};

} // namespace nestwright
