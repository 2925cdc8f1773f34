// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/cost/lanes.h"

#include <array>
#include <span>

namespace nestwright {

enum PortKind : std::size_t { readPort, writePort, sharedPort, portKinds };

/// Cycles that a bit takes on each port of a level; 0 where the port is not a limit.
using PortRates = std::array<double, portKinds>;

[[nodiscard]] inline PortRates portRates(const Level& level) {
    const auto cycles = [](const std::optional<double>& bitsPerCycle) { return bitsPerCycle ? 1 / *bitsPerCycle : 0; };
    return {cycles(level.readBitsPerCycle), cycles(level.writeBitsPerCycle), cycles(level.sharedBitsPerCycle)};
}

/// Bits that one instance of a level reads and writes.
template <class V>
struct PortBits {
    V read = V(0.0);
    V write = V(0.0);

    [[nodiscard]] V cycles(const PortRates& rates, std::size_t kind) const {
        if (kind == readPort) return read * rates[readPort];
        if (kind == writePort) return write * rates[writePort];
        return (read + write) * rates[sharedPort];
    }
    [[nodiscard]] V longest(const PortRates& rates) const {
        return larger<V>(larger<V>(cycles(rates, readPort), cycles(rates, writePort)), cycles(rates, sharedPort));
    }
    PortBits& operator+=(const PortBits& more) {
        read += more.read;
        write += more.write;
        return *this;
    }
};

/// A storage node as the ports see it. Words are totals over all instances, tiles are of one.
template <class V>
struct NodeFlow {
    int level = 0;
    int parent = -1; ///< level of the next node outward; -1 for the outermost
    bool isOutput = false;
    V tileWords = V(0.0);
    V tileAtParent = V(0.0); ///< words at the parent for one tile of every child
    V reads = V(0.0);
    V fills = V(0.0);
    V updates = V(0.0);
    V sent = V(0.0);                            ///< over the link from the parent, at the parent's end
    V arrived = V(0.0);                         ///< and at this end
    V inBits = V(0.0);                          ///< of an element between this node and the next one inward
    V upBits = V(0.0);                          ///< of an element between this node and its parent, at this end
    V parentBits = V(0.0);                      ///< and at the parent's
    FlagOf<V> waits = LaneMath<V>::flag(false); ///< its tile is replaced and has a single slot
};

/// What the ports of one instance of a level do.
template <class V>
struct LevelTime {
    PortBits<V> counted; ///< everything that the counts say
    PortBits<V> drained; ///< no reads in the counts, but they do occupy the port
    PortBits<V> window;  ///< before the first MAC and after the last
    PortBits<V> feeding; ///< scratch: one parent's part of a window
    V fillCycles = V(0.0);
    V drainCycles = V(0.0);
    V refillCycles = V(0.0);

    [[nodiscard]] V busyCycles(const PortRates& rates, std::size_t kind) const {
        return counted.cycles(rates, kind) + drained.cycles(rates, kind);
    }
    /// What the port still needs beyond the compute cycles and its share of fill and drain.
    [[nodiscard]] V blockedCycles(const PortRates& rates, std::size_t kind, const V& computeCycles) const {
        return busyCycles(rates, kind) - window.cycles(rates, kind) - computeCycles;
    }
};

template <class V>
struct TimeFigures {
    V boundCycles = V(0.0);
    V blockedCycles = V(0.0);
    V fillCycles = V(0.0);
    V drainCycles = V(0.0);
};

/// Time of a mapping from its nodes' traffic: see TimeSplit for what the figures mean. Nodes stand level by level,
/// outer to inner; everything else is by level.
template <class V>
class TimeModel {
public:
    TimeModel(std::span<const NodeFlow<V>> nodes, std::span<const PortRates> rates, std::span<const V> instances,
              std::span<LevelTime<V>> levels)
        : m_nodes(nodes)
        , m_rates(rates)
        , m_instances(instances)
        , m_levels(levels) {}

    /// `computeCycles`: C. `paddedCycles`: C with all passes full.
    TimeFigures<V> run(const V& computeCycles, const V& paddedCycles) {
        TimeFigures<V> time;
        std::fill(m_levels.begin(), m_levels.end(), LevelTime<V>{});
        for (const auto& node : m_nodes) count(node);
        V refills(0.0);
        for (std::size_t first = 0; first < m_nodes.size();) {
            std::size_t end = first;
            while (end < m_nodes.size() && m_nodes[end].level == m_nodes[first].level) ++end;
            const auto nodes = m_nodes.subspan(first, end - first);
            first = end;
            if (nodes.front().parent < 0) continue;
            time.fillCycles += fill(nodes);
            time.drainCycles += drain(nodes);
            refills += refill(nodes);
        }
        time.boundCycles = paddedCycles;
        for (std::size_t l = 0; l < m_levels.size(); ++l) {
            time.boundCycles = larger<V>(time.boundCycles, m_levels[l].counted.longest(m_rates[l]));
            for (std::size_t k = 0; k < portKinds; ++k) {
                const V blocked = m_levels[l].blockedCycles(m_rates[l], k, computeCycles);
                time.blockedCycles = larger<V>(time.blockedCycles, blocked);
            }
        }
        time.blockedCycles = larger<V>(time.blockedCycles, refills);
        return time;
    }

private:
    LevelTime<V>& at(int l) { return m_levels[static_cast<std::size_t>(l)]; }
    const V& instances(int l) const { return m_instances[static_cast<std::size_t>(l)]; }
    const PortRates& rates(int l) const { return m_rates[static_cast<std::size_t>(l)]; }

    void count(const NodeFlow<V>& node) {
        const V inBits = node.inBits / instances(node.level);
        const V upBits = node.upBits / instances(node.level);
        at(node.level).counted += {node.reads * inBits, node.updates * inBits + node.fills * upBits};
        if (node.parent >= 0 && node.isOutput) at(node.level).drained.read += node.arrived * upBits;
    }

    /// The first tiles come in level after level; those that share a port queue.
    V fill(std::span<const NodeFlow<V>> nodes) {
        const int l = nodes.front().level;
        PortBits<V> own;
        for (const auto& node : nodes) {
            if (node.isOutput) continue;
            at(node.parent).feeding.read += node.tileAtParent * node.parentBits;
            own.write += node.tileWords * node.upBits;
        }
        V longest = own.longest(rates(l));
        at(l).window += own;
        for (const auto& node : nodes) {
            if (node.isOutput) continue;
            at(node.parent).window += at(node.parent).feeding;
            longest = larger<V>(longest, takeFeeding(node.parent));
        }
        at(l).fillCycles = longest;
        return longest;
    }

    /// The last output tile goes out, level after level.
    V drain(std::span<const NodeFlow<V>> nodes) {
        V total(0.0);
        for (const auto& node : nodes) {
            if (!node.isOutput) continue;
            PortBits<V> own;
            PortBits<V> above;
            own.read = node.tileWords * node.upBits;
            above.write = node.tileAtParent * node.parentBits;
            at(node.level).window += own;
            at(node.parent).window += above;
            at(node.level).drainCycles = larger<V>(own.longest(rates(node.level)), above.longest(rates(node.parent)));
            total += at(node.level).drainCycles;
        }
        return total;
    }

    /// Cycles in which the level's single-slot tiles are replaced, the first ones (fill) left out.
    V refill(std::span<const NodeFlow<V>> nodes) {
        const int l = nodes.front().level;
        PortBits<V> own;
        bool anyWaits = false;
        for (const auto& node : nodes) {
            if (!LaneMath<V>::any(node.waits)) continue;
            anyWaits = true;
            const V nothing(0.0);
            const V later = larger<V>(nothing, V(1.0) - node.tileWords * instances(l) / node.arrived);
            const V share = choose<V>(node.waits, later, nothing);
            const V sent = share * node.sent / instances(node.parent) * node.parentBits;
            const V arrived = share * node.arrived / instances(l) * node.upBits;
            (node.isOutput ? at(node.parent).feeding.write : at(node.parent).feeding.read) += sent;
            (node.isOutput ? own.read : own.write) += arrived;
        }
        if (!anyWaits) return V(0.0);
        V longest = own.longest(rates(l));
        for (const auto& node : nodes) longest = larger<V>(longest, takeFeeding(node.parent));
        at(l).refillCycles = longest;
        return longest;
    }

    V takeFeeding(int parent) {
        const V longest = at(parent).feeding.longest(rates(parent));
        at(parent).feeding = {};
        return longest;
    }

    std::span<const NodeFlow<V>> m_nodes;
    std::span<const PortRates> m_rates;
    std::span<const V> m_instances;
    std::span<LevelTime<V>> m_levels;
};

} // namespace nestwright
