// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/cycles.h"

#include "core/mapping/tiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace nestwright {
namespace {

enum PortKind : std::size_t { readPort, writePort, sharedPort, portKinds };

constexpr std::array<const char*, portKinds> kPortNames = {"read port", "write port", "port"};

/// Bits that pass the ports of one instance of each level.
class PortBits {
public:
    explicit PortBits(std::size_t levels)
        : m_bits(levels) {}
    void read(int level, double bits) {
        at(level)[readPort] += bits;
        at(level)[sharedPort] += bits;
    }
    void write(int level, double bits) {
        at(level)[writePort] += bits;
        at(level)[sharedPort] += bits;
    }
    std::array<double, portKinds>& at(int level) { return m_bits[static_cast<std::size_t>(level)]; }
    const std::array<double, portKinds>& at(int level) const { return m_bits[static_cast<std::size_t>(level)]; }

private:
    std::vector<std::array<double, portKinds>> m_bits;
};

std::optional<double> bitsPerCycle(const Level& level, std::size_t kind) {
    if (kind == readPort) return level.readBitsPerCycle;
    return kind == writePort ? level.writeBitsPerCycle : level.sharedBitsPerCycle;
}

class Splitter {
public:
    Splitter(const Problem& problem, const Accelerator& accelerator, const Nest& nest, const Traffic& traffic,
             const EvaluationContext& context)
        : m_problem(problem)
        , m_accelerator(accelerator)
        , m_nest(nest)
        , m_traffic(traffic)
        , m_context(context)
        , m_counted(accelerator.levels.size())
        , m_drains(accelerator.levels.size())
        , m_window(accelerator.levels.size()) {}

    TimeSplit run() {
        splitCompute();
        countPorts();
        fill();
        drain();
        boundLevels();
        block();
        return std::move(m_split);
    }

private:
    const Level& level(int l) const { return m_accelerator.levels[static_cast<std::size_t>(l)]; }
    double instances(int l) const { return m_traffic.utilizedInstances[static_cast<std::size_t>(l)]; }
    bool isOutput(std::size_t t) const { return m_problem.tensors[t].isReadWrite(); }
    int bits(std::size_t t, int depth, int l) const {
        return movedBits(m_problem, m_accelerator, m_nest, static_cast<int>(t), depth, l);
    }

    void splitCompute() {
        const DataType format = m_context.format;
        const double rate = m_accelerator.compute.macsPerLaneCycle.at(format);
        const auto& fractions = m_accelerator.device.sustainedFraction;
        const auto fraction = fractions.find(format);
        const double sustained = m_context.useSustainedRate && fraction != fractions.end() ? fraction->second : 1.0;
        m_split.usefulCycles = m_problem.macs() / (m_accelerator.lanes() * rate);
        m_split.computeCycles = std::max(m_split.usefulCycles, m_traffic.steps / (rate * sustained));
        m_split.paddedCycles = std::max(m_split.computeCycles, m_traffic.paddedSteps / (rate * sustained));
    }

    /// Everything that the counts say, and the drains, which are no reads in the counts but do occupy the child's port.
    void countPorts() {
        for (std::size_t t = 0; t < m_traffic.tensors.size(); ++t) {
            const auto& tensor = m_traffic.tensors[t];
            for (std::size_t i = 0; i < tensor.nodes.size(); ++i) {
                const NodeTraffic& node = tensor.nodes[i];
                const int below = i + 1 < tensor.nodes.size() ? tensor.nodes[i + 1].depth : m_nest.depth();
                const double inBits = bits(t, below, node.level) / instances(node.level);
                const double upBits = bits(t, node.depth, node.level) / instances(node.level);
                m_counted.read(node.level, node.reads * inBits);
                m_counted.write(node.level, node.updates * inBits + node.fills * upBits);
                if (i > 0 && isOutput(t)) m_drains.read(node.level, tensor.links[i - 1].arrived * upBits);
            }
        }
    }

    /// Words at the parent for one tile of every child.
    double tileAtParent(const TensorTraffic& tensor, std::size_t link) const {
        double places = 1;
        for (const auto& group : tensor.groups[link]) places *= group.distinctPlaces;
        return places * tensor.nodes[link + 1].tileWords;
    }

    /// The first tiles come in level after level; those that share a port queue.
    void fill() {
        for (int l = 1; l < static_cast<int>(m_accelerator.levels.size()); ++l) {
            PortBits here(m_accelerator.levels.size());
            for (std::size_t t = 0; t < m_traffic.tensors.size(); ++t) {
                const auto& tensor = m_traffic.tensors[t];
                if (isOutput(t)) continue;
                for (std::size_t i = 1; i < tensor.nodes.size(); ++i) {
                    if (tensor.nodes[i].level != l) continue;
                    const int parent = tensor.nodes[i - 1].level;
                    here.read(parent, tileAtParent(tensor, i - 1) * bits(t, tensor.nodes[i].depth, parent));
                    here.write(l, tensor.nodes[i].tileWords * bits(t, tensor.nodes[i].depth, l));
                }
            }
            addWindow(here, "fill", level(l).name, m_split.fillCycles);
        }
    }

    /// The last output tile goes out, level after level.
    void drain() {
        for (std::size_t t = 0; t < m_traffic.tensors.size(); ++t) {
            if (!isOutput(t)) continue;
            const auto& tensor = m_traffic.tensors[t];
            for (std::size_t i = tensor.nodes.size() - 1; i > 0; --i) {
                PortBits here(m_accelerator.levels.size());
                const NodeTraffic& node = tensor.nodes[i];
                const int parent = tensor.nodes[i - 1].level;
                here.read(node.level, node.tileWords * bits(t, node.depth, node.level));
                here.write(parent, tileAtParent(tensor, i - 1) * bits(t, node.depth, parent));
                addWindow(here, "drain", level(node.level).name, m_split.drainCycles);
            }
        }
    }

    void addWindow(const PortBits& here, const char* kind, const std::string& where, double& total) {
        for (int l = 0; l < static_cast<int>(m_accelerator.levels.size()); ++l) {
            for (std::size_t k = 0; k < portKinds; ++k) m_window.at(l)[k] += here.at(l)[k];
        }
        const double longest = longestPort(here);
        total += longest;
        if (longest > 0) m_split.paths.push_back({kind, where, longest});
    }

    double portCycles(const PortBits& amount, int l, std::size_t kind) const {
        const auto rate = bitsPerCycle(level(l), kind);
        return rate ? amount.at(l)[kind] / *rate : 0;
    }

    /// Cycles of the busiest port of all levels.
    double longestPort(const PortBits& amount) const {
        double longest = 0;
        for (int l = 0; l < static_cast<int>(m_accelerator.levels.size()); ++l) {
            for (std::size_t k = 0; k < portKinds; ++k) longest = std::max(longest, portCycles(amount, l, k));
        }
        return longest;
    }

    void boundLevels() {
        m_split.boundCycles = m_split.paddedCycles;
        for (int l = 0; l < static_cast<int>(m_accelerator.levels.size()); ++l) {
            double longest = 0;
            m_split.ports.emplace_back();
            for (std::size_t k = 0; k < portKinds; ++k) {
                longest = std::max(longest, portCycles(m_counted, l, k));
                if (!bitsPerCycle(level(l), k)) continue;
                m_split.ports.back().push_back({fmt::format("{} {}", level(l).name, kPortNames[k]),
                                                portCycles(m_counted, l, k) + portCycles(m_drains, l, k)});
            }
            m_split.levelBoundCycles.push_back(longest);
            m_split.boundCycles = std::max(m_split.boundCycles, longest);
        }
    }

    void block() {
        for (int l = 0; l < static_cast<int>(m_accelerator.levels.size()); ++l) {
            for (std::size_t k = 0; k < portKinds; ++k) {
                const double busy = portCycles(m_counted, l, k) + portCycles(m_drains, l, k);
                raiseBlocked(busy - portCycles(m_window, l, k) - m_split.computeCycles,
                             fmt::format("{} {}", level(l).name, kPortNames[k]));
            }
        }
        double refills = 0;
        std::string slowest;
        double slowestCycles = 0;
        for (int l = 1; l < static_cast<int>(m_accelerator.levels.size()); ++l) {
            const double waits = refillWaits(l);
            refills += waits;
            if (waits > slowestCycles) {
                slowestCycles = waits;
                slowest = fmt::format("{} refill, single-buffered", level(l).name);
            }
        }
        raiseBlocked(refills, slowest);
        if (m_split.blockedCycles > 0) m_split.paths.push_back({"blocked", m_split.blockedBy, m_split.blockedCycles});
    }

    void raiseBlocked(double cycles, const std::string& where) {
        if (cycles <= m_split.blockedCycles) return;
        m_split.blockedCycles = cycles;
        m_split.blockedBy = where;
    }

    /// Cycles in which the level's single-slot tiles are replaced, the first ones (fill) left out.
    double refillWaits(int l) const {
        const Occupancy use = occupancy(m_problem, m_accelerator, m_nest, l);
        PortBits moved(m_accelerator.levels.size());
        for (std::size_t t = 0; t < m_traffic.tensors.size(); ++t) {
            if (use.slots[t] != 1) continue;
            const auto& tensor = m_traffic.tensors[t];
            for (std::size_t i = 1; i < tensor.nodes.size(); ++i) {
                const NodeTraffic& node = tensor.nodes[i];
                if (node.level != l || !isRefilled(m_problem, m_nest, static_cast<int>(t), node.depth)) continue;
                const int parent = tensor.nodes[i - 1].level;
                const double share = std::max(0.0, 1.0 - node.tileWords * instances(l) / tensor.links[i - 1].arrived);
                const double sent = share * tensor.links[i - 1].sent / instances(parent);
                const double arrived = share * tensor.links[i - 1].arrived / instances(l);
                if (isOutput(t)) {
                    moved.write(parent, sent * bits(t, node.depth, parent));
                    moved.read(l, arrived * bits(t, node.depth, l));
                } else {
                    moved.read(parent, sent * bits(t, node.depth, parent));
                    moved.write(l, arrived * bits(t, node.depth, l));
                }
            }
        }
        return longestPort(moved);
    }

    const Problem& m_problem;
    const Accelerator& m_accelerator;
    const Nest& m_nest;
    const Traffic& m_traffic;
    const EvaluationContext& m_context;
    PortBits m_counted;
    PortBits m_drains;
    PortBits m_window;
    TimeSplit m_split;
};

} // namespace

TimeSplit splitTime(const Problem& problem, const Accelerator& accelerator, const Nest& nest, const Traffic& traffic,
                    const EvaluationContext& context) {
    return Splitter(problem, accelerator, nest, traffic, context).run();
}

} // namespace nestwright
