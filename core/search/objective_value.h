// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/mapper.h"

namespace nestwright {

/// What an objective makes of cycles and of energy, static power over the cycles included.
[[nodiscard]] inline double objectiveValue(double cycles, double energyPj, Objective objective) {
    switch (objective) {
    case Objective::latency:
        return cycles;
    case Objective::energy:
        return energyPj;
    case Objective::edp:
        return cycles * energyPj;
    }
    return cycles;
}

} // namespace nestwright
