// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/placements.h"

#include "core/base/index.h"

#include <algorithm>
#include <map>

namespace nestwright {
namespace {

/// Room of the list of picks; beyond it those with most lanes stay.
constexpr std::size_t kMostPicks = 500'000;
constexpr std::size_t kMostOthers = 256;

/// The choices of one fan-out. Those with the same factors in other places of the mesh differ in wires alone, so
/// where wires cost nothing one of them stands for all.
class FanoutLister {
public:
    FanoutLister(const SearchSpace& space, int level)
        : m_space(space)
        , m_level(level)
        , m_freeX(space.lanes[at(xSlot(level))])
        , m_freeY(space.lanes[at(ySlot(level))]) {
        const Fanout& fanout = space.accelerator->levels[at(level)].fanout;
        m_keepsAxes = fanout.hopEnergyPj > 0 || fanout.routerEnergyPj > 0;
        m_choice.x.assign(at(space.dims), 1);
        m_choice.y.assign(at(space.dims), 1);
    }

    std::vector<FanoutChoice> run() {
        place(0, m_freeX, m_freeY);
        return std::move(m_found);
    }

private:
    void place(int dim, Count freeX, Count freeY) {
        if (dim == m_space.dims) {
            add();
            return;
        }
        const Count bound = m_space.bounds[at(dim)];
        const bool mayX = m_space.mayCarry[at(xSlot(m_level))][at(dim)] != 0;
        const bool mayY = m_space.mayCarry[at(ySlot(m_level))][at(dim)] != 0;
        for (const Count x : divisorsOf(bound)) {
            if (x > freeX || (x > 1 && !mayX)) break;
            for (const Count y : divisorsOf(bound / x)) {
                if (y > freeY || (y > 1 && !mayY)) break;
                if (!isAllowed(dim, x, y)) continue;
                m_choice.x[at(dim)] = x;
                m_choice.y[at(dim)] = y;
                place(dim + 1, freeX / x, freeY / y);
            }
        }
        m_choice.x[at(dim)] = m_choice.y[at(dim)] = 1;
    }

    [[nodiscard]] bool isAllowed(int dim, Count x, Count y) const {
        if (!m_space.limits) return true;
        const auto row = at(ySlot(m_level));
        if (x > 1 && y > 1) return false;
        return x * y >= m_space.limits->least[row][at(dim)] && x * y <= m_space.limits->most[row][at(dim)];
    }

    [[nodiscard]] bool keepsSplit() const {
        if (!m_space.limits || !m_space.limits->splits[at(m_level)]) return true;
        const auto& split = *m_space.limits->splits[at(m_level)];
        int onX = 0;
        int onY = 0;
        for (int dim = 0; dim < m_space.dims; ++dim) {
            if (split.isFree[at(dim)] == 0) continue;
            onX += m_choice.x[at(dim)] > 1 ? 1 : 0;
            onY += m_choice.y[at(dim)] > 1 ? 1 : 0;
        }
        return onX <= split.mostOnX && onY <= split.mostOnY;
    }

    void add() {
        if (!keepsSplit()) return;
        m_choice.product.clear();
        m_choice.lanes = 1;
        for (int dim = 0; dim < m_space.dims; ++dim) {
            m_choice.product.push_back(m_choice.x[at(dim)] * m_choice.y[at(dim)]);
            m_choice.lanes *= static_cast<double>(m_choice.product.back());
        }
        if (!m_keepsAxes) {
            const auto [known, isNew] = m_known.emplace(m_choice.product, m_found.size());
            if (!isNew) {
                auto& others = m_found[known->second].others;
                if (others.size() < kMostOthers) others.push_back(m_choice.x);
                return;
            }
        }
        m_found.push_back(m_choice);
    }

    const SearchSpace& m_space;
    int m_level;
    Count m_freeX;
    Count m_freeY;
    bool m_keepsAxes = false;
    FanoutChoice m_choice;
    std::map<std::vector<Count>, std::size_t> m_known;
    std::vector<FanoutChoice> m_found;
};

class PickLister {
public:
    PickLister(const SearchSpace& space, double leastLanes, SpatialPlacements& placements)
        : m_space(space)
        , m_placements(placements)
        , m_leastLanes(leastLanes) {
        for (auto& choices : placements.choices) {
            std::stable_sort(choices.begin(), choices.end(),
                             [](const FanoutChoice& a, const FanoutChoice& b) { return a.lanes > b.lanes; });
        }
        m_most.assign(placements.choices.size() + 1, 1);
        for (std::size_t l = placements.choices.size(); l-- > 0;)
            m_most[l] = m_most[l + 1] * (placements.choices[l].empty() ? 0 : placements.choices[l].front().lanes);
        if (space.limits) m_leastAllowed = space.limits->minLaneUse * space.accelerator->lanes();
        m_left = space.bounds;
        m_pick.choice.assign(placements.choices.size(), 0);
    }

    void run() {
        place(0);
        trim(m_placements.picks.size());
    }

private:
    void place(std::size_t level) {
        if (level == m_placements.choices.size()) {
            if (!leavesEnough()) return;
            ++m_placements.count;
            m_placements.picks.push_back(m_pick);
            if (m_placements.picks.size() >= 2 * kMostPicks) trim(kMostPicks);
            return;
        }
        const double lanes = m_pick.lanes;
        const auto& choices = m_placements.choices[level];
        for (std::size_t i = 0; i < choices.size(); ++i) {
            m_pick.lanes = lanes * choices[i].lanes;
            const double most = m_pick.lanes * m_most[level + 1];
            if (most < m_leastAllowed) break;
            if (most < m_leastLanes) {
                m_placements.lanesLeftOut = std::max(m_placements.lanesLeftOut, most);
                break;
            }
            if (!take(choices[i])) continue;
            m_pick.choice[level] = static_cast<std::uint32_t>(i);
            place(level + 1);
            giveBack(choices[i]);
        }
        m_pick.lanes = lanes;
    }

    /// Whether temporal factors within the limits can make up what the spatial ones leave.
    [[nodiscard]] bool leavesEnough() const {
        for (std::size_t d = 0; m_space.limits && d < m_left.size(); ++d) {
            double least = 1;
            double most = 1;
            for (int l = 0; l < m_space.levels; ++l) {
                least *= static_cast<double>(m_space.limits->least[at(temporalSlot(l))][d]);
                most *= static_cast<double>(std::min(m_space.limits->most[at(temporalSlot(l))][d], m_left[d]));
            }
            const auto left = static_cast<double>(m_left[d]);
            if (least > left || most < left || m_left[d] % fixedPart(d) != 0) return false;
        }
        return true;
    }

    /// Of the dim: the product of the temporal factors that the limits fix. No more than the least that they allow.
    [[nodiscard]] Count fixedPart(std::size_t d) const {
        Count product = 1;
        for (int l = 0; l < m_space.levels; ++l) {
            const auto slot = at(temporalSlot(l));
            if (m_space.limits->least[slot][d] == m_space.limits->most[slot][d])
                product *= m_space.limits->least[slot][d];
        }
        return product;
    }

    bool take(const FanoutChoice& choice) {
        for (std::size_t d = 0; d < m_left.size(); ++d) {
            if (m_left[d] % choice.product[d] != 0) return false;
        }
        for (std::size_t d = 0; d < m_left.size(); ++d) m_left[d] /= choice.product[d];
        return true;
    }

    void giveBack(const FanoutChoice& choice) {
        for (std::size_t d = 0; d < m_left.size(); ++d) m_left[d] *= choice.product[d];
    }

    void trim(std::size_t room) {
        auto& picks = m_placements.picks;
        std::stable_sort(picks.begin(), picks.end(),
                         [](const SpatialPick& a, const SpatialPick& b) { return a.lanes > b.lanes; });
        room = std::min(room, kMostPicks);
        if (picks.size() <= room) return;
        m_placements.lanesLeftOut = std::max(m_placements.lanesLeftOut, picks[room].lanes);
        m_leastLanes = std::max(m_leastLanes, picks[room].lanes);
        picks.resize(room);
    }

    const SearchSpace& m_space;
    SpatialPlacements& m_placements;
    double m_leastLanes;
    double m_leastAllowed = 0;
    std::vector<double> m_most; ///< lanes that the fan-outs from a level inward can have
    std::vector<Count> m_left;
    SpatialPick m_pick;
};

} // namespace

std::vector<std::vector<char>> keepChoices(const SearchSpace& space) {
    std::vector<std::vector<char>> choices = {{}};
    for (int level = 0; level < space.levels; ++level) {
        for (int tensor = 0; tensor < space.tensors; ++tensor) {
            const bool may = space.mayKeep[at(level)][at(tensor)] != 0;
            const bool must = space.mustKeep[at(level)][at(tensor)] != 0;
            std::vector<std::vector<char>> longer;
            for (const auto& choice : choices) {
                for (const char keep : {char{1}, char{0}}) {
                    if ((keep != 0 && !may) || (keep == 0 && must)) continue;
                    longer.push_back(choice);
                    longer.back().push_back(keep);
                }
            }
            choices = std::move(longer);
        }
    }
    return choices;
}

SpatialPlacements spatialPlacements(const SearchSpace& space, double leastLanes) {
    SpatialPlacements placements;
    for (int level = 0; level < space.levels; ++level) placements.choices.push_back(FanoutLister(space, level).run());
    PickLister(space, leastLanes, placements).run();
    return placements;
}

} // namespace nestwright
