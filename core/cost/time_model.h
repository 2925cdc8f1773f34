// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/cost/lanes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

namespace nestwright {

enum PortKind : std::size_t { readPort, writePort, sharedPort, portKinds };

/// A port as levels declare it.
struct DeclaredPort {
    std::optional<double> Level::*bitsPerCycle; ///< nothing: not a limit
    const char* name;
};

/// By kind.
inline constexpr std::array<DeclaredPort, portKinds> kPorts = {{{&Level::readBitsPerCycle, "read port"},
                                                                {&Level::writeBitsPerCycle, "write port"},
                                                                {&Level::sharedBitsPerCycle, "port"}}};

/// "GLB read port".
[[nodiscard]] inline std::string portName(const Level& level, std::size_t kind) {
    return level.name + ' ' + kPorts[kind].name;
}

/// Cycles that a bit takes on each port of a level; 0 where the port is not a limit.
using PortRates = std::array<double, portKinds>;

[[nodiscard]] inline PortRates portRates(const Level& level) {
    PortRates rates{};
    for (std::size_t kind = 0; kind < portKinds; ++kind) {
        if (const auto& bitsPerCycle = level.*kPorts[kind].bitsPerCycle) rates[kind] = 1 / *bitsPerCycle;
    }
    return rates;
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
    V temporalReductions = V(0.0);
    V sent = V(0.0);       ///< over the link from the parent, at the parent's end
    V arrived = V(0.0);    ///< and at this end
    V inBits = V(0.0);     ///< of an element between this node and the next one inward
    V upBits = V(0.0);     ///< of an element between this node and its parent, at this end
    V parentBits = V(0.0); ///< and at the parent's
    V slots = V(1.0);      ///< tiles that the level has room for
};

/// What the ports of one instance of a level do.
template <class V>
struct LevelTime {
    PortBits<V> counted; ///< everything that the counts say
    PortBits<V> drained; ///< no reads in the counts, but they do occupy the port

    [[nodiscard]] V busyCycles(const PortRates& rates, std::size_t kind) const {
        return counted.cycles(rates, kind) + drained.cycles(rates, kind);
    }
    [[nodiscard]] V longestBusy(const PortRates& rates) const {
        return larger<V>(larger<V>(busyCycles(rates, readPort), busyCycles(rates, writePort)),
                         busyCycles(rates, sharedPort));
    }
};

/// Adds up what each level's ports do.
template <class V>
void countPorts(std::span<const NodeFlow<V>> nodes, std::span<const V> instances, bool drainsAreCounted,
                std::span<LevelTime<V>> levels) {
    std::fill(levels.begin(), levels.end(), LevelTime<V>{});
    for (const auto& node : nodes) {
        const auto l = static_cast<std::size_t>(node.level);
        const V inBits = node.inBits / instances[l];
        const V upBits = node.upBits / instances[l];
        levels[l].counted += {node.reads * inBits, node.updates * inBits + node.fills * upBits};
        if (node.parent >= 0 && node.isOutput && !drainsAreCounted) levels[l].drained.read += node.arrived * upBits;
    }
}

/// The steady-state roofline: compute, or the busiest port by its counts.
template <class V>
V boundCyclesOf(const V& paddedCycles, std::span<const LevelTime<V>> levels, std::span<const PortRates> rates) {
    V bound = paddedCycles;
    for (std::size_t l = 0; l < levels.size(); ++l) bound = larger<V>(bound, levels[l].counted.longest(rates[l]));
    return bound;
}

} // namespace nestwright
