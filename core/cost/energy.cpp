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

double averageHops(const Nest& nest, const SpatialGroup& group, const Fanout& fanout) {
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
    const double centre = static_cast<double>(fanout.y - 1) / 2;
    for (const auto& [place, receivers] : groups) total += treeHops(receivers, centre);
    return total / static_cast<double>(groups.size());
}

/// The tensor over the fan-out of a level, whether or not the mapping uses the fan-out.
NetworkTensorCounts countNetwork(const Accelerator& accelerator, const Nest& nest, const TensorTraffic& traffic,
                                 int level, bool isOutput) {
    std::size_t link = 0;
    while (link + 1 < traffic.nodes.size() && traffic.nodes[link + 1].level <= level) ++link;
    const auto& groups = traffic.groups[link];
    const auto& words = traffic.links[link];
    std::size_t g = 0;
    while (g < groups.size() && groups[g].fanoutLevel < level) ++g;
    const auto wordsAt = [&](std::size_t group) {
        return group < words.entering.size() ? words.entering[group] : words.arrived;
    };
    const bool isMapped = g < groups.size() && groups[g].fanoutLevel == level;
    NetworkTensorCounts counts;
    counts.ingresses = wordsAt(g);
    if (!isMapped) return counts;
    const double leaving = wordsAt(g + 1);
    counts.multicast = counts.ingresses > 0 ? leaving / counts.ingresses : 1;
    if (g + 1 == groups.size()) counts.linkTransfers = words.linked;
    if (isOutput) counts.spatialReductions = leaving - counts.ingresses;
    const Fanout& fanout = accelerator.levels[static_cast<std::size_t>(level)].fanout;
    if (fanout.hopEnergyPj > 0 || fanout.routerEnergyPj > 0) {
        counts.hops = averageHops(nest, groups[g], fanout);
        counts.energyPj = counts.ingresses *
                          (counts.hops * fanout.hopEnergyPj + (1 + std::floor(counts.hops)) * fanout.routerEnergyPj);
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
                                  movedBits(problem, accelerator, nest, tensor, node.depth, node.level));
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
                                                   problem.tensors[t].isReadWrite()));
        }
        networks.push_back(std::move(network));
    }
    return networks;
}

} // namespace nestwright
