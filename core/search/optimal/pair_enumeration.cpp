// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/pair_enumeration.h"

#include "core/base/index.h"
#include "core/search/limits.h"
#include "core/search/optimal/uneven_mapping.h"

#include <algorithm>
#include <limits>

namespace nestwright {
namespace {

double factorial(std::size_t count) {
    double product = 1;
    for (std::size_t i = 2; i <= count; ++i) product *= static_cast<double>(i);
    return product;
}

bool hasOrders(const SpaceLimits& limits) {
    const auto isListed = [](const std::vector<int>& dims) { return !dims.empty(); };
    return std::any_of(limits.innermost.begin(), limits.innermost.end(), isListed) ||
           std::any_of(limits.outermost.begin(), limits.outermost.end(), isListed);
}

} // namespace

PairEnumeration::PairEnumeration(const SearchSpace& space, const SpatialPlacements& placements,
                                 const std::vector<char>& keeps, const SpatialPick& pick)
    : m_space(space)
    , m_placements(placements)
    , m_pick(pick)
    , m_rest(space.bounds) {
    m_tiling.keeps = keeps;
    m_tiling.factors.assign(at(space.dims * space.slots), 1);
    for (int level = 0; level < space.levels; ++level) {
        const FanoutChoice& choice = placements.choices[at(level)][pick.choice[at(level)]];
        for (int dim = 0; dim < space.dims; ++dim) m_rest[at(dim)] /= choice.product[at(dim)];
    }
    countAll();
}

void PairEnumeration::countAll() {
    if (m_space.isUneven && m_space.limits && hasOrders(*m_space.limits)) {
        m_count = std::numeric_limits<double>::infinity();
        return;
    }
    double gaps = 0;
    for (int level = 0; level < m_space.levels; ++level) {
        const FanoutChoice& choice = m_placements.choices[at(level)][m_pick.choice[at(level)]];
        m_count *= static_cast<double>(1 + choice.others.size());
        const auto alone = nodesAlone(level).size();
        gaps += static_cast<double>(std::max<std::size_t>(alone, 1));
        m_count *= factorial(alone);
    }
    std::size_t moving = 0;
    for (const Count rest : m_rest) {
        // Each prime factor may stand in any gap.
        for (std::size_t i = 0; i < primeFactorsOf(rest).size(); ++i) m_count *= gaps;
        if (rest > 1) ++moving;
    }
    m_count *= factorial(moving);
}

void PairEnumeration::run(const Visit& visit) {
    m_visit = visit;
    place(0);
}

void PairEnumeration::place(int level) {
    if (level == m_space.levels) {
        m_gaps.clear();
        arrange(0);
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

/// Tensors whose nodes of the level needn't stand together.
std::vector<int> PairEnumeration::nodesAlone(int level) const {
    std::vector<int> nodes;
    for (int t = 0; m_space.isUneven && level > 0 && t < m_space.tensors; ++t) {
        if (m_tiling.keeps[at(level * m_space.tensors + t)] != 0) nodes.push_back(t);
    }
    return nodes;
}

void PairEnumeration::arrange(int level) {
    if (level == m_space.levels) {
        split(0, 0, m_rest.front());
        return;
    }
    const std::vector<Count> ones(at(m_space.dims), 1);
    std::vector<int> nodes = nodesAlone(level);
    const std::size_t before = m_gaps.size();
    do {
        for (const int tensor : nodes) m_gaps.push_back({level, {tensor}, ones, {}});
        if (nodes.empty()) m_gaps.push_back({level, {}, ones, {}});
        arrange(level + 1);
        m_gaps.resize(before);
    } while (std::next_permutation(nodes.begin(), nodes.end()));
}

bool PairEnumeration::isAllowed(int dim, int level, Count factor) const {
    if (!m_space.limits) return true;
    const auto slot = at(temporalSlot(level));
    if (factor > m_space.limits->most[slot][at(dim)]) return false;
    return m_space.isUneven || factor >= m_space.limits->least[slot][at(dim)]; // other gaps may hold the rest
}

void PairEnumeration::split(int dim, std::size_t gap, Count left) {
    if (gap == m_gaps.size()) {
        if (left != 1) return;
        if (dim + 1 < m_space.dims) {
            split(dim + 1, 0, m_rest[at(dim + 1)]);
        } else {
            order(0);
        }
        return;
    }
    for (const Count choice : divisorsOf(left)) {
        if (!isAllowed(dim, m_gaps[gap].level, choice)) continue;
        m_gaps[gap].factors[at(dim)] = choice;
        split(dim, gap + 1, left / choice);
    }
    m_gaps[gap].factors[at(dim)] = 1;
}

void PairEnumeration::order(std::size_t index) {
    if (index == m_gaps.size()) {
        visit();
        return;
    }
    Gap& gap = m_gaps[index];
    std::vector<std::uint8_t> order;
    for (int dim = 0; dim < m_space.dims; ++dim) {
        if (gap.factors[at(dim)] > 1) order.push_back(static_cast<std::uint8_t>(dim));
    }
    do {
        m_gaps[index].orders = order;
        this->order(index + 1);
    } while (std::next_permutation(order.begin(), order.end()));
}

void PairEnumeration::visit() {
    const FoundNest loops = nest();
    setTemporalLoops(m_space, loops, m_tiling);
    for (int dim = 0; m_space.limits && dim < m_space.dims; ++dim) {
        if (!isWithinLimits(m_space, m_tiling, dim)) return;
    }
    if (isWithinLimits(m_space, m_tiling)) m_visit(m_tiling, loops);
}

FoundNest PairEnumeration::nest() const {
    FoundNest nest;
    for (auto gap = m_gaps.rbegin(); gap != m_gaps.rend(); ++gap) {
        for (auto dim = gap->orders.rbegin(); dim != gap->orders.rend(); ++dim)
            nest.loops.push_back({gap->level, *dim, gap->factors[*dim]});
        for (const int tensor : gap->nodes) nest.nodes.push_back({gap->level, tensor, nest.loops.size()});
    }
    return nest;
}

} // namespace nestwright
