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
    Count x = 0;               ///< in the fan-out just above it
    Count y = 0;
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

std::vector<StridedLoop> loopsOf(const WalkedNest& nest, std::size_t outside, bool spatial) {
    std::vector<StridedLoop> chosen;
    for (std::size_t i = 0; i < outside; ++i) {
        if (nest.loops[i].loop.isSpatial == spatial) chosen.push_back(nest.loops[i]);
    }
    return chosen;
}

/// What flows between two neighbouring levels that keep a tensor, or the innermost one and compute.
struct Flow {
    Count requested = 0; ///< words out of (outputs: into) the outer level, a group of equal requests once
    Count arrived = 0;   ///< words into all children, from the outer level
    Count linked = 0;    ///< words into all children, from neighbours
    Count readOnce = 0;  ///< words requested when siblings of the outer level keep shared words once among them
    std::vector<WalkedNetwork> networks; ///< by level; those between the two are filled in
};

using Requests = std::vector<std::vector<int>>; ///< by requesting instance, numbers of sets of words

/// The walk over one such boundary.
class BoundaryWalk {
public:
    BoundaryWalk(const Problem& problem, const Accelerator& accelerator, const CountingRules& rules,
                 const WalkedNest& nest, const Storage& outer, const std::optional<WalkedStorage>& inner,
                 const std::optional<Storage>& sharer)
        : m_problem(problem)
        , m_accelerator(accelerator)
        , m_rules(rules)
        , m_nest(nest)
        , m_outer(outer)
        , m_inner(inner)
        , m_sharer(sharer)
        , m_tensor(problem.tensors[static_cast<std::size_t>(outer.tensor)])
        , m_loopsOutside(inner ? inner->loopsOutside : nest.loops.size())
        , m_innerLevel(inner ? inner->storage.level : static_cast<int>(accelerator.levels.size()))
        , m_spatial(loopsOf(nest, m_loopsOutside, true)) {
        Index bounds;
        for (const auto& dim : problem.dims) bounds.push_back(dim.bound);
        m_whole = boxOf(m_tensor, Index(bounds.size(), 0), bounds);
        m_extent = Index(bounds.size(), 1);
        for (std::size_t i = m_loopsOutside; i < nest.loops.size(); ++i) {
            m_extent[static_cast<std::size_t>(nest.loops[i].loop.dim)] *= nest.loops[i].loop.bound;
        }
        m_flow.networks.resize(accelerator.levels.size());
        placeChildren();
        if (linksServe()) findNeighbours();
    }

    Flow walk() {
        walkLoops(0, Index(m_problem.dims.size(), 0), 1);
        return m_flow;
    }

    /// The same, step by step.
    std::vector<BoundaryStep> steps() {
        std::vector<BoundaryStep> log;
        m_log = &log;
        m_seen.resize(m_children.size());
        walk();
        return log;
    }

private:
    void placeChildren() {
        const auto levels = static_cast<std::size_t>(m_innerLevel) + 1;
        forEachCombination(m_spatial, m_problem.dims.size(), [&](const Index& offset, const std::vector<Count>& at) {
            Child child{offset, std::vector<int>(levels, 0), 0, 0};
            for (std::size_t i = 0; i < m_spatial.size(); ++i) {
                const auto& loop = m_spatial[i].loop;
                for (auto l = static_cast<std::size_t>(loop.fanoutLevel) + 1; l < levels; ++l) {
                    child.ancestor[l] = child.ancestor[l] * static_cast<int>(loop.bound) + static_cast<int>(at[i]);
                }
                if (loop.fanoutLevel + 1 != m_innerLevel) continue;
                Count& coordinate = loop.axis == Axis::x ? child.x : child.y;
                coordinate = coordinate * loop.bound + at[i];
            }
            m_children.push_back(std::move(child));
        });
        m_states.resize(m_children.size());
        m_previous.assign(m_children.size(), kNothing);
    }

    [[nodiscard]] bool linksServe() const {
        return m_accelerator.levels[static_cast<std::size_t>(m_innerLevel) - 1].fanout.links &&
               !m_outer.noLinkTransfer && m_rules.linkTransfers == CountingRules::LinkTransfers::file;
    }

    void findNeighbours() {
        Count mappedX = 0;
        for (const auto& child : m_children) mappedX = std::max(mappedX, child.x + 1);
        m_neighbours.resize(m_children.size());
        for (std::size_t a = 0; a < m_children.size(); ++a) {
            for (std::size_t b = 0; b < m_children.size(); ++b) {
                const bool areSiblings = ancestor(a, m_innerLevel - 1) == ancestor(b, m_innerLevel - 1);
                if (areSiblings && areNeighbours(m_children[a], m_children[b], mappedX)) m_neighbours[a].push_back(b);
            }
        }
    }

    [[nodiscard]] bool areNeighbours(const Child& a, const Child& b, Count mappedX) const {
        if (m_rules.linkIds == CountingRules::LinkIds::mesh) return std::abs(a.x - b.x) + std::abs(a.y - b.y) == 1;
        const Count width = m_accelerator.levels[static_cast<std::size_t>(m_innerLevel) - 1].fanout.x;
        const Count first = a.y * mappedX + a.x;
        const Count second = b.y * mappedX + b.x;
        const bool isBeside = std::abs(first - second) == 1 && first / width == second / width;
        return isBeside || std::abs(first - second) == width;
    }

    /// Walks the temporal loops from `i` inward; what happens counts `times`.
    void walkLoops(std::size_t i, const Index& base, Count times) {
        while (i < m_loopsOutside && m_nest.loops[i].loop.isSpatial) ++i;
        if (i == m_loopsOutside) {
            step(base, times);
            return;
        }
        const auto& [loop, stride] = m_nest.loops[i];
        for (const auto& [iteration, stands] : iterationsOf(i, base)) {
            Index inner = base;
            inner[static_cast<std::size_t>(loop.dim)] += iteration * stride;
            walkLoops(i + 1, inner, times * stands);
        }
    }

    /// The iterations to walk, and how many each stands for.
    [[nodiscard]] std::vector<std::pair<Count, Count>> iterationsOf(std::size_t i, const Index& base) const {
        std::vector<std::pair<Count, Count>> iterations;
        std::vector<Count> shape;
        for (Count k = 0; k < m_nest.loops[i].loop.bound; ++k) {
            auto own = valuesLeft(i, base, k);
            const bool isNew = m_rules.steps == CountingRules::Steps::exact || k <= 1 || own != shape;
            if (isNew) {
                iterations.emplace_back(k, 1);
            } else {
                ++iterations.back().second;
            }
            shape = std::move(own);
        }
        return iterations;
    }

    /// By combination of the dim's spatial loops outside loop `i`: values that the loop's iteration covers.
    [[nodiscard]] std::vector<Count> valuesLeft(std::size_t i, const Index& base, Count iteration) const {
        const auto& [loop, stride] = m_nest.loops[i];
        const auto dim = static_cast<std::size_t>(loop.dim);
        std::vector<Count> left = {m_problem.dims[dim].bound - base[dim] - iteration * stride};
        for (std::size_t j = 0; j < i; ++j) {
            const auto& outer = m_nest.loops[j];
            if (!outer.loop.isSpatial || outer.loop.dim != loop.dim) continue;
            std::vector<Count> next;
            for (const Count values : left) {
                for (Count k = 0; k < outer.loop.bound; ++k) next.push_back(values - k * outer.stride);
            }
            left = std::move(next);
        }
        for (Count& values : left) values = std::clamp<Count>(values, 0, stride);
        return left;
    }

    /// The request of one child, as a number that equal sets share; nothing when it is idle or has all it needs.
    int requestOf(std::size_t c, const Index& base, bool& isActive) {
        Index first(base.size());
        Index extent(base.size());
        for (std::size_t d = 0; d < base.size(); ++d) {
            first[d] = base[d] + m_children[c].offset[d];
            const Count left = m_problem.dims[d].bound - first[d];
            if (left <= 0) return kNothing;
            extent[d] = std::min(m_extent[d], left);
        }
        isActive = true;
        const Box tile = boxOf(m_tensor, first, extent);
        const Words words = m_inner ? m_states[c].moveTo(tile, m_whole, m_inner->storage.noTemporalReuse)
                                    : wordsOutside(tile, nullptr, m_whole);
        return words.empty() ? kNothing : numberOf(words);
    }

    void step(const Index& base, Count times) {
        std::vector<int> current(m_children.size(), kNothing);
        bool isActive = false;
        for (std::size_t c = 0; c < m_children.size(); ++c) current[c] = requestOf(c, base, isActive);
        if (!isActive) return;
        Requests requests(m_children.size());
        for (std::size_t c = 0; c < m_children.size(); ++c) {
            if (current[c] != kNothing) requests[c].push_back(current[c]);
        }
        if (!m_neighbours.empty()) takeFromNeighbours(requests, times);
        if (m_log != nullptr) logStep(base, requests);
        m_flow.arrived += times * wordsOf(requests);
        sendUp(std::move(requests), times);
        m_previous = std::move(current);
    }

    void logStep(const Index& base, const Requests& requests) {
        BoundaryStep entry;
        entry.base = base;
        std::set<int> parents;
        for (std::size_t c = 0; c < m_children.size(); ++c) {
            if (!isBusy(c, base)) continue;
            ++entry.children;
            parents.insert(ancestor(c, m_outer.level));
        }
        entry.parents = static_cast<Count>(parents.size());
        entry.arrived = wordsOf(requests);
        entry.requested = wordsSentUp(requests);
        const Requests again = seenBefore(requests);
        entry.arrivedAgain = wordsOf(again);
        entry.requestedAgain = wordsSentUp(again);
        m_log->push_back(std::move(entry));
    }

    [[nodiscard]] bool isBusy(std::size_t c, const Index& base) const {
        for (std::size_t d = 0; d < base.size(); ++d) {
            if (base[d] + m_children[c].offset[d] >= m_problem.dims[d].bound) return false;
        }
        return true;
    }

    [[nodiscard]] Count wordsSentUp(Requests requests) const {
        std::vector<std::size_t> member(m_children.size());
        std::iota(member.begin(), member.end(), std::size_t{0});
        for (int level = m_innerLevel - 1; level >= m_outer.level; --level)
            mergeSiblings(requests, member, level, m_outer);
        return wordsOf(requests);
    }

    /// The part of the requests for words that the same child has had before.
    Requests seenBefore(const Requests& requests) {
        Requests again(requests.size());
        for (std::size_t c = 0; c < requests.size(); ++c) {
            for (const int request : requests[c]) {
                Words words;
                for (const auto word : m_sets[static_cast<std::size_t>(request)]) {
                    if (!m_seen[c].insert(word).second) words.push_back(word);
                }
                if (!words.empty()) again[c].push_back(numberOf(words));
            }
        }
        return again;
    }

    int numberOf(const Words& words) {
        const auto [it, isNew] = m_numbers.try_emplace(words, static_cast<int>(m_sets.size()));
        if (isNew) m_sets.push_back(words);
        return it->second;
    }

    /// Parent by parent, drops the requests that a neighbour can serve if the parent has less to send for it.
    void takeFromNeighbours(Requests& requests, Count times) {
        const int level = m_innerLevel - 1;
        for (std::size_t begin = 0; begin < m_children.size();) {
            std::size_t end = begin;
            std::vector<std::vector<int>> all;
            std::vector<std::vector<int>> rest;
            std::vector<std::size_t> linked;
            for (; end < m_children.size() && ancestor(end, level) == ancestor(begin, level); ++end) {
                if (requests[end].empty()) continue;
                all.push_back(requests[end]);
                const bool isServed =
                    std::any_of(m_neighbours[end].begin(), m_neighbours[end].end(),
                                [&](std::size_t other) { return m_previous[other] == requests[end].front(); });
                if (isServed) {
                    linked.push_back(end);
                } else {
                    rest.push_back(requests[end]);
                }
            }
            if (wordsOf(merge(std::move(rest), level, m_outer)) < wordsOf(merge(std::move(all), level, m_outer))) {
                for (const std::size_t c : linked) {
                    const Count words = times * wordsOf(requests[c]);
                    m_flow.linked += words;
                    m_flow.networks[static_cast<std::size_t>(level)].linked += words;
                    requests[c].clear();
                }
            }
            begin = end;
        }
    }

    /// Merges equal requests fan-out by fan-out, from the innermost one outwards, and counts what is left.
    void sendUp(Requests requests, Count times) {
        std::vector<std::size_t> member(m_children.size()); // a child that stands for each requesting instance
        std::iota(member.begin(), member.end(), std::size_t{0});
        for (int level = m_innerLevel - 1; level >= m_outer.level; --level) {
            auto& network = m_flow.networks[static_cast<std::size_t>(level)];
            network.leaving += times * wordsOf(requests);
            mergeSiblings(requests, member, level, m_outer);
            network.entering += times * wordsOf(requests);
        }
        m_flow.requested += times * wordsOf(requests);
        if (!m_sharer) return;
        mergeSiblings(requests, member, m_outer.level - 1, *m_sharer);
        m_flow.readOnce += times * wordsOf(requests);
    }

    void mergeSiblings(Requests& requests, std::vector<std::size_t>& member, int level, const Storage& sender) const {
        Requests merged;
        std::vector<std::size_t> mergedMember;
        for (std::size_t begin = 0; begin < member.size();) {
            std::size_t end = begin;
            std::vector<std::vector<int>> group;
            while (end < member.size() && ancestor(member[end], level) == ancestor(member[begin], level)) {
                if (!requests[end].empty()) group.push_back(std::move(requests[end]));
                ++end;
            }
            merged.push_back(merge(std::move(group), level, sender));
            mergedMember.push_back(member[begin]);
            begin = end;
        }
        requests = std::move(merged);
        member = std::move(mergedMember);
    }

    std::vector<int> merge(std::vector<std::vector<int>> group, int level, const Storage& sender) const {
        const auto& fanout = m_accelerator.levels[static_cast<std::size_t>(level)].fanout;
        const bool canMerge = m_tensor.isReadWrite() ? fanout.spatialReduction : fanout.multicast;
        if (canMerge && !sender.noMulticast) {
            std::sort(group.begin(), group.end());
            group.erase(std::unique(group.begin(), group.end()), group.end());
        }
        std::vector<int> list;
        for (const auto& requests : group) list.insert(list.end(), requests.begin(), requests.end());
        std::sort(list.begin(), list.end());
        return list;
    }

    [[nodiscard]] Count wordsOf(const std::vector<int>& list) const {
        Count words = 0;
        for (const int request : list) words += static_cast<Count>(m_sets[static_cast<std::size_t>(request)].size());
        return words;
    }

    [[nodiscard]] Count wordsOf(const Requests& requests) const {
        Count words = 0;
        for (const auto& list : requests) words += wordsOf(list);
        return words;
    }

    [[nodiscard]] int ancestor(std::size_t child, int level) const {
        return m_children[child].ancestor[static_cast<std::size_t>(level)];
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    const CountingRules& m_rules;
    const WalkedNest& m_nest;
    Storage m_outer;
    std::optional<WalkedStorage> m_inner;
    std::optional<Storage> m_sharer; ///< node above an outer level whose siblings keep shared words once
    const DataSpace& m_tensor;
    std::size_t m_loopsOutside;
    int m_innerLevel;
    std::vector<StridedLoop> m_spatial;
    Box m_whole;
    Index m_extent;
    std::vector<Child> m_children;
    std::vector<std::vector<std::size_t>> m_neighbours; ///< empty without links
    std::vector<TileState> m_states;
    std::vector<int> m_previous; ///< request of each child in the step before
    std::map<Words, int> m_numbers;
    std::vector<Words> m_sets;
    Flow m_flow;
    std::vector<BoundaryStep>* m_log = nullptr;
    std::vector<std::set<std::uint32_t>> m_seen; ///< by child, for the log
};

/// First updates at a level: every word that tiles of the loops from `tileLoops` inward ever cover, once in each lane
/// of the tensor's irrelevant dims outside `nodeLoops`.
Count firstUpdates(const Problem& problem, const WalkedNest& nest, int tensor, std::size_t nodeLoops,
                   std::size_t tileLoops) {
    const auto& space = problem.tensors[static_cast<std::size_t>(tensor)];
    Index bounds;
    Index inner(problem.dims.size(), 1);
    for (const auto& dim : problem.dims) bounds.push_back(dim.bound);
    const Box whole = boxOf(space, Index(bounds.size(), 0), bounds);
    for (std::size_t i = tileLoops; i < nest.loops.size(); ++i)
        inner[static_cast<std::size_t>(nest.loops[i].loop.dim)] *= nest.loops[i].loop.bound;
    const std::vector<StridedLoop> outside(nest.loops.begin(),
                                           nest.loops.begin() + static_cast<std::ptrdiff_t>(tileLoops));
    std::set<std::pair<std::vector<Count>, Box>> tiles; // lane, tile
    forEachCombination(outside, problem.dims.size(), [&](const Index& base, const std::vector<Count>& at) {
        Index extent(base.size());
        for (std::size_t d = 0; d < base.size(); ++d) {
            extent[d] = std::min(inner[d], bounds[d] - base[d]);
            if (extent[d] <= 0) return;
        }
        std::vector<Count> lane;
        for (std::size_t i = 0; i < nodeLoops; ++i) {
            const Loop& loop = outside[i].loop;
            if (loop.isSpatial && !problem.isRelevant(tensor, loop.dim)) lane.push_back(at[i]);
        }
        tiles.emplace(std::move(lane), boxOf(space, base, extent));
    });
    std::map<std::vector<Count>, std::set<std::uint32_t>> words;
    for (const auto& [lane, box] : tiles) {
        for (const auto word : wordsOutside(box, nullptr, whole)) words[lane].insert(word);
    }
    Count total = 0;
    for (const auto& [lane, own] : words) total += static_cast<Count>(own.size());
    return total;
}

Count largestTile(const Problem& problem, const WalkedNest& nest, const WalkedStorage& node) {
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

/// First updates of an output at the two ends of a boundary that read and fetch nothing.
struct Firsts {
    Count above = 0;
    Count below = 0;
};

void countBoundary(const Flow& flow, const CountingRules& rules, bool isReadWrite, const Firsts& firsts,
                   WalkedTensor& above, WalkedTensor* below) {
    if (!isReadWrite) {
        above.reads += flow.requested;
        if (below == nullptr) return;
        below->fills += flow.arrived + flow.linked;
        below->reads += flow.linked;
        return;
    }
    // What links a level above brought stands in temporalReductions already.
    const Count again = std::max<Count>(0, above.temporalReductions + flow.requested - firsts.above);
    above.updates += flow.requested;
    above.reads += again - above.temporalReductions;
    above.temporalReductions = again;
    if (below == nullptr) return;
    below->fills += std::max<Count>(0, flow.arrived + flow.linked - firsts.below);
    below->temporalReductions += flow.linked;
    below->reads += flow.linked + (rules.drainReads ? flow.arrived : 0);
}

/// The average width of a dim's spatial loops above a level.
double averageWidth(const WalkedNest& nest, int dim, Count dimBound, int level) {
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

double utilizedInstances(const Problem& problem, const WalkedNest& nest, int level) {
    double product = 1;
    for (std::size_t d = 0; d < problem.dims.size(); ++d) {
        product *= averageWidth(nest, static_cast<int>(d), problem.dims[d].bound, level);
    }
    return product;
}

bool distributes(const Accelerator& accelerator, const Storage& storage) {
    return accelerator.levels[static_cast<std::size_t>(storage.level)].distributesMulticast;
}

void walkChain(const Problem& problem, const Accelerator& accelerator, const CountingRules& rules,
               const WalkedNest& nest, const std::vector<WalkedStorage>& chain, WalkedCounts& counts) {
    const int tensor = chain.front().storage.tensor;
    const auto t = static_cast<std::size_t>(tensor);
    const bool isReadWrite = problem.tensors[t].isReadWrite();
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const auto inner = i + 1 < chain.size() ? std::optional(chain[i + 1]) : std::nullopt;
        const bool isShared = i > 0 && !isReadWrite && distributes(accelerator, chain[i].storage);
        const auto sharer = isShared ? std::optional(chain[i - 1].storage) : std::nullopt;
        Flow flow = BoundaryWalk(problem, accelerator, rules, nest, chain[i].storage, inner, sharer).walk();
        if (isShared) flow.requested = flow.readOnce;
        if (inner && !isReadWrite && distributes(accelerator, inner->storage)) {
            auto& network = flow.networks[static_cast<std::size_t>(inner->storage.level) - 1];
            flow.arrived = network.leaving = network.entering;
        }
        const std::size_t tileLoops = inner ? inner->loopsOutside : nest.loops.size();
        Firsts firsts;
        if (isReadWrite && rules.firstReadElision && !chain[i].storage.rmwFirstUpdate)
            firsts.above = firstUpdates(problem, nest, tensor, chain[i].loopsOutside, tileLoops);
        if (isReadWrite && rules.firstReadElision && inner && !inner->storage.rmwFirstUpdate)
            firsts.below = firstUpdates(problem, nest, tensor, tileLoops, tileLoops);
        auto& above = counts.levels[static_cast<std::size_t>(chain[i].storage.level)].tensors[t];
        above.isKept = true;
        above.tileWords = largestTile(problem, nest, chain[i]);
        auto* below = inner ? &counts.levels[static_cast<std::size_t>(inner->storage.level)].tensors[t] : nullptr;
        countBoundary(flow, rules, isReadWrite, firsts, above, below);
        const std::size_t end = inner ? static_cast<std::size_t>(inner->storage.level) : counts.levels.size();
        for (auto l = static_cast<std::size_t>(chain[i].storage.level); l < end; ++l)
            counts.levels[l].networks[t] = flow.networks[l];
        const auto outer = static_cast<std::size_t>(chain[i].storage.level);
        if (isReadWrite && !accelerator.levels[outer].inPlaceReduction)
            counts.levels[outer].networks[t].returning = std::max<Count>(0, flow.requested - firsts.above);
    }
}

} // namespace

WalkedCounts walkCounts(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping,
                        const CountingRules& rules) {
    const WalkedNest nest = takeApart(problem, mapping);
    WalkedCounts counts;
    counts.macs = 1;
    for (const auto& dim : problem.dims) counts.macs *= dim.bound;
    counts.computeCycles = 1;
    for (const auto& [loop, stride] : nest.loops) counts.computeCycles *= loop.isSpatial ? 1 : loop.bound;
    counts.levels.resize(accelerator.levels.size());
    for (std::size_t l = 0; l < counts.levels.size(); ++l) {
        counts.levels[l].utilizedInstances = utilizedInstances(problem, nest, static_cast<int>(l));
        counts.levels[l].tensors.resize(problem.tensors.size());
        counts.levels[l].networks.resize(problem.tensors.size());
    }
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        std::vector<WalkedStorage> chain;
        for (const auto& placed : nest.storages) {
            if (placed.storage.tensor == static_cast<int>(t)) chain.push_back(placed);
        }
        walkChain(problem, accelerator, rules, nest, chain, counts);
    }
    return counts;
}

std::vector<BoundaryStep> walkBoundary(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping,
                                       int tensor, std::size_t outer, const CountingRules& rules) {
    const WalkedNest nest = takeApart(problem, mapping);
    std::vector<WalkedStorage> chain;
    for (const auto& placed : nest.storages) {
        if (placed.storage.tensor == tensor) chain.push_back(placed);
    }
    const auto inner = outer + 1 < chain.size() ? std::optional(chain[outer + 1]) : std::nullopt;
    return BoundaryWalk(problem, accelerator, rules, nest, chain[outer].storage, inner, std::nullopt).steps();
}

} // namespace nestwright
