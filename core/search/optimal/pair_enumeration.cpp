// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/pair_enumeration.h"

#include "core/base/index.h"
#include "core/search/limits.h"

#include <algorithm>
#include <map>

namespace nestwright {

PairEnumeration::PairEnumeration(const SearchSpace& space, const SpatialPlacements& placements,
                                 const std::vector<char>& keeps, const SpatialPick& pick)
    : m_space(space)
    , m_placements(placements)
    , m_pick(pick)
    , m_rest(space.bounds) {
    m_tiling.keeps = keeps;
    m_tiling.factors.assign(at(space.dims * space.slots), 1);
    for (int level = 0; level < space.levels; ++level) {
        for (int dim = 0; dim < space.dims; ++dim) m_tiling.order.push_back(static_cast<std::uint8_t>(dim));
        const FanoutChoice& choice = placements.choices[at(level)][pick.choice[at(level)]];
        for (int dim = 0; dim < space.dims; ++dim) m_rest[at(dim)] /= choice.product[at(dim)];
        m_count *= static_cast<double>(1 + choice.others.size());
    }
    double moving = 0;
    for (const Count rest : m_rest) {
        // Each prime factor may stand in any level.
        for (std::size_t i = 0; i < primeFactorsOf(rest).size(); ++i) m_count *= space.levels;
        if (rest > 1) ++moving;
    }
    for (double loops = 2; loops <= moving; ++loops) m_count *= loops;
}

void PairEnumeration::run(const std::function<void(const Tiling&)>& visit) {
    m_visit = visit;
    place(0);
}

void PairEnumeration::place(int level) {
    if (level == m_space.levels) {
        split(0, 0, m_rest.front());
        return;
    }
    const FanoutChoice& choice = m_placements.choices[at(level)][m_pick.choice[at(level)]];
    const auto use = [&](const std::vector<Count>& x) {
        for (int dim = 0; dim < m_space.dims; ++dim) {
            m_tiling.factors[at(dim * m_space.slots + xSlot(level))] = x[at(dim)];
            m_tiling.factors[at(dim * m_space.slots + ySlot(level))] = choice.product[at(dim)] / x[at(dim)];
        }
        place(level + 1);
    };
    use(choice.x);
    for (const auto& other : choice.others) use(other);
}

bool PairEnumeration::isAllowed(int dim, int level, Count factor) const {
    if (!m_space.limits) return true;
    const auto slot = at(temporalSlot(level));
    return factor >= m_space.limits->least[slot][at(dim)] && factor <= m_space.limits->most[slot][at(dim)];
}

void PairEnumeration::split(int dim, int level, Count left) {
    if (level == m_space.levels) {
        if (left != 1) return;
        if (dim + 1 < m_space.dims) {
            split(dim + 1, 0, m_rest[at(dim + 1)]);
        } else {
            order(0);
        }
        return;
    }
    Count& factor = m_tiling.factors[at(dim * m_space.slots + temporalSlot(level))];
    for (const Count choice : divisorsOf(left)) {
        if (!isAllowed(dim, level, choice)) continue;
        factor = choice;
        split(dim, level + 1, left / choice);
    }
    factor = 1;
}

void PairEnumeration::order(int level) {
    if (level == m_space.levels) {
        Tiling tiling = m_tiling;
        applyOrders(m_space, tiling);
        if (isWithinLimits(m_space, tiling)) m_visit(tiling);
        return;
    }
    const auto row = m_tiling.order.begin() + level * m_space.dims;
    const auto hasLoop = [&](std::uint8_t dim) {
        return m_tiling.factors[at(dim * m_space.slots + temporalSlot(level))] > 1;
    };
    std::sort(row, row + m_space.dims);
    const auto loops = std::stable_partition(row, row + m_space.dims, hasLoop);
    do {
        order(level + 1);
    } while (std::next_permutation(row, loops));
}

} // namespace nestwright
