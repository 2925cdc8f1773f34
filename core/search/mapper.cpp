// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/mapper.h"

namespace nestwright {

std::string_view keyOf(Objective objective) {
    switch (objective) {
    case Objective::latency:
        return "latency";
    case Objective::energy:
        return "energy";
    case Objective::edp:
        return "edp";
    }
    return "latency";
}

std::optional<Objective> objectiveFromName(std::string_view name) {
    for (const Objective objective : {Objective::latency, Objective::energy, Objective::edp}) {
        if (keyOf(objective) == name) return objective;
    }
    return std::nullopt;
}

double objectiveValue(const Evaluation& cost, Objective objective, Metric metric) {
    const double cycles = metric == Metric::bound ? cost.boundCycles : cost.cycles;
    switch (objective) {
    case Objective::latency:
        return cycles;
    case Objective::energy:
        return cost.energyPj;
    case Objective::edp:
        return cycles * cost.energyPj;
    }
    return cycles;
}

} // namespace nestwright
