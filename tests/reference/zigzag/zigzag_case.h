// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/mapping/mapping.h"
#include "core/workload/problem.h"

#include <string>
#include <vector>

namespace nestwright {

/// Elements that one tensor moves at one level, over all instances.
struct ZigzagMoves {
    int level = 0;
    int tensor = 0;
    double readToBelow = 0;
    double fillFromBelow = 0;
    double readToAbove = 0;
    double fillFromAbove = 0;
    double energyPj = 0;
    double heldByMacs = 1; ///< cycles that the MACs use an operand of the innermost level for before they read it again
};

/// A layer of a case: its mapping and what the tool made of it.
struct ZigzagLayer {
    std::string name;
    Problem problem;
    Result<Mapping> mapping;
    double ideal = 0;         ///< cycles with all multipliers busy, rounded up
    double idealTemporal = 0; ///< temporal iterations
    double stall = 0;
    std::string stallingPort; ///< whose stall it is; "-" without one
    double onloading = 0;
    double offloading = 0;
    double macPj = 0;
    double memoryPj = 0;
    std::vector<ZigzagMoves> moves;

    [[nodiscard]] double total() const { return idealTemporal + stall + onloading + offloading; }
};

/// One case of tests/data/reference/zigzag.
struct ZigzagCase {
    std::string id;
    Accelerator accelerator; ///< read from the hardware as ZigZag's YAML has it
    std::vector<ZigzagLayer> layers;
};

/// Ids of all cases, in alphabetical order.
[[nodiscard]] std::vector<std::string> zigzagCaseIds();

/// Throws where the file isn't what it should be.
[[nodiscard]] ZigzagCase loadZigzagCase(const std::string& id);

/// The case's hardware as a ZigZag file.
[[nodiscard]] std::string hardwareText(const std::string& id);

} // namespace nestwright
