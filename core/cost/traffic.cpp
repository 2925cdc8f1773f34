// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/traffic.h"

#include "core/cost/accesses.h"
#include "core/cost/distinct.h"
#include "core/cost/rules.h"
#include "core/cost/sweep.h"
#include "core/cost/walk.h"
#include "core/mapping/tiles.h"

#include <algorithm>

namespace nestwright {
namespace {

/// Steps of the temporal loops of a dim that occur in at least one lane, over loops [i, end); a spatial loop of two or
/// more lanes runs as long as its first, full lane.
double stepsOf(const Nest& nest, int dim, int i, int end, bool inLastPass) {
    for (; i < end && nest.loops()[static_cast<std::size_t>(i)].loop.dim != dim;) ++i;
    if (i == end) return 1;
    const Loop& loop = nest.loops()[static_cast<std::size_t>(i)].loop;
    if (loop.isSpatial) return stepsOf(nest, dim, i + 1, end, inLastPass && loop.residual == 1);
    const auto bound = static_cast<double>(loop.bound);
    if (!inLastPass) return bound * stepsOf(nest, dim, i + 1, end, false);
    const auto residual = static_cast<double>(loop.residual);
    const double last = stepsOf(nest, dim, i + 1, end, true);
    return residual > 1 ? (residual - 1) * stepsOf(nest, dim, i + 1, end, false) + last : last;
}

/// Index combinations of the dim's loops before `end` that occur.
double combinationsOf(const Nest& nest, int dim, int end) {
    double stride = 1;
    double last = 1;
    for (int i = end - 1; i >= 0; --i) {
        const Loop& loop = nest.loops()[static_cast<std::size_t>(i)].loop;
        if (loop.dim != dim) continue;
        last += static_cast<double>(loop.residual - 1) * stride;
        stride *= static_cast<double>(loop.bound);
    }
    return last;
}

/// Average number of busy instances at the inner end of the fan-outs of levels below `level` in number: for each dim
/// the index combinations that occur over the passes of its temporal loops, down to its last spatial loop.
double utilizedInstances(const Nest& nest, int dims, int level) {
    double product = 1;
    for (int d = 0; d < dims; ++d) {
        int end = 0;
        for (int i = 0; i < nest.depth(); ++i) {
            const Loop& loop = nest.loops()[static_cast<std::size_t>(i)].loop;
            if (loop.dim == d && loop.isSpatial && loop.fanoutLevel < level) end = i + 1;
        }
        if (end > 0) product *= combinationsOf(nest, d, end) / stepsOf(nest, d, 0, end, true);
    }
    return product;
}

/// Combinations of the dim's spatial loops in [i, end) that ever have work: those whose first index lies within `rest`.
double everBusyLanes(const Nest& nest, int dim, int i, int end, Count rest) {
    for (; i < end; ++i) {
        const auto& [loop, stride] = nest.loops()[static_cast<std::size_t>(i)];
        if (loop.dim != dim || !loop.isSpatial) continue;
        const Count whole = std::min(loop.bound, rest / stride); // these lanes have all that their inner loops can take
        double lanes = whole > 0 ? static_cast<double>(whole) * everBusyLanes(nest, dim, i + 1, end, stride) : 0;
        if (whole < loop.bound && rest % stride > 0) lanes += everBusyLanes(nest, dim, i + 1, end, rest % stride);
        return lanes;
    }
    return 1;
}

class Counter {
public:
    Counter(const Problem& problem, const Accelerator& accelerator, const Nest& nest, const CountingRules& rules)
        : m_problem(problem)
        , m_accelerator(accelerator)
        , m_nest(nest)
        , m_rules(rules)
        , m_isPerfect(nest.isPerfect()) {}

    TensorTraffic count(int tensor) const {
        TensorTraffic traffic;
        const auto& chain = m_nest.chain(tensor);
        for (std::size_t i = 0; i < chain.size(); ++i) {
            const ChainLink link = linkBelow(tensor, i);
            traffic.groups.push_back(spatialGroups(m_problem, m_nest, tensor, link.parentDepth, link.childDepth));
            traffic.links.push_back(wordsOver(link, i, traffic.groups.back()));
            traffic.nodes.push_back(nodeAt(tensor, chain[i]));
        }
        for (std::size_t i = 0; i < chain.size(); ++i) addAccesses(tensor, i, traffic);
        return traffic;
    }

private:
    ChainLink linkBelow(int tensor, std::size_t i) const {
        const auto& chain = m_nest.chain(tensor);
        const bool isLast = i + 1 == chain.size();
        ChainLink link;
        link.tensor = tensor;
        link.parentDepth = chain[i].depth;
        link.childDepth = isLast ? m_nest.depth() : chain[i + 1].depth;
        link.childForgets = isLast || chain[i + 1].storage.noTemporalReuse;
        link.shares = sharing(tensor, chain[i].storage);
        link.steps = m_rules.steps;
        return link;
    }

    /// Neighbours pass words on where the fan-out has links and its children keep the tensor or are the MACs.
    LinkWords wordsOver(ChainLink link, std::size_t i, const std::vector<SpatialGroup>& groups) const {
        const auto& chain = m_nest.chain(link.tensor);
        if (!groups.empty() && !chain[i].storage.noLinkTransfer &&
            m_rules.linkTransfers == CountingRules::LinkTransfers::file) {
            const int levels = static_cast<int>(m_accelerator.levels.size());
            const int childLevel = i + 1 < chain.size() ? chain[i + 1].storage.level : levels;
            const int fanoutLevel = groups.back().fanoutLevel;
            const Fanout& fanout = m_accelerator.levels[static_cast<std::size_t>(fanoutLevel)].fanout;
            link.hasNeighbourLinks = fanout.links && fanoutLevel + 1 == childLevel;
            link.linkIds = m_rules.linkIds;
            link.physicalX = fanout.x;
        }
        return m_isPerfect ? sweepLink(m_problem, m_nest, link, groups) : walkLink(m_problem, m_nest, link, groups);
    }

    std::vector<bool> sharing(int tensor, const Storage& sender) const {
        const bool isOutput = m_problem.tensors[static_cast<std::size_t>(tensor)].isReadWrite();
        std::vector<bool> shares;
        for (const auto& level : m_accelerator.levels) {
            shares.push_back(!sender.noMulticast &&
                             (isOutput ? level.fanout.spatialReduction : level.fanout.multicast));
        }
        return shares;
    }

    NodeTraffic nodeAt(int tensor, const PlacedStorage& placed) const {
        NodeTraffic node;
        node.level = placed.storage.level;
        node.depth = placed.depth;
        node.tileWords = tileElements(m_problem, m_nest, tensor, placed.depth);
        node.partitionWords = m_problem.tensorElements(tensor) * copiesAt(tensor, placed.depth);
        return node;
    }

    /// Instances at the depth that hold the same part of the tensor: the busy lanes of its irrelevant dims.
    double copiesAt(int tensor, int depth) const {
        double copies = 1;
        for (int d = 0; d < static_cast<int>(m_problem.dims.size()); ++d) {
            const Count bound = m_problem.dims[static_cast<std::size_t>(d)].bound;
            if (!m_problem.isRelevant(tensor, d)) copies *= everBusyLanes(m_nest, d, 0, depth, bound);
        }
        return copies;
    }

    void addAccesses(int tensor, std::size_t i, TensorTraffic& traffic) const {
        NodeTraffic& node = traffic.nodes[i];
        const auto& chain = m_nest.chain(tensor);
        const bool isOutput = m_problem.tensors[static_cast<std::size_t>(tensor)].isReadWrite();
        const bool elides = isOutput && m_rules.firstReadElision && !chain[i].storage.rmwFirstUpdate;
        const int childDepth = i + 1 < chain.size() ? chain[i + 1].depth : m_nest.depth();
        const auto firsts = [&](int depth) {
            return elides ? distinctWords(m_problem, m_nest, tensor, depth) * copiesAt(tensor, node.depth) : 0;
        };
        WordFlows<double> flows;
        flows.below = traffic.links[i].sent;
        flows.firstUpdates = firsts(childDepth);
        if (i > 0) {
            flows.above = traffic.links[i - 1].arrived;
            flows.fromNeighbours = traffic.links[i - 1].linked;
            flows.firstArrivals = firsts(node.depth);
        }
        if (!isOutput && i > 0 && isDistributed(tensor, i, traffic)) {
            flows.above = traffic.links[i - 1].entering.back();
            flows.below = wordsReadOnce(tensor, i);
        }
        const auto accesses = accessesOf<double>(isOutput, i > 0, flows, m_rules);
        node.reads = accesses.reads;
        node.fills = accesses.fills;
        node.updates = accesses.updates;
        node.temporalReductions = accesses.temporalReductions;
        node.firstUpdates = flows.firstUpdates;
    }

    /// Whether node i's siblings keep what the fan-out above them would multicast once among them.
    bool isDistributed(int tensor, std::size_t i, const TensorTraffic& traffic) const {
        const int level = m_nest.chain(tensor)[i].storage.level;
        const auto& groups = traffic.groups[i - 1];
        return m_accelerator.levels[static_cast<std::size_t>(level)].distributesMulticast && !groups.empty() &&
               groups.back().fanoutLevel + 1 == level;
    }

    /// Words that siblings at node i, which share what they hold, read for all that they send inward.
    double wordsReadOnce(int tensor, std::size_t i) const {
        const auto& chain = m_nest.chain(tensor);
        ChainLink link = linkBelow(tensor, i);
        link.parentDepth = chain[i - 1].depth;
        const auto above = sharing(tensor, chain[i - 1].storage);
        std::copy_n(above.begin(), chain[i].storage.level, link.shares.begin());
        const auto groups = spatialGroups(m_problem, m_nest, tensor, link.parentDepth, link.childDepth);
        const LinkWords words = wordsOver(link, i, groups);
        std::size_t g = 0;
        while (groups[g].fanoutLevel + 1 < chain[i].storage.level) ++g;
        return words.entering[g];
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    const Nest& m_nest;
    const CountingRules& m_rules;
    bool m_isPerfect;
};

} // namespace

const NodeTraffic* TensorTraffic::nodeIn(int level) const {
    const auto it =
        std::find_if(nodes.begin(), nodes.end(), [&](const NodeTraffic& node) { return node.level == level; });
    return it == nodes.end() ? nullptr : &*it;
}

Traffic countTraffic(const Problem& problem, const Accelerator& accelerator, const Nest& nest,
                     const CountingRules& rules) {
    Traffic traffic;
    const int dims = static_cast<int>(problem.dims.size());
    const int levels = static_cast<int>(accelerator.levels.size());
    for (int d = 0; d < dims; ++d) traffic.steps *= stepsOf(nest, d, 0, nest.depth(), true);
    for (const auto& [loop, stride] : nest.loops()) {
        if (!loop.isSpatial) traffic.paddedSteps *= static_cast<double>(loop.bound);
    }
    for (int l = 0; l < levels; ++l) traffic.utilizedInstances.push_back(utilizedInstances(nest, dims, l));
    const Counter counter(problem, accelerator, nest, rules);
    for (int t = 0; t < static_cast<int>(problem.tensors.size()); ++t) traffic.tensors.push_back(counter.count(t));
    return traffic;
}

} // namespace nestwright
