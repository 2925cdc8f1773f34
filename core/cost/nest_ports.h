// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/index.h"
#include "core/cost/time_model.h"

#include <Eigen/Core>

#include <cstdint>

namespace nestwright {

inline constexpr int kMaxTimedPorts = 64;
inline constexpr int kMaxTimedLevels = kMaxTimedPorts / static_cast<int>(portKinds);

/// Cycles of ports by place. They are worked on in blocks, the last of which holds zeros where it has no ports.
class PortRow {
public:
    static constexpr int kBlock = 8;
    using Block = Eigen::Array<double, kBlock, 1>;

    [[nodiscard]] static int blocksOf(int ports) { return (ports + kBlock - 1) / kBlock; }

    double& operator[](std::size_t place) { return m_cycles[place]; }
    const double& operator[](std::size_t place) const { return m_cycles[place]; }
    [[nodiscard]] auto block(int index) { return Eigen::Map<Block, Eigen::Aligned16>(&m_cycles[at(index * kBlock)]); }
    [[nodiscard]] auto block(int index) const {
        return Eigen::Map<const Block, Eigen::Aligned16>(&m_cycles[at(index * kBlock)]);
    }
    void fill(int blocks, double cycles) {
        for (int b = 0; b < blocks; ++b) block(b).setConstant(cycles);
    }

private:
    alignas(16) std::array<double, kMaxTimedPorts> m_cycles;
};

/// What a transfer or a pass takes of ports that are a limit.
struct PortCost {
    static constexpr std::size_t kMostUses = 4; ///< two ports at either end

    double cycles = 0; ///< the longest use
    std::array<double, kMostUses> uses;
    std::array<std::uint8_t, kMostUses> ports; ///< by place
    std::uint8_t count = 0;
    std::uint8_t slowest = 0; ///< the first place where no port is a limit

    void clear() {
        cycles = 0;
        count = slowest = 0;
    }
    void addTo(PortRow& total) const {
        for (std::size_t u = 0; u < count; ++u) total[ports[u]] += uses[u];
    }
};

/// The ports that a mapping waits for. Each has a place, in the order in which they come into use.
class NestPorts {
public:
    void begin(std::span<const PortRates> rates) {
        m_rates = rates;
        m_count = 0;
        m_placeOf.fill(kNoPlace);
    }

    void addRead(PortCost& cost, int level, double bits) {
        take(cost, level, readPort, bits);
        take(cost, level, sharedPort, bits);
    }
    void addWrite(PortCost& cost, int level, double bits) {
        take(cost, level, writePort, bits);
        take(cost, level, sharedPort, bits);
    }
    /// Both at once, which shared ports serve one after the other.
    void addBoth(PortCost& cost, int level, double readBits, double writeBits) {
        take(cost, level, readPort, readBits);
        take(cost, level, writePort, writeBits);
        take(cost, level, sharedPort, readBits + writeBits);
    }

    [[nodiscard]] int count() const { return m_count; }
    /// The port in a place: level x portKinds + kind.
    [[nodiscard]] std::size_t portAt(int place) const { return m_portAt[at(place)]; }

private:
    static constexpr std::uint8_t kNoPlace = 255;

    void take(PortCost& cost, int level, PortKind kind, double bits) {
        const double cycles = bits * m_rates[at(level)][kind];
        if (!(cycles > 0)) return;
        const std::uint8_t place = placeOf(at(level) * portKinds + kind);
        cost.ports[cost.count] = place;
        cost.uses[cost.count++] = cycles;
        if (cycles <= cost.cycles) return;
        cost.cycles = cycles;
        cost.slowest = place;
    }

    std::uint8_t placeOf(std::size_t port) {
        std::uint8_t& place = m_placeOf[port];
        if (place == kNoPlace) {
            place = static_cast<std::uint8_t>(m_count);
            m_portAt[at(m_count++)] = static_cast<std::uint8_t>(port);
        }
        return place;
    }

    std::span<const PortRates> m_rates;
    std::array<std::uint8_t, kMaxTimedPorts> m_placeOf;
    std::array<std::uint8_t, kMaxTimedPorts> m_portAt;
    int m_count = 0;
};

} // namespace nestwright
