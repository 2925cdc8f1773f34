// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/stall_time.h"

#include <algorithm>

namespace nestwright {

void StallTime::stretchTo(double computeCycles, double leastCycles, std::span<const LevelTime<double>> levels,
                          std::span<const PortRates> rates) {
    std::size_t busiest = 0;
    double busy = 0;
    for (std::size_t l = 0; l < levels.size(); ++l) {
        for (std::size_t k = 0; k < portKinds; ++k) {
            const double cycles = levels[l].busyCycles(rates[l], k);
            if (cycles <= busy) continue;
            busy = cycles;
            busiest = l * portKinds + k;
        }
    }
    const double missing = std::max(busy, leastCycles) - computeCycles - fillCycles - blockedCycles - drainCycles;
    if (!(missing > 0)) return;
    blockedCycles += missing;
    blockedBy[busiest] += missing;
}

} // namespace nestwright
