// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/property/brute_force.h"

#include "tests/property/nest_walk.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace nestwright {
namespace {

constexpr int kNothing = -1;

/// One child (an instance of the inner level, or a lane) by its spatial coordinates.
struct Child {
    Index offset;              ///< of each dim's index
    std::vector<int> ancestor; ///< by level, the number of the instance that it lies in
};

/// Calls `visit` with every combination of indices of the loops, outermost slowest.
template <class Visit>
void forEachCombination(const std::vector<StridedLoop>& loops, std::size_t dims, Visit visit) {
    std::vector<Count> at(loops.size(), 0);
    Index base(dims, 0);
    while (true) {
        visit(base, at);
        auto i = loops.size();
        while (i > 0) {
            const auto& loop = loops[i - 1];
            auto& index = base[static_cast<std::size_t>(loop.loop.dim)];
            if (++at[i - 1] < loop.loop.bound) {
                index += loop.stride;
                break;
            }
            index -= loop.stride * (loop.loop.bound - 1);
            at[i - 1] = 0;
            --i;
        }
        if (i == 0) return;
    }
}

std::vector<StridedLoop> loopsOf(const Nest& nest, std::size_t outside, bool spatial) {
    std::vector<StridedLoop> chosen;
    for (std::size_t i = 0; i < outside; ++i) {
        if (nest.loops[i].loop.isSpatial == spatial) chosen.push_back(nest.loops[i]);
    }
    return chosen;
}

/// What flows between two neighbouring levels that keep a tensor, or the innermost one and compute.
struct Flow {
    Count requested = 0; ///< words out of (outputs: into) the outer level, a group of equal requests once
    Count arrived = 0;   ///< words into all children
    Count returned = 0;  ///< outputs: of these, words that the outer level has partial sums of
    Count distinct = 0;  ///< outputs: distinct words, each outer instance counting its own
};

/// The walk over one such boundary.
class BoundaryWalk {
public:
    BoundaryWalk(const Problem& problem, const Accelerator& accelerator, const Nest& nest, const Storage& outer,
                 const std::optional<PlacedStorage>& inner)
        : m_problem(problem)
        , m_accelerator(accelerator)
        , m_outer(outer)
        , m_inner(inner)
        , m_tensor(problem.tensors[static_cast<std::size_t>(outer.tensor)])
        , m_loopsOutside(inner ? inner->loopsOutside : nest.loops.size())
        , m_innerLevel(inner ? inner->storage.level : static_cast<int>(accelerator.levels.size()))
        , m_temporal(loopsOf(nest, m_loopsOutside, false))
        , m_spatial(loopsOf(nest, m_loopsOutside, true)) {
        Index bounds;
        for (const auto& dim : problem.dims) bounds.push_back(dim.bound);
        m_whole = boxOf(m_tensor, Index(bounds.size(), 0), bounds);
        m_extent = Index(bounds.size(), 1);
        for (std::size_t i = m_loopsOutside; i < nest.loops.size(); ++i) {
            m_extent[static_cast<std::size_t>(nest.loops[i].loop.dim)] *= nest.loops[i].loop.bound;
        }
        placeChildren();
    }

    Flow walk() {
        forEachCombination(m_temporal, m_problem.dims.size(), [&](const Index& base, const auto&) { step(base); });
        for (const auto& seen : m_seen) m_flow.distinct += std::count(seen.begin(), seen.end(), true);
        return m_flow;
    }

private:
    void placeChildren() {
        const auto levels = static_cast<std::size_t>(m_innerLevel) + 1;
        forEachCombination(m_spatial, m_problem.dims.size(), [&](const Index& offset, const std::vector<Count>& at) {
            Child child{offset, std::vector<int>(levels, 0)};
            for (std::size_t i = 0; i < m_spatial.size(); ++i) {
                const auto& loop = m_spatial[i].loop;
                for (auto l = static_cast<std::size_t>(loop.fanoutLevel) + 1; l < levels; ++l) {
                    child.ancestor[l] = child.ancestor[l] * static_cast<int>(loop.bound) + static_cast<int>(at[i]);
                }
            }
            m_children.push_back(std::move(child));
        });
        m_states.resize(m_children.size());
        const auto outerLevel = static_cast<std::size_t>(m_outer.level);
        int last = 0;
        for (const auto& child : m_children) last = std::max(last, child.ancestor[outerLevel]);
        m_seen.assign(static_cast<std::size_t>(last) + 1,
                      std::vector<bool>(m_tensor.isReadWrite() ? static_cast<std::size_t>(m_whole.words()) : 0));
    }

    /// The request of one child, as a number that equal sets share.
    int requestOf(std::size_t c, const Index& base) {
        Index first(base.size());
        Index extent(base.size());
        for (std::size_t d = 0; d < base.size(); ++d) {
            first[d] = base[d] + m_children[c].offset[d];
            const Count left = m_problem.dims[d].bound - first[d];
            if (left <= 0) return kNothing;
            extent[d] = std::min(m_extent[d], left);
        }
        const Box tile = boxOf(m_tensor, first, extent);
        const Words words = m_inner ? m_states[c].moveTo(tile, m_whole, m_inner->storage.noTemporalReuse)
                                    : wordsOutside(tile, nullptr, m_whole);
        if (words.empty()) return kNothing;
        const auto [it, isNew] = m_numbers.try_emplace(words, static_cast<int>(m_sets.size()));
        if (isNew) m_sets.push_back(words);
        return it->second;
    }

    void step(const Index& base) {
        std::vector<std::vector<int>> requests(m_children.size());
        for (std::size_t c = 0; c < m_children.size(); ++c) {
            const int request = requestOf(c, base);
            if (request == kNothing) continue;
            requests[c].push_back(request);
            const auto& words = m_sets[static_cast<std::size_t>(request)];
            m_flow.arrived += static_cast<Count>(words.size());
            if (m_tensor.isReadWrite()) countReturns(outerInstance(c), words);
        }
        for (std::size_t c = 0; c < m_children.size(); ++c) {
            if (!requests[c].empty() && m_tensor.isReadWrite()) markSeen(outerInstance(c), requests[c].front());
        }
        sendUp(requests);
    }

    /// Merges equal requests fan-out by fan-out, from the innermost one outwards, and counts what is left.
    void sendUp(std::vector<std::vector<int>> requests) {
        std::vector<std::size_t> member(m_children.size()); // a child that stands for each requesting instance
        std::iota(member.begin(), member.end(), std::size_t{0});
        for (int level = m_innerLevel - 1; level >= m_outer.level; --level) {
            std::vector<std::vector<int>> merged;
            std::vector<std::size_t> mergedMember;
            for (std::size_t begin = 0; begin < member.size();) {
                std::size_t end = begin;
                std::vector<std::vector<int>> group;
                while (end < member.size() && ancestor(member[end], level) == ancestor(member[begin], level)) {
                    if (!requests[end].empty()) group.push_back(std::move(requests[end]));
                    ++end;
                }
                merged.push_back(merge(std::move(group), level));
                mergedMember.push_back(member[begin]);
                begin = end;
            }
            requests = std::move(merged);
            member = std::move(mergedMember);
        }
        for (const auto& list : requests) {
            for (const int request : list) {
                m_flow.requested += static_cast<Count>(m_sets[static_cast<std::size_t>(request)].size());
            }
        }
    }

    std::vector<int> merge(std::vector<std::vector<int>> group, int level) const {
        const auto& fanout = m_accelerator.levels[static_cast<std::size_t>(level)].fanout;
        const bool canMerge = m_tensor.isReadWrite() ? fanout.spatialReduction : fanout.multicast;
        if (canMerge && !m_outer.noMulticast) {
            std::sort(group.begin(), group.end());
            group.erase(std::unique(group.begin(), group.end()), group.end());
        }
        std::vector<int> list;
        for (const auto& requests : group) list.insert(list.end(), requests.begin(), requests.end());
        std::sort(list.begin(), list.end());
        return list;
    }

    void countReturns(std::size_t instance, const Words& words) {
        for (const auto word : words) m_flow.returned += m_seen[instance][word] ? 1 : 0;
    }

    void markSeen(std::size_t instance, int request) {
        for (const auto word : m_sets[static_cast<std::size_t>(request)]) m_seen[instance][word] = true;
    }

    [[nodiscard]] int ancestor(std::size_t child, int level) const {
        return m_children[child].ancestor[static_cast<std::size_t>(level)];
    }
    [[nodiscard]] std::size_t outerInstance(std::size_t child) const {
        return static_cast<std::size_t>(ancestor(child, m_outer.level));
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    Storage m_outer;
    std::optional<PlacedStorage> m_inner;
    const DataSpace& m_tensor;
    std::size_t m_loopsOutside;
    int m_innerLevel;
    std::vector<StridedLoop> m_temporal;
    std::vector<StridedLoop> m_spatial;
    Box m_whole;
    Index m_extent;
    std::vector<Child> m_children;
    std::vector<TileState> m_states;
    std::vector<std::vector<bool>> m_seen; ///< by instance of the outer level and word: it has a partial sum
    std::map<Words, int> m_numbers;
    std::vector<Words> m_sets;
    Flow m_flow;
};

Count largestTile(const Problem& problem, const Nest& nest, const PlacedStorage& node) {
    const auto& tensor = problem.tensors[static_cast<std::size_t>(node.storage.tensor)];
    Index inner(problem.dims.size(), 1);
    for (std::size_t i = node.loopsOutside; i < nest.loops.size(); ++i) {
        inner[static_cast<std::size_t>(nest.loops[i].loop.dim)] *= nest.loops[i].loop.bound;
    }
    const std::vector<StridedLoop> outside(nest.loops.begin(),
                                           nest.loops.begin() + static_cast<std::ptrdiff_t>(node.loopsOutside));
    Count largest = 0;
    forEachCombination(outside, problem.dims.size(), [&](const Index& base, const auto&) {
        Index extent(base.size());
        for (std::size_t d = 0; d < base.size(); ++d) {
            extent[d] = std::min(inner[d], problem.dims[d].bound - base[d]);
            if (extent[d] <= 0) return;
        }
        largest = std::max(largest, boxOf(tensor, base, extent).words());
    });
    return largest;
}

void countBoundary(const Flow& flow, const CountingRules& rules, const Storage& outer, const Storage* inner,
                   bool isReadWrite, WalkedTensor& above, WalkedTensor* below) {
    if (!isReadWrite) {
        above.reads += flow.requested;
        if (below != nullptr) below->fills += flow.arrived;
        return;
    }
    const bool elides = rules.firstReadElision && !outer.rmwFirstUpdate;
    above.updates += flow.requested;
    above.distinctWords = flow.distinct;
    above.temporalReductions += flow.requested - (elides ? flow.distinct : 0);
    above.reads += flow.requested - (elides ? flow.distinct : 0);
    if (below == nullptr) return;
    const bool fetchesFirst = !rules.firstReadElision || inner->rmwFirstUpdate;
    below->fills += fetchesFirst ? flow.arrived : flow.returned;
    if (rules.drainReads) below->reads += flow.arrived;
}

/// The average width of a dim's spatial loops above a level.
double averageWidth(const Nest& nest, int dim, Count dimBound, int level) {
    std::vector<StridedLoop> loops;
    std::size_t untilLastSpatial = 0;
    for (const auto& strided : nest.loops) {
        if (strided.loop.dim != dim) continue;
        loops.push_back(strided);
        if (strided.loop.isSpatial && strided.loop.fanoutLevel < level) untilLastSpatial = loops.size();
    }
    loops.resize(untilLastSpatial);
    Count active = 0;
    std::set<std::vector<Count>> steps;
    forEachCombination(loops, static_cast<std::size_t>(dim) + 1, [&](const Index& base, const std::vector<Count>& at) {
        if (base.back() >= dimBound) return;
        ++active;
        std::vector<Count> step;
        for (std::size_t i = 0; i < loops.size(); ++i) {
            if (!loops[i].loop.isSpatial) step.push_back(at[i]);
        }
        steps.insert(step);
    });
    return static_cast<double>(active) / static_cast<double>(steps.size());
}

double utilizedInstances(const Problem& problem, const Nest& nest, int level) {
    double product = 1;
    for (std::size_t d = 0; d < problem.dims.size(); ++d) {
        product *= averageWidth(nest, static_cast<int>(d), problem.dims[d].bound, level);
    }
    return product;
}

} // namespace

WalkedCounts walkCounts(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping,
                        const CountingRules& rules) {
    const Nest nest = takeApart(problem, mapping);
    WalkedCounts counts;
    counts.macs = 1;
    for (const auto& dim : problem.dims) counts.macs *= dim.bound;
    counts.computeCycles = 1;
    for (const auto& [loop, stride] : nest.loops) counts.computeCycles *= loop.isSpatial ? 1 : loop.bound;
    counts.levels.resize(accelerator.levels.size());
    for (std::size_t l = 0; l < counts.levels.size(); ++l) {
        counts.levels[l].utilizedInstances = utilizedInstances(problem, nest, static_cast<int>(l));
        counts.levels[l].tensors.resize(problem.tensors.size());
    }
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        std::vector<PlacedStorage> chain;
        for (const auto& placed : nest.storages) {
            if (placed.storage.tensor == static_cast<int>(t)) chain.push_back(placed);
        }
        for (std::size_t i = 0; i < chain.size(); ++i) {
            auto& above = counts.levels[static_cast<std::size_t>(chain[i].storage.level)].tensors[t];
            above.isKept = true;
            above.tileWords = largestTile(problem, nest, chain[i]);
            const bool hasInner = i + 1 < chain.size();
            const auto inner = hasInner ? std::optional(chain[i + 1]) : std::nullopt;
            const Flow flow = BoundaryWalk(problem, accelerator, nest, chain[i].storage, inner).walk();
            auto* below =
                hasInner ? &counts.levels[static_cast<std::size_t>(inner->storage.level)].tensors[t] : nullptr;
            countBoundary(flow, rules, chain[i].storage, hasInner ? &inner->storage : nullptr,
                          problem.tensors[t].isReadWrite(), above, below);
        }
    }
    return counts;
}

} // namespace nestwright
