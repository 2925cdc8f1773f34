// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/energy.h"

#include "core/cost/accesses.h"
#include "core/mapping/tiles.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nestwright {
namespace {

struct Receiver {
    Count x = 0;
    Count y = 0;
};

/// Links of the tree that carries one word to its receivers.
double treeHops(const std::vector<Receiver>& receivers, double centre) {
    Count reach = 0;
    std::map<Count, std::pair<double, double>> branches; // column -> farthest up and down
    for (const auto& receiver : receivers) {
        reach = std::max(reach, receiver.x);
        auto& [up, down] = branches[receiver.x];
        const double distance = static_cast<double>(receiver.y) - centre;
        up = std::max(up, distance);
        down = std::max(down, -distance);
    }
    double hops = static_cast<double>(reach);
    for (const auto& [column, branch] : branches) hops += branch.first + branch.second;
    return hops;
}

/// `mapped`: nullptr where only the first child is used.
double averageHops(const Nest& nest, const SpatialGroup* mapped, const Fanout& fanout) {
    const double centre = static_cast<double>(fanout.y - 1) / 2;
    if (mapped == nullptr) return treeHops({Receiver{}}, centre);
    const SpatialGroup& group = *mapped;
    std::map<Coordinates, std::vector<Receiver>> groups;
    std::vector<Count> index(group.loops.size(), 0);
    while (true) {
        Receiver receiver;
        Coordinates place(group.steps.front().size(), 0);
        for (std::size_t i = 0; i < group.loops.size(); ++i) {
            const Loop& loop = nest.loops()[static_cast<std::size_t>(group.loops[i])].loop;
            Count& coordinate = loop.axis == Axis::x ? receiver.x : receiver.y;
            coordinate = coordinate * loop.bound + index[i];
            for (std::size_t r = 0; r < place.size(); ++r) place[r] += index[i] * group.steps[i][r];
        }
        groups[place].push_back(receiver);
        std::size_t i = group.loops.size();
        while (i > 0 && ++index[i - 1] == nest.loops()[static_cast<std::size_t>(group.loops[i - 1])].loop.bound)
            index[--i] = 0;
        if (i == 0) break;
    }
    double total = 0;
    for (const auto& [place, receivers] : groups) total += treeHops(receivers, centre);
    return total / static_cast<double>(groups.size());
}

/// The network below a level as one tensor crosses it, whether or not the mapping uses the fan-out.
class Crossing {
public:
    Crossing(const TensorTraffic& traffic, int level)
        : m_level(level) {
        while (m_link + 1 < traffic.nodes.size() && traffic.nodes[m_link + 1].level <= level) ++m_link;
        m_words = &traffic.links[m_link];
        m_groups = &traffic.groups[m_link];
        while (m_group < m_groups->size() && (*m_groups)[m_group].fanoutLevel < level) ++m_group;
        m_upperNode = &traffic.nodes[m_link];
        m_lowerNode = m_link + 1 < traffic.nodes.size() ? &traffic.nodes[m_link + 1] : nullptr;
    }

    /// The spatial loops of the fan-out; nullptr where the mapping has none.
    const SpatialGroup* group() const {
        const bool isMapped = m_group < m_groups->size() && (*m_groups)[m_group].fanoutLevel == m_level;
        return isMapped ? &(*m_groups)[m_group] : nullptr;
    }
    double entering() const { return wordsAt(m_group); }
    double leaving() const { return group() == nullptr ? entering() : wordsAt(m_group + 1); }
    double linked() const { return group() != nullptr && m_group + 1 == m_groups->size() ? m_words->linked : 0; }
    /// The storage node just above the network; nullptr where the level passes the tensor on.
    const NodeTraffic* nodeAbove() const { return m_upperNode->level == m_level ? m_upperNode : nullptr; }
    const NodeTraffic* nodeBelow() const {
        return m_lowerNode != nullptr && m_lowerNode->level == m_level + 1 ? m_lowerNode : nullptr;
    }

private:
    double wordsAt(std::size_t group) const {
        return group < m_words->entering.size() ? m_words->entering[group] : m_words->arrived;
    }

    int m_level;
    std::size_t m_link = 0;
    std::size_t m_group = 0;
    const LinkWords* m_words = nullptr;
    const std::vector<SpatialGroup>* m_groups = nullptr;
    const NodeTraffic* m_upperNode = nullptr;
    const NodeTraffic* m_lowerNode = nullptr;
};

NetworkTensorCounts countNetwork(const Accelerator& accelerator, const Nest& nest, const TensorTraffic& traffic,
                                 int level, double instances, bool isOutput) {
    const Crossing crossing(traffic, level);
    const Level& above = accelerator.levels[static_cast<std::size_t>(level)];
    double ingresses = crossing.entering();
    NetworkTensorCounts counts;
    counts.multicast = ingresses > 0 ? crossing.leaving() / ingresses : 1;
    const bool isDistributed =
        crossing.nodeBelow() != nullptr && accelerator.levels[static_cast<std::size_t>(level) + 1].distributesMulticast;
    if (isDistributed && !isOutput) counts.multicast = 1;
    if (isOutput && crossing.nodeAbove() != nullptr && !above.inPlaceReduction)
        ingresses += std::max(0.0, ingresses - crossing.nodeAbove()->firstUpdates);
    counts.ingresses = ingresses / instances;
    counts.linkTransfers = crossing.linked() / instances;
    if (isOutput) counts.spatialReductions = (counts.multicast - 1) * counts.ingresses;
    const Fanout& fanout = above.fanout;
    counts.energyPj = ingresses * fanout.ingressEnergyPj;
    if (fanout.hopEnergyPj > 0 || fanout.routerEnergyPj > 0) {
        counts.hops = averageHops(nest, crossing.group(), fanout);
        counts.energyPj +=
            ingresses * (counts.hops * fanout.hopEnergyPj + (1 + std::floor(counts.hops)) * fanout.routerEnergyPj);
    }
    return counts;
}

} // namespace

double accessEnergyPj(const Problem& problem, const Accelerator& accelerator, const Nest& nest, const Traffic& traffic,
                      int tensor, const NodeTraffic& node) {
    const Accesses<double> accesses{node.reads, node.fills, node.updates, node.temporalReductions};
    return accessEnergyPj<double>(accessPrices(accelerator, node.level), accesses,
                                  traffic.utilizedInstances[static_cast<std::size_t>(node.level)],
                                  storedBits(problem, accelerator, nest, tensor, node.level),
                                  upwardBits(problem, accelerator, nest, tensor, node.level, node.level));
}

std::vector<NetworkCosts> countNetworks(const Problem& problem, const Accelerator& accelerator, const Nest& nest,
                                        const Traffic& traffic) {
    std::vector<NetworkCosts> networks;
    const auto levels = accelerator.levels.size();
    for (std::size_t l = 0; l < levels; ++l) {
        if (accelerator.levels[l].fanout.children() == 1) continue;
        NetworkCosts network;
        network.above = accelerator.levels[l].name;
        network.below = l + 1 < levels ? accelerator.levels[l + 1].name : accelerator.compute.name;
        for (std::size_t t = 0; t < traffic.tensors.size(); ++t) {
            network.tensors.push_back(countNetwork(accelerator, nest, traffic.tensors[t], static_cast<int>(l),
                                                   traffic.utilizedInstances[l], problem.tensors[t].isReadWrite()));
        }
        networks.push_back(std::move(network));
    }
    return networks;
}

} // namespace nestwright
