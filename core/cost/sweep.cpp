// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/sweep.h"

#include "core/cost/siblings.h"
#include "core/cost/word_set.h"

#include <algorithm>
#include <optional>

namespace nestwright {
namespace {

/// Sums over steps of a child's requests in words: plain, times the requests that leave the innermost fan-out for
/// them, and times the children that neighbours serve.
struct Sums {
    double words = 0;
    double sent = 0;
    double linked = 0;

    void add(const Sums& more, double times = 1) {
        words += times * more.words;
        sent += times * more.sent;
        linked += times * more.linked;
    }
};

/// What a run of steps does from one state, and what it costs.
struct SweepOutcome {
    int state = 0;
    Sums sums;
};

class Sweep {
public:
    Sweep(const Problem& problem, const Nest& nest, const ChainLink& link, const std::vector<SpatialGroup>& groups)
        : m_link(link)
        , m_extents(problem.footprint(link.tensor, nest.largestExtents(link.childDepth)))
        , m_isSampled(link.steps == CountingRules::Steps::sampled) {
        const Coordinates origin(m_extents.size(), 0);
        m_requests = {WordSet{}, wholeBox(origin, m_extents)};
        makeSteps(problem, nest);
        if (groups.empty()) return;
        const SpatialGroup& inner = groups.back();
        const bool isShared = link.shares[static_cast<std::size_t>(inner.fanoutLevel)];
        m_unlinked = isShared ? inner.distinctPlaces : inner.children;
        if (link.hasNeighbourLinks)
            m_siblings.emplace(nest, inner, FanoutRules{isShared, true, link.linkIds, link.physicalX});
        m_lastRequests = m_siblings ? m_requests.size() : 1;
    }

    Sums run() {
        m_memo.assign(m_steps.size(), std::vector<std::optional<SweepOutcome>>(stateOf(m_directions, 0)));
        Sums sums = served(kWhole, kNothing, {});
        sums.add(around(m_steps.size(), stateOf(0, kWhole)).sums);
        return sums;
    }

private:
    static constexpr std::size_t kNothing = 0; ///< indices in m_requests
    static constexpr std::size_t kWhole = 1;

    struct Step {
        Coordinates move;
        std::size_t direction = 0; ///< 0: the tile stays; else one more than the number of the direction
        Count bound = 1;
    };

    void makeSteps(const Problem& problem, const Nest& nest) {
        Coordinates rewind(m_extents.size(), 0);
        for (int i = m_link.childDepth - 1; i >= 0; --i) {
            const auto& [loop, stride] = nest.loops()[static_cast<std::size_t>(i)];
            if (loop.isSpatial) continue;
            const Coordinates step = projectStep(problem, m_link.tensor, loop.dim, stride);
            Coordinates move(step.size());
            for (std::size_t r = 0; r < step.size(); ++r) {
                move[r] = step[r] - rewind[r];
                rewind[r] += (m_isSampled ? 1 : loop.bound - 1) * step[r];
            }
            const std::size_t direction = m_link.childForgets ? 0 : directionOf(move);
            m_steps.push_back({std::move(move), direction, loop.bound});
        }
    }

    std::size_t directionOf(const Coordinates& move) {
        if (isZero(move)) return 0;
        const auto it =
            std::find_if(m_steps.begin(), m_steps.end(), [&](const Step& step) { return step.move == move; });
        if (it != m_steps.end()) return it->direction;
        const Coordinates origin(move.size(), 0);
        Coordinates before(move.size());
        for (std::size_t r = 0; r < move.size(); ++r) before[r] = -move[r];
        m_requests.push_back(boxBeyond(origin, m_extents, before, m_extents));
        return ++m_directions - 1;
    }

    /// A state is a direction remembered (0: none) and, with links, the last request.
    int stateOf(std::size_t direction, std::size_t request) const {
        return static_cast<int>(direction * m_lastRequests + (m_siblings ? request : 0));
    }

    SweepOutcome take(const Step& step, int state) {
        const std::size_t direction = static_cast<std::size_t>(state) / m_lastRequests;
        const std::size_t last = static_cast<std::size_t>(state) % m_lastRequests;
        if (m_link.childForgets) return {stateOf(0, kWhole), served(kWhole, last, step.move)};
        if (step.direction == 0) return {stateOf(direction, kNothing), {}};
        if (direction != 0 && direction != step.direction) return {stateOf(0, kWhole), served(kWhole, last, step.move)};
        const std::size_t request = step.direction + kWhole;
        return {stateOf(step.direction, request), served(request, last, step.move)};
    }

    Sums served(std::size_t request, std::size_t last, const Coordinates& move) {
        const WordSet& now = m_requests[request];
        Siblings::Served by{m_unlinked, 0};
        if (m_siblings && !now.isEmpty() && m_requests[last].form == now.form && !m_requests[last].isEmpty()) {
            Coordinates shift(move);
            for (std::size_t r = 0; r < shift.size(); ++r) shift[r] += now.place[r] - m_requests[last].place[r];
            by = m_siblings->withLinks(shift);
        }
        return {now.words, now.words * by.requests, now.words * by.linked};
    }

    /// The innermost `loops` loops from a state: the inner run, then (bound - 1) times a step and the inner run again.
    SweepOutcome around(std::size_t loops, int state) {
        if (loops == 0) return {state, {}};
        auto& known = m_memo[loops - 1][static_cast<std::size_t>(state)];
        if (!known) known = m_isSampled ? sample(loops, state) : repeat(loops, state);
        return *known;
    }

    SweepOutcome sample(std::size_t loops, int state) {
        const Step& step = m_steps[loops - 1];
        SweepOutcome now = around(loops - 1, state);
        const SweepOutcome moved = take(step, now.state);
        const SweepOutcome run = around(loops - 1, moved.state);
        const auto times = static_cast<double>(step.bound - 1);
        now.sums.add(moved.sums, times);
        now.sums.add(run.sums, times);
        now.state = run.state;
        return now;
    }

    /// The states repeat within a few iterations, after which the rest is a multiplication.
    SweepOutcome repeat(std::size_t loops, int state) {
        const Step& step = m_steps[loops - 1];
        SweepOutcome now = around(loops - 1, state);
        std::vector<std::pair<int, Sums>> seen;
        for (Count k = 1; k < step.bound; ++k) {
            const auto it =
                std::find_if(seen.begin(), seen.end(), [&](const auto& entry) { return entry.first == now.state; });
            if (it != seen.end()) {
                const auto period = static_cast<Count>(seen.end() - it);
                const Count rounds = (step.bound - k) / period;
                Sums round = now.sums;
                round.add(it->second, -1);
                now.sums.add(round, static_cast<double>(rounds));
                k += rounds * period;
                seen.clear();
                if (k >= step.bound) break;
            }
            seen.emplace_back(now.state, now.sums);
            const SweepOutcome moved = take(step, now.state);
            const SweepOutcome run = around(loops - 1, moved.state);
            now.sums.add(moved.sums);
            now.sums.add(run.sums);
            now.state = run.state;
        }
        return now;
    }

    const ChainLink& m_link;
    std::vector<Count> m_extents;
    bool m_isSampled;
    std::vector<Step> m_steps;       ///< innermost first
    std::vector<WordSet> m_requests; ///< nothing, the whole tile, then one for each direction; relative to the tile
    std::size_t m_directions = 1;    ///< none, then the distinct ones
    double m_unlinked = 1;           ///< requests that leave the innermost fan-out without links
    std::optional<Siblings> m_siblings;
    std::size_t m_lastRequests = 1;
    std::vector<std::vector<std::optional<SweepOutcome>>> m_memo;
};

double placesOf(const ChainLink& link, const SpatialGroup& group) {
    return link.shares[static_cast<std::size_t>(group.fanoutLevel)] ? group.distinctPlaces : group.children;
}

double instancesAt(const Nest& nest, int depth) {
    double product = 1;
    for (int i = 0; i < depth; ++i) {
        const Loop& loop = nest.loops()[static_cast<std::size_t>(i)].loop;
        if (loop.isSpatial) product *= static_cast<double>(loop.bound);
    }
    return product;
}

} // namespace

LinkWords sweepLink(const Problem& problem, const Nest& nest, const ChainLink& link,
                    const std::vector<SpatialGroup>& groups) {
    const Sums sums = Sweep(problem, nest, link, groups).run();
    const double parents = instancesAt(nest, link.parentDepth);
    LinkWords words;
    double above = parents; // instances at the upper end of the group in hand
    double requests = 1;    // that leave it for each request of the innermost group
    for (std::size_t g = 0; g + 1 < groups.size(); ++g) requests *= placesOf(link, groups[g]);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        words.entering.push_back(above * requests * sums.sent);
        if (g + 1 == groups.size()) words.linked = above * sums.linked;
        above *= groups[g].children;
        requests /= placesOf(link, groups[g]);
    }
    words.sent = groups.empty() ? parents * sums.words : words.entering.front();
    words.arrived = above * sums.words - words.linked;
    return words;
}

} // namespace nestwright
