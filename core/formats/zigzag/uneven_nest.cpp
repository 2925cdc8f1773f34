// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zigzag/uneven_nest.h"

#include <algorithm>

namespace nestwright::zigzag {
namespace {

/// A storage node and the depths between which it can stand.
struct Place {
    int tensor = 0;
    int level = 0;
    int depth = 0;
    int outermost = 0;
    int innermost = 0;
};

class Sequencer {
public:
    Sequencer(const Problem& problem, const Accelerator& accelerator, const UnevenNest& nest)
        : m_problem(problem)
        , m_accelerator(accelerator)
        , m_nest(nest) {}

    Result<Mapping> run() {
        findPlaces();
        if (auto placed = placeFanouts(); !placed) return tl::unexpected(placed.error());
        for (auto& place : m_places) settle(place);
        Mapping mapping = sequence();
        setResiduals(mapping);
        return mapping;
    }

private:
    int depth() const { return static_cast<int>(m_nest.temporal.size()); }
    int levels() const { return static_cast<int>(m_accelerator.levels.size()); }
    bool moves(int tensor, int loop) const {
        return m_problem.isRelevant(tensor, m_nest.temporal[static_cast<std::size_t>(loop)].dim);
    }

    void findPlaces() {
        for (std::size_t t = 0; t < m_nest.cuts.size(); ++t) {
            const int tensor = static_cast<int>(t);
            for (const auto& cut : m_nest.cuts[t]) {
                Place place{tensor, cut.level, cut.depth, cut.depth, cut.depth};
                while (place.innermost < depth() && !moves(tensor, place.innermost)) ++place.innermost;
                while (place.outermost > 0 && !moves(tensor, place.outermost - 1)) --place.outermost;
                if (cut.level == 0) place = {tensor, 0, 0, 0, 0};
                m_places.push_back(place);
            }
        }
    }

    bool isUsed(int level) const {
        return std::any_of(m_nest.spatial.begin(), m_nest.spatial.end(),
                           [&](const Loop& loop) { return loop.fanoutLevel == level && loop.bound > 1; });
    }

    /// Each fan-out in use stands inside all nodes of levels above it and outside all nodes of levels below it, as far
    /// in as it can without moving the latter.
    Result<void> placeFanouts() {
        m_fanoutDepth.assign(static_cast<std::size_t>(levels()), -1);
        for (int l = 0; l < levels(); ++l) {
            if (!isUsed(l)) continue;
            const Place* upper = nullptr;
            const Place* lower = nullptr;
            int outermost = 0;
            int innermost = depth();
            for (const auto& place : m_places) {
                if (place.level <= l) {
                    outermost = std::max(outermost, place.depth);
                    if (upper == nullptr || place.outermost > upper->outermost) upper = &place;
                } else {
                    innermost = std::min(innermost, place.depth);
                    if (lower == nullptr || place.innermost < lower->innermost) lower = &place;
                }
            }
            const int least = upper == nullptr ? 0 : upper->outermost;
            const int most = lower == nullptr ? depth() : lower->innermost;
            if (least > most) return tl::unexpected(conflict(*upper, *lower));
            m_fanoutDepth[static_cast<std::size_t>(l)] = std::clamp(std::max(outermost, innermost), least, most);
        }
        return {};
    }

    Error conflict(const Place& upper, const Place& lower) const {
        const auto nameOf = [&](const Place& place) {
            return m_problem.tensors[static_cast<std::size_t>(place.tensor)].name;
        };
        const auto levelOf = [&](const Place& place) {
            return m_accelerator.levels[static_cast<std::size_t>(place.level)].name;
        };
        return {ErrorKind::infeasible,
                message(NW_TEXT("zigzag.uneven", "%1 stays in %2 for longer than %3 in %4, which stands above the "
                                                 "array"),
                        nameOf(lower), levelOf(lower), nameOf(upper), levelOf(upper)),
                {},
                message(NW_TEXT("zigzag.uneven.remedy", "Keep %1 in %2 for more of the loops, or %3 in %4 for fewer."),
                        nameOf(upper), levelOf(upper), nameOf(lower), levelOf(lower))};
    }

    void settle(Place& place) const {
        for (int l = 0; l < levels(); ++l) {
            const int at = m_fanoutDepth[static_cast<std::size_t>(l)];
            if (at < 0) continue;
            if (place.level <= l) place.depth = std::min(place.depth, at);
            if (place.level > l) place.depth = std::max(place.depth, at);
        }
    }

    Mapping sequence() const {
        Mapping mapping;
        for (int at = 0; at <= depth(); ++at) {
            for (int l = 0; l < levels(); ++l) {
                for (const auto& place : m_places) {
                    if (place.depth == at && place.level == l) mapping.nodes.emplace_back(Storage{place.tensor, l});
                }
                if (m_fanoutDepth[static_cast<std::size_t>(l)] != at) continue;
                for (const auto& loop : m_nest.spatial) {
                    if (loop.fanoutLevel == l && loop.bound > 1) mapping.nodes.emplace_back(loop);
                }
            }
            if (at < depth()) mapping.nodes.emplace_back(m_nest.temporal[static_cast<std::size_t>(at)]);
        }
        return mapping;
    }

    /// The last pass of each loop, so that the loops of a dim cover its bound and no more; a loop that needs fewer
    /// iterations than it has room for runs them only.
    void setResiduals(Mapping& mapping) const {
        for (std::size_t d = 0; d < m_problem.dims.size(); ++d) {
            std::vector<Loop*> loops;
            for (auto& node : mapping.nodes) {
                auto* loop = std::get_if<Loop>(&node);
                if (loop != nullptr && loop->dim == static_cast<int>(d)) loops.push_back(loop);
            }
            Count rest = m_problem.dims[d].bound - 1;
            for (auto it = loops.rbegin(); it != loops.rend(); ++it) {
                Loop& loop = **it;
                const Count outside = rest / loop.bound;
                loop.residual = rest % loop.bound + 1;
                if (outside == 0) loop.bound = loop.residual;
                rest = outside;
            }
        }
        std::erase_if(mapping.nodes, [](const MappingNode& node) {
            const auto* loop = std::get_if<Loop>(&node);
            return loop != nullptr && loop->bound == 1;
        });
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    const UnevenNest& m_nest;
    std::vector<Place> m_places;
    std::vector<int> m_fanoutDepth; ///< by level; -1 where its fan-out isn't used
};

} // namespace

Result<Mapping> mappingOf(const Problem& problem, const Accelerator& accelerator, const UnevenNest& nest) {
    return Sequencer(problem, accelerator, nest).run();
}

} // namespace nestwright::zigzag
