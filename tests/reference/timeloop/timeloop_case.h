// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/cost/rules.h"
#include "core/mapping/mapping.h"
#include "core/workload/problem.h"

#include <string>
#include <vector>

namespace nestwright {

/// Printed counts of one tensor in one level, per utilised instance, rounded or truncated to whole numbers.
struct PrintedCounts {
    int level = 0;
    int tensor = 0;
    double tile = 0;
    double reads = 0;
    double fills = 0;
    double updates = 0;
    double temporalReductions = 0;
};

/// Printed words of one tensor over the network below a level, per utilised instance of the level.
struct PrintedNetwork {
    std::string above;
    int tensor = 0;
    double ingresses = 0;
    double spatialReductions = 0;
};

/// One case of tests/data/reference/timeloop: inputs and what the tool printed.
struct TimeloopCase {
    std::string id;
    Problem problem;
    Accelerator accelerator; ///< with links at every fan-out, as the tool has it; wire energies left out
    Mapping mapping;
    CountingRules rules;
    double macs = 0;
    double cycles = 0;
    double energyPj = 0; ///< without wires
    double linkTransfers = 0;
    std::vector<PrintedCounts> counts;
    std::vector<PrintedNetwork> networks; ///< of fan-outs to several children
};

/// Ids of all cases, in alphabetical order.
[[nodiscard]] std::vector<std::string> timeloopCaseIds();

/// Throws where the file isn't what it should be.
[[nodiscard]] TimeloopCase loadTimeloopCase(const std::string& id);

/// Whether `exact` prints as `printed`, rounded or truncated.
[[nodiscard]] bool printsAs(double exact, double printed);

} // namespace nestwright
