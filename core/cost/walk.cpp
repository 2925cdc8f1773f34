// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/walk.h"

#include "core/cost/instance_classes.h"
#include "core/cost/step_requests.h"
#include "core/cost/word_set.h"

#include <algorithm>
#include <map>

namespace nestwright {
namespace {

/// What instances of a class hold, and with links what they asked for last. Places are relative to the sub-nest being
/// walked.
struct Held {
    bool isEmpty = true;
    bool hasDirection = false;
    Coordinates direction;
    Coordinates corner;
    Coordinates extents;
    WordSet last;
    auto operator<=>(const Held&) const = default;
};

using State = std::vector<Held>; ///< by class

struct WalkOutcome {
    LinkWords words;
    State state;
};

void shift(State& state, const Coordinates& step, Count times) {
    for (auto& held : state) {
        for (std::size_t r = 0; r < held.corner.size(); ++r) held.corner[r] += times * step[r];
        for (std::size_t r = 0; r < held.last.place.size(); ++r) held.last.place[r] += times * step[r];
    }
}

/// Iterations of a loop that look alike.
struct Run {
    Passes passes;
    Count count = 0;
};

class Walker {
public:
    Walker(const Problem& problem, const Nest& nest, const ChainLink& link, const std::vector<SpatialGroup>& groups)
        : m_problem(problem)
        , m_nest(nest)
        , m_link(link)
        , m_classes(nest, static_cast<int>(problem.dims.size()), link.childDepth)
        , m_requests(nest, link, m_classes, groups) {
        for (int i = 0; i < link.childDepth; ++i) {
            const auto& [loop, stride] = nest.loops()[static_cast<std::size_t>(i)];
            m_steps.push_back(projectStep(problem, link.tensor, loop.dim, stride));
        }
    }

    LinkWords run() { return visit(0, m_classes.allInLast(), State(m_classes.count())).words; }

private:
    const Loop& loopAt(int i) const { return m_nest.loops()[static_cast<std::size_t>(i)].loop; }

    WalkOutcome visit(int i, const Passes& passes, const State& state) {
        if (i == m_link.childDepth) return leaf(passes, state);
        if (loopAt(i).isSpatial) return visit(i + 1, m_classes.insideSpatial(i, passes), state);
        auto key = std::make_tuple(i, passes, state);
        const auto absent = forget(i, passes, std::get<State>(key));
        auto it = m_memo.find(key);
        if (it == m_memo.end()) {
            WalkOutcome outcome = iterate(i, passes, std::get<State>(key));
            it = m_memo.emplace(std::move(key), std::move(outcome)).first;
        }
        WalkOutcome outcome = it->second;
        remember(absent, state, outcome.state);
        return outcome;
    }

    /// A class that takes no part in the sub-nest keeps what it holds; leaving that out lets states repeat. What it
    /// asked for last matters to its neighbours once more.
    std::vector<std::size_t> forget(int i, const Passes& passes, State& state) const {
        std::vector<std::size_t> absent;
        for (std::size_t c = 0; c < m_classes.count(); ++c) {
            if (!m_classes.staysAbsent(i, passes, c)) continue;
            absent.push_back(c);
            WordSet last = std::move(state[c].last);
            state[c] = Held{};
            state[c].last = std::move(last);
        }
        return absent;
    }

    static void remember(const std::vector<std::size_t>& absent, const State& before, State& state) {
        for (const std::size_t c : absent) {
            WordSet last = std::move(state[c].last);
            state[c] = before[c];
            state[c].last = std::move(last);
        }
    }

    WalkOutcome iterate(int i, const Passes& passes, const State& state) {
        WalkOutcome outcome{{}, state};
        const auto runs = runsOf(i, passes);
        if (m_link.steps == CountingRules::Steps::sampled) {
            sample(i, runs, outcome);
            return outcome;
        }
        const Coordinates& step = m_steps[static_cast<std::size_t>(i)];
        for (const auto& run : runs) {
            if (isIdle(i + 1, run.passes)) {
                shift(outcome.state, step, -run.count);
            } else {
                repeat(i, run, outcome);
            }
        }
        shift(outcome.state, step, loopAt(i).bound);
        return outcome;
    }

    /// The iterations of a loop in order, those of one shape together.
    std::vector<Run> runsOf(int i, const Passes& passes) const {
        const Loop& loop = loopAt(i);
        if (m_nest.isPerfect(loop.dim) || !m_classes.isAnyInLast(passes, loop.dim)) return {{passes, loop.bound}};
        const bool isLastWhole = m_nest.coverLast(loop.dim, i + 1) == m_nest.coverFull(loop.dim, i + 1);
        const Count whole = isLastWhole ? loop.residual : loop.residual - 1;
        std::vector<Run> runs;
        if (whole > 0) runs.push_back({m_classes.withLastAs(passes, loop.dim, Pass::earlier), whole});
        if (!isLastWhole) runs.push_back({passes, 1});
        if (loop.bound > loop.residual)
            runs.push_back({m_classes.withLastAs(passes, loop.dim, Pass::absent), loop.bound - loop.residual});
        return runs;
    }

    bool isIdle(int i, const Passes& passes) const {
        for (std::size_t c = 0; c < m_classes.count(); ++c) {
            if (!m_classes.staysAbsent(i, passes, c)) return false;
        }
        return true;
    }

    /// Each iteration leaves the state relative to the next one.
    void repeat(int i, const Run& run, WalkOutcome& outcome) {
        const Coordinates& step = m_steps[static_cast<std::size_t>(i)];
        State before = outcome.state;
        const auto absent = forget(i + 1, run.passes, outcome.state);
        std::vector<std::pair<State, LinkWords>> seen;
        for (Count k = 0; k < run.count; ++k) {
            const auto it =
                std::find_if(seen.begin(), seen.end(), [&](const auto& entry) { return entry.first == outcome.state; });
            if (it != seen.end()) {
                const auto period = static_cast<Count>(seen.end() - it);
                const auto rounds = static_cast<double>((run.count - k) / period);
                LinkWords cycle = outcome.words;
                cycle.add(it->second, -1);
                outcome.words.add(cycle, rounds);
                k += (run.count - k) / period * period;
                seen.clear();
                if (k >= run.count) break;
            }
            seen.emplace_back(outcome.state, outcome.words);
            WalkOutcome next = visit(i + 1, run.passes, outcome.state);
            outcome.words.add(next.words);
            outcome.state = std::move(next.state);
            shift(outcome.state, step, -1);
        }
        shift(before, step, -run.count);
        remember(absent, before, outcome.state);
    }

    void sample(int i, const std::vector<Run>& runs, WalkOutcome& outcome) {
        const Coordinates& step = m_steps[static_cast<std::size_t>(i)];
        Count at = 0;
        const auto walk = [&](const Run& run, Count iteration, Count times) {
            shift(outcome.state, step, at - iteration);
            at = iteration;
            WalkOutcome next = visit(i + 1, run.passes, outcome.state);
            outcome.words.add(next.words, static_cast<double>(times));
            outcome.state = std::move(next.state);
        };
        Count first = 0;
        for (const auto& run : runs) {
            if (!isIdle(i + 1, run.passes)) {
                if (first == 0) walk(run, 0, 1);
                const Count walked = first == 0 ? 1 : 0;
                if (run.count > walked) walk(run, first + walked, run.count - walked);
            }
            first += run.count;
        }
        shift(outcome.state, step, at);
    }

    WalkOutcome leaf(const Passes& passes, const State& state) {
        WalkOutcome outcome{{}, state};
        std::vector<WordSet> now(m_classes.count());
        std::vector<WordSet> last;
        bool isAnyActive = false;
        for (std::size_t c = 0; c < m_classes.count(); ++c) {
            if (m_classes.isAbsent(passes, c)) continue;
            isAnyActive = true;
            now[c] = advance(extentsOf(passes, c), outcome.state[c]);
        }
        if (!isAnyActive) return outcome;
        if (m_link.hasNeighbourLinks) {
            for (std::size_t c = 0; c < m_classes.count(); ++c) {
                last.push_back(std::move(outcome.state[c].last));
                outcome.state[c].last = now[c];
            }
        }
        outcome.words = m_requests.count(now, last);
        return outcome;
    }

    std::vector<Count> extentsOf(const Passes& passes, std::size_t c) const {
        std::vector<Count> extents;
        for (int d = 0; d < static_cast<int>(m_problem.dims.size()); ++d) {
            extents.push_back(m_classes.passOf(passes, c, d) == Pass::last ? m_nest.coverLast(d, m_link.childDepth)
                                                                           : m_nest.coverFull(d, m_link.childDepth));
        }
        return extents;
    }

    /// The child takes its next tile: what it must receive, and what it then holds.
    WordSet advance(const std::vector<Count>& extents, Held& held) const {
        Coordinates corner = lowerCorner(m_problem, m_link.tensor, extents);
        Coordinates box = m_problem.footprint(m_link.tensor, extents);
        if (m_link.childForgets) return wholeBox(corner, box);
        const bool keeps = !held.isEmpty && keepsOverlap(corner, held);
        WordSet asked = keeps ? boxBeyond(corner, box, held.corner, held.extents) : wholeBox(corner, box);
        held.isEmpty = false;
        held.corner = std::move(corner);
        held.extents = std::move(box);
        return asked;
    }

    static bool keepsOverlap(const Coordinates& corner, Held& held) {
        Coordinates move(corner.size());
        for (std::size_t r = 0; r < corner.size(); ++r) move[r] = corner[r] - held.corner[r];
        if (isZero(move)) return true;
        if (held.hasDirection && move != held.direction) {
            held.hasDirection = false;
            held.direction.clear();
            return false;
        }
        held.hasDirection = true;
        held.direction = std::move(move);
        return true;
    }

    const Problem& m_problem;
    const Nest& m_nest;
    const ChainLink& m_link;
    InstanceClasses m_classes;
    StepRequests m_requests;
    std::vector<Coordinates> m_steps; ///< in the tensor, of one iteration of each loop
    std::map<std::tuple<int, Passes, State>, WalkOutcome> m_memo;
};

} // namespace

LinkWords walkLink(const Problem& problem, const Nest& nest, const ChainLink& link,
                   const std::vector<SpatialGroup>& groups) {
    return Walker(problem, nest, link, groups).run();
}

} // namespace nestwright
