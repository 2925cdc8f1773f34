// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/nest_ports.h"

namespace nestwright {

/// Cycles by port: level x portKinds + kind.
using PortCycles = std::array<double, kMaxTimedPorts>;

/// Cycles in which no MACs issue, and the ports that they wait for.
struct StallTime {
    double fillCycles = 0;    ///< before the first pass
    double blockedCycles = 0; ///< between the first pass and the last
    double drainCycles = 0;   ///< after the last pass
    PortCycles filledBy{};
    PortCycles blockedBy{};
    PortCycles drainedBy{};

    /// Blocks for the busiest port until the time of all is no less than what this port is busy, nor than
    /// `leastCycles`.
    void stretchTo(double computeCycles, double leastCycles, std::span<const LevelTime<double>> levels,
                   std::span<const PortRates> rates);
};

} // namespace nestwright
