// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/property/transfer_schedule.h"

#include <array>

namespace nestwright {

/// Tile slots by tensor and level.
using TileSlots = std::vector<std::vector<int>>;

struct SimulatedTime {
    double cycles = 0;        ///< until the last output has left
    double computeCycles = 0; ///< in which MACs issue
    double firstIssue = 0;
    double lastIssue = 0;                          ///< when the last pass ends
    std::vector<std::array<double, 3>> busyCycles; ///< by level: read, write, shared port
};

/// A second, independent truth for the time of a mapping: runs every transfer and every pass as an event.
///
/// The rules, as the simulator applies them:
/// - All instances of a level do the same at the same time, so that one of each is simulated. Its read, write and
///   shared bandwidths are ports of their own; a read takes the read and the shared port, a write the write and the
///   shared one. A port without a limit is always free.
/// - A transfer takes the outer level's port and the inner level's, each for its bits over the port's rate; it is there
///   when the longer one is done. It starts when all of its ports are free: those that wait start in the order in which
///   they became ready, ties by tensor, then outer node before inner, then loads before drains. One that waits for one
///   port keeps none of the others from later ones. One that no port limits is there at once, before others start.
/// - A tile is loaded when its tensor's tile before it is there, the tile of the next outer node that it lies in is
///   there, and a slot is free. The slot of a tile that is only read frees after its last use: the last load of the
///   next inner node from it, or the last pass.
/// - An output's tile needs its slot alone, and a load where partial sums come back. After its last use (the last drain
///   of the next inner node into it, or the last pass) it drains, in order, into the tile of the next outer node, which
///   must be there; then its slot is free. A drain reads the inner level and writes the outer one.
/// - A pass is the steps between changes of any innermost tile. It computes when all innermost tiles are there and the
///   pass before is done. What its MACs read and write at the innermost nodes takes their ports as a transfer does,
///   from the pass's start. It is done when its steps and these are. Of things that became ready together, a pass is
///   first.
[[nodiscard]] SimulatedTime simulateTime(const TransferSchedule& schedule, const Accelerator& accelerator,
                                         const TileSlots& slots, double cyclesPerStep = 1);

} // namespace nestwright
