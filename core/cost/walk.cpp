// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/walk.h"

#include <algorithm>
#include <map>
#include <optional>

namespace nestwright {
namespace {

/// Where the iteration stands in a dim with imperfect factors, as one class of instances sees it.
enum class Pass : signed char { earlier, last, absent };

/// Consecutive indices of a spatial loop that behave alike.
struct IndexClass {
    Count start = 0;
    Count count = 1;
    Pass passInLast = Pass::earlier; ///< what becomes of a class that is in the last pass of the dim so far
};

/// One class of instances: an index class for each spatial loop outside the child.
struct InstanceClass {
    std::vector<std::size_t> indices; ///< by spatial loop, outer to inner
    double multiplicity = 1;
};

/// What instances of a class hold.
struct Held {
    bool isEmpty = true;
    bool hasDirection = false;
    Coordinates direction;
    Coordinates corner; ///< relative to the sub-nest being walked
    Coordinates extents;
    auto operator<=>(const Held&) const = default;
};

using State = std::vector<Held>;
using Passes = std::vector<Pass>; ///< class by class, dim by dim

struct Outcome {
    LinkWords words;
    State state;
};

/// A set of words asked for: a box without its overlap with another, relative to the step. Sorted vectors compare.
using Request = std::vector<Count>;

struct Delta {
    double words = 0;
    Request key;
};

class Walker {
public:
    Walker(const Problem& problem, const Nest& nest, const ChainLink& link)
        : m_problem(problem)
        , m_nest(nest)
        , m_link(link)
        , m_ranks(problem.tensors[static_cast<std::size_t>(link.tensor)].projection.size())
        , m_groups(spatialGroups(problem, nest, link.tensor, link.parentDepth, link.childDepth)) {
        for (int i = 0; i < link.childDepth; ++i) {
            const auto& [loop, stride] = nest.loops()[static_cast<std::size_t>(i)];
            m_steps.push_back(projectStep(problem, link.tensor, loop.dim, stride));
            if (loop.isSpatial) {
                m_spatialLoops.push_back(i);
                m_indexClasses.push_back(indexClasses(i));
            }
        }
        makeInstanceClasses({}, 1);
    }

    LinkWords run() {
        const Passes passes(m_classes.size() * m_problem.dims.size(), Pass::last);
        return visit(0, passes, State(m_classes.size())).words;
    }

private:
    const Loop& loopAt(int i) const { return m_nest.loops()[static_cast<std::size_t>(i)].loop; }

    bool isInSharedPlaces(int i) const {
        return std::any_of(m_groups.begin(), m_groups.end(), [&](const SpatialGroup& group) {
            return !group.isInjective && std::find(group.loops.begin(), group.loops.end(), i) != group.loops.end();
        });
    }

    std::vector<IndexClass> indexClasses(int i) const {
        const Loop& loop = loopAt(i);
        std::vector<IndexClass> classes;
        if (isInSharedPlaces(i)) {
            for (Count k = 0; k < loop.bound; ++k) classes.push_back({k, 1, passAt(loop, k)});
            return classes;
        }
        if (m_nest.isPerfect(loop.dim)) return {{0, loop.bound, Pass::last}};
        if (loop.residual > 1) classes.push_back({0, loop.residual - 1, Pass::earlier});
        classes.push_back({loop.residual - 1, 1, Pass::last});
        if (!loop.isPerfect()) classes.push_back({loop.residual, loop.bound - loop.residual, Pass::absent});
        return classes;
    }

    static Pass passAt(const Loop& loop, Count index) {
        if (index < loop.residual - 1) return Pass::earlier;
        return index == loop.residual - 1 ? Pass::last : Pass::absent;
    }

    void makeInstanceClasses(std::vector<std::size_t> indices, double multiplicity) {
        if (indices.size() == m_spatialLoops.size()) {
            m_classOf[indices] = m_classes.size();
            m_classes.push_back({std::move(indices), multiplicity});
            return;
        }
        const auto& choices = m_indexClasses[indices.size()];
        for (std::size_t c = 0; c < choices.size(); ++c) {
            auto next = indices;
            next.push_back(c);
            makeInstanceClasses(std::move(next), multiplicity * static_cast<double>(choices[c].count));
        }
    }

    Pass& passOf(Passes& passes, std::size_t instanceClass, int dim) const {
        return passes[instanceClass * m_problem.dims.size() + static_cast<std::size_t>(dim)];
    }

    Outcome visit(int i, const Passes& passes, const State& state) {
        if (i == m_link.childDepth) return leaf(passes, state);
        if (loopAt(i).isSpatial) return visit(i + 1, afterSpatial(i, passes), state);
        auto key = std::make_tuple(i, passes, withoutAbsent(i, passes, state));
        auto it = m_memo.find(key);
        if (it == m_memo.end()) {
            Outcome outcome = iterate(i, passes, std::get<State>(key));
            it = m_memo.emplace(std::move(key), std::move(outcome)).first;
        }
        Outcome outcome = it->second;
        for (std::size_t c = 0; c < m_classes.size(); ++c) {
            if (staysAbsent(i, passes, c)) outcome.state[c] = state[c];
        }
        return outcome;
    }

    /// A class that takes no part in the sub-nest keeps what it holds; leaving that out lets states repeat.
    State withoutAbsent(int i, const Passes& passes, State state) const {
        for (std::size_t c = 0; c < m_classes.size(); ++c) {
            if (staysAbsent(i, passes, c)) state[c] = Held{};
        }
        return state;
    }

    /// Whether the class is absent in all of the sub-nest from loop `i`: in some dim it is absent already, or in the
    /// last pass with a spatial loop ahead, and no temporal one before it, whose last pass leaves it out.
    bool staysAbsent(int i, const Passes& passes, std::size_t c) const {
        if (isAbsent(passes, c)) return true;
        for (int dim = 0; dim < static_cast<int>(m_problem.dims.size()); ++dim) {
            if (passes[c * m_problem.dims.size() + static_cast<std::size_t>(dim)] != Pass::last) continue;
            if (!m_nest.isPerfect(dim) && isLeftOut(i, dim, c)) return true;
        }
        return false;
    }

    bool isLeftOut(int i, int dim, std::size_t c) const {
        for (std::size_t s = 0; s < m_spatialLoops.size(); ++s) {
            if (m_spatialLoops[s] < i || loopAt(m_spatialLoops[s]).dim != dim) continue;
            for (int j = i; j < m_spatialLoops[s]; ++j) {
                if (loopAt(j).dim == dim && !loopAt(j).isSpatial) return false;
            }
            const Pass pass = m_indexClasses[s][m_classes[c].indices[s]].passInLast;
            if (pass != Pass::last) return pass == Pass::absent;
        }
        return false;
    }

    Passes afterSpatial(int i, Passes passes) const {
        const int dim = loopAt(i).dim;
        const auto position = static_cast<std::size_t>(std::find(m_spatialLoops.begin(), m_spatialLoops.end(), i) -
                                                       m_spatialLoops.begin());
        if (m_nest.isPerfect(dim)) return passes;
        for (std::size_t c = 0; c < m_classes.size(); ++c) {
            Pass& pass = passOf(passes, c, dim);
            if (pass == Pass::last) pass = m_indexClasses[position][m_classes[c].indices[position]].passInLast;
        }
        return passes;
    }

    Outcome iterate(int i, const Passes& passes, const State& state) {
        const Loop& loop = loopAt(i);
        Outcome outcome{{}, state};
        if (m_nest.isPerfect(loop.dim)) {
            repeat(i, passes, loop.bound, outcome);
        } else {
            repeat(i, inPass(passes, loop.dim, Pass::earlier), loop.residual - 1, outcome);
            repeat(i, passes, 1, outcome);
            repeat(i, inPass(passes, loop.dim, Pass::absent), loop.bound - loop.residual, outcome);
        }
        shift(outcome.state, m_steps[static_cast<std::size_t>(i)], loop.bound);
        return outcome;
    }

    /// Classes that are in the last pass of the dim see another one for these iterations of the loop.
    Passes inPass(Passes passes, int dim, Pass pass) const {
        for (std::size_t c = 0; c < m_classes.size(); ++c) {
            Pass& own = passOf(passes, c, dim);
            if (own == Pass::last) own = pass;
        }
        return passes;
    }

    /// Runs iterations that all look alike; each leaves the state relative to the next one.
    void repeat(int i, const Passes& passes, Count iterations, Outcome& outcome) {
        std::vector<std::pair<State, LinkWords>> seen;
        for (Count k = 0; k < iterations; ++k) {
            const auto it =
                std::find_if(seen.begin(), seen.end(), [&](const auto& entry) { return entry.first == outcome.state; });
            if (it != seen.end()) {
                const auto period = static_cast<Count>(seen.end() - it);
                const auto rounds = static_cast<double>((iterations - k) / period);
                LinkWords cycle = outcome.words;
                cycle.add(it->second, -1);
                outcome.words.add(cycle, rounds);
                k += (iterations - k) / period * period;
                seen.clear();
                if (k >= iterations) break;
            }
            seen.emplace_back(outcome.state, outcome.words);
            Outcome step = visit(i + 1, passes, outcome.state);
            outcome.words.add(step.words);
            outcome.state = std::move(step.state);
            shift(outcome.state, m_steps[static_cast<std::size_t>(i)], -1);
        }
    }

    static void shift(State& state, const Coordinates& step, Count times) {
        for (auto& held : state) {
            for (std::size_t r = 0; r < held.corner.size(); ++r) held.corner[r] += times * step[r];
        }
    }

    Outcome leaf(const Passes& passes, const State& state) {
        Outcome outcome{{}, state};
        std::vector<Delta> deltas(m_classes.size());
        for (std::size_t c = 0; c < m_classes.size(); ++c) {
            if (isAbsent(passes, c)) continue;
            deltas[c] = advance(extentsOf(passes, c), outcome.state[c]);
            outcome.words.arrived += deltas[c].words * m_classes[c].multiplicity;
        }
        for (std::size_t g = 0; g < m_groups.size(); ++g) outcome.words.entering.push_back(enteringWords(g, deltas));
        outcome.words.sent = m_groups.empty() ? outcome.words.arrived : outcome.words.entering.front();
        return outcome;
    }

    bool isAbsent(const Passes& passes, std::size_t c) const {
        const auto begin = passes.begin() + static_cast<std::ptrdiff_t>(c * m_problem.dims.size());
        return std::find(begin, begin + static_cast<std::ptrdiff_t>(m_problem.dims.size()), Pass::absent) !=
               begin + static_cast<std::ptrdiff_t>(m_problem.dims.size());
    }

    std::vector<Count> extentsOf(const Passes& passes, std::size_t c) const {
        std::vector<Count> extents;
        for (int d = 0; d < static_cast<int>(m_problem.dims.size()); ++d) {
            const Pass pass = passes[c * m_problem.dims.size() + static_cast<std::size_t>(d)];
            extents.push_back(pass == Pass::last ? m_nest.coverLast(d, m_link.childDepth)
                                                 : m_nest.coverFull(d, m_link.childDepth));
        }
        return extents;
    }

    /// The child takes its next tile: what it must receive, and what it then holds.
    Delta advance(const std::vector<Count>& extents, Held& held) const {
        const Coordinates corner = lowerCorner(m_problem, m_link.tensor, extents);
        const Coordinates box = m_problem.footprint(m_link.tensor, extents);
        Delta delta{boxElements(box), {}};
        delta.key.insert(delta.key.end(), corner.begin(), corner.end());
        delta.key.insert(delta.key.end(), box.begin(), box.end());
        if (m_link.childForgets) return delta;
        if (!held.isEmpty && keepsOverlap(corner, held)) subtract(corner, box, held, delta);
        held.isEmpty = false;
        held.corner = corner;
        held.extents = box;
        return delta;
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

    static void subtract(const Coordinates& corner, const Coordinates& box, const Held& held, Delta& delta) {
        double overlap = 1;
        Request kept;
        for (std::size_t r = 0; r < box.size(); ++r) {
            const Count low = std::max(corner[r], held.corner[r]);
            const Count high = std::min(corner[r] + box[r], held.corner[r] + held.extents[r]);
            overlap *= static_cast<double>(std::max<Count>(0, high - low));
            kept.push_back(low);
            kept.push_back(high);
        }
        if (overlap == 0) return;
        delta.words -= overlap;
        delta.key.insert(delta.key.end(), kept.begin(), kept.end());
    }

    /// Words that enter the network of group `g`, summed over the instances at its upper end.
    double enteringWords(std::size_t g, const std::vector<Delta>& deltas) const {
        std::size_t outer = 0;
        while (m_spatialLoops[outer] != m_groups[g].loops.front()) ++outer;
        double total = 0;
        std::vector<std::size_t> prefix;
        forEachChoice(0, outer, prefix, [&] {
            double parents = 1;
            for (std::size_t i = 0; i < outer; ++i) parents *= static_cast<double>(m_indexClasses[i][prefix[i]].count);
            total += parents * ask(g, outer, prefix, deltas).words;
        });
        return total;
    }

    template <class Function>
    void forEachChoice(std::size_t from, std::size_t to, std::vector<std::size_t>& prefix,
                       const Function& function) const {
        if (from == to) {
            function();
            return;
        }
        for (std::size_t c = 0; c < m_indexClasses[from].size(); ++c) {
            prefix.push_back(c);
            forEachChoice(from + 1, to, prefix, function);
            prefix.pop_back();
        }
    }

    /// What the children through fan-out `g` and the ones below it ask of one instance: equal requests once.
    Delta ask(std::size_t g, std::size_t first, std::vector<std::size_t>& prefix,
              const std::vector<Delta>& deltas) const {
        if (g == m_groups.size()) return deltas[m_classOf.at(prefix)];
        const SpatialGroup& group = m_groups[g];
        const std::size_t next = first + group.loops.size();
        const bool isShared = m_link.shares[static_cast<std::size_t>(group.fanoutLevel)];
        std::map<Request, double> requests;
        forEachChoice(first, next, prefix, [&] {
            const Delta below = ask(g + 1, next, prefix, deltas);
            if (below.words == 0) return;
            Coordinates place(m_ranks, 0);
            double times = 1;
            for (std::size_t i = 0; i < group.loops.size(); ++i) {
                const IndexClass& index = m_indexClasses[first + i][prefix[first + i]];
                for (std::size_t r = 0; r < m_ranks; ++r) place[r] += index.start * group.steps[i][r];
                if (!isShared || !isZero(group.steps[i])) times *= static_cast<double>(index.count);
            }
            Request key = keyAt(place, below.key);
            if (!isShared) key.insert(key.end(), prefix.begin() + static_cast<std::ptrdiff_t>(first), prefix.end());
            requests.emplace(std::move(key), times * below.words);
        });
        Delta all;
        for (const auto& [key, words] : requests) {
            all.words += words;
            all.key.push_back(static_cast<Count>(key.size()));
            all.key.insert(all.key.end(), key.begin(), key.end());
        }
        return all;
    }

    static Request keyAt(const Coordinates& place, const Request& below) {
        Request key(place.begin(), place.end());
        key.insert(key.end(), below.begin(), below.end());
        return key;
    }

    const Problem& m_problem;
    const Nest& m_nest;
    const ChainLink& m_link;
    std::size_t m_ranks;
    std::vector<SpatialGroup> m_groups;
    std::vector<Coordinates> m_steps;
    std::vector<int> m_spatialLoops;
    std::vector<std::vector<IndexClass>> m_indexClasses;
    std::vector<InstanceClass> m_classes;
    std::map<std::vector<std::size_t>, std::size_t> m_classOf;
    std::map<std::tuple<int, Passes, State>, Outcome> m_memo;
};

} // namespace

void LinkWords::add(const LinkWords& other, double times) {
    sent += times * other.sent;
    arrived += times * other.arrived;
    if (entering.size() < other.entering.size()) entering.resize(other.entering.size(), 0);
    for (std::size_t g = 0; g < other.entering.size(); ++g) entering[g] += times * other.entering[g];
}

LinkWords walkLink(const Problem& problem, const Nest& nest, const ChainLink& link) {
    return Walker(problem, nest, link).run();
}

} // namespace nestwright
