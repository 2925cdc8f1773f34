// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/mapper.h"

#include "core/search/objective_value.h"

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

double staticPjPerCycle(const Accelerator& accelerator) {
    constexpr double kPjPerJoule = 1e12;
    const auto& device = accelerator.device;
    return device.clockHz > 0 ? device.staticPowerW.value_or(0) * kPjPerJoule / device.clockHz : 0;
}

double objectiveValue(const Evaluation& cost, const Accelerator& accelerator, Objective objective, Metric metric) {
    const double cycles = metric == Metric::bound ? cost.boundCycles : cost.cycles;
    return objectiveValue(cycles, cost.energyPj + cycles * staticPjPerCycle(accelerator), objective);
}

} // namespace nestwright
