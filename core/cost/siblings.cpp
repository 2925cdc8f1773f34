// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/siblings.h"

#include <algorithm>
#include <numeric>

namespace nestwright {

Siblings::Siblings(const Nest& nest, const SpatialGroup& group, const FanoutRules& rules)
    : m_ranks(group.steps.front().size())
    , m_isShared(rules.isShared) {
    placeChildren(nest, group);
    if (rules.hasLinks) findNeighbours(rules);
    m_fromParent.requests = m_isShared ? group.distinctPlaces : group.children;
}

void Siblings::placeChildren(const Nest& nest, const SpatialGroup& group) {
    std::vector<Count> bounds;
    std::vector<bool> isX;
    for (const int i : group.loops) {
        const Loop& loop = nest.loops()[static_cast<std::size_t>(i)].loop;
        bounds.push_back(loop.bound);
        isX.push_back(loop.axis == Axis::x);
        m_count *= static_cast<std::size_t>(loop.bound);
        if (isX.back()) m_mappedX *= loop.bound;
    }
    std::vector<Count> index(bounds.size(), 0);
    for (std::size_t child = 0; child < m_count; ++child) {
        std::array<Count, 2> mesh = {0, 0};
        m_places.resize(m_places.size() + m_ranks, 0);
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            Count& coordinate = mesh[isX[i] ? 0 : 1];
            coordinate = coordinate * bounds[i] + index[i];
            for (std::size_t r = 0; r < m_ranks; ++r) m_places[child * m_ranks + r] += index[i] * group.steps[i][r];
        }
        m_indices.push_back(index);
        m_mesh.push_back(mesh);
        for (std::size_t i = bounds.size(); i > 0 && ++index[i - 1] == bounds[i - 1]; --i) index[i - 1] = 0;
    }
}

void Siblings::findNeighbours(const FanoutRules& rules) {
    const bool isPacked = rules.linkIds == CountingRules::LinkIds::packed;
    const Count width = isPacked ? rules.physicalX : m_mappedX;
    const auto idOf = [&](std::size_t child) { return m_mesh[child][1] * m_mappedX + m_mesh[child][0]; };
    std::vector<int> childOf(m_count);
    for (std::size_t child = 0; child < m_count; ++child)
        childOf[static_cast<std::size_t>(idOf(child))] = static_cast<int>(child);
    m_neighbours.resize(m_count);
    for (std::size_t child = 0; child < m_count; ++child) {
        const Count id = idOf(child);
        const auto add = [&](Count other) {
            if (other >= 0 && other < static_cast<Count>(m_count))
                m_neighbours[child].push_back(childOf[static_cast<std::size_t>(other)]);
        };
        if (id % width > 0) add(id - 1);
        if (id % width < width - 1) add(id + 1);
        add(id - width);
        add(id + width);
    }
}

bool Siblings::hasNeighbourAt(std::size_t child, const Coordinates& shift) const {
    const Count* own = place(child);
    return std::any_of(m_neighbours[child].begin(), m_neighbours[child].end(), [&](int neighbour) {
        const Count* other = place(static_cast<std::size_t>(neighbour));
        for (std::size_t r = 0; r < m_ranks; ++r) {
            if (other[r] - own[r] != shift[r]) return false;
        }
        return true;
    });
}

double Siblings::requestsOf(std::vector<std::size_t> children) const {
    if (!m_isShared) return static_cast<double>(children.size());
    const auto isBefore = [&](std::size_t a, std::size_t b) {
        return std::lexicographical_compare(place(a), place(a) + m_ranks, place(b), place(b) + m_ranks);
    };
    std::sort(children.begin(), children.end(), isBefore);
    double distinct = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (i == 0 || isBefore(children[i - 1], children[i])) ++distinct;
    }
    return distinct;
}

Siblings::Served Siblings::withLinks(const Coordinates& shift) {
    const auto known = m_served.find(shift);
    if (known != m_served.end()) return known->second;
    std::vector<std::size_t> rest;
    for (std::size_t child = 0; child < m_count; ++child) {
        if (!hasNeighbourAt(child, shift)) rest.push_back(child);
    }
    Served served = m_fromParent;
    if (rest.size() < m_count) {
        const auto linked = static_cast<double>(m_count - rest.size());
        const double requests = requestsOf(std::move(rest));
        if (requests < m_fromParent.requests) served = {requests, linked};
    }
    return m_served.emplace(shift, served).first->second;
}

} // namespace nestwright
