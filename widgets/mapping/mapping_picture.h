// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/plan/plan.h"
#include "core/workload/catalogue.h"

#include <optional>
#include <string>
#include <vector>

namespace nestwright {

/// A loop as a chip of its level's row.
struct LoopChip {
    std::string dim;
    Count bound = 1;
    Count residual = 1;
    bool isSpatial = false;
    Axis axis = Axis::x;
};

/// A tensor's share of a level.
struct TensorUse {
    int tensor = 0;
    std::string name;
    Operand operand = Operand::input;
    bool isKept = false;
    double tileBits = 0; ///< of one tile
    int tileCount = 0;   ///< tiles that the level holds: 2 where it is double-buffered
    /// Bytes that pass the level's ports, over all its instances.
    double readBytes = 0;
    double writeBytes = 0;
    /// Words over all instances; nothing where there is no loop nest to count them from.
    struct Counts {
        double reads = 0;
        double fills = 0;
        double updates = 0;
    };
    std::optional<Counts> counts;
};

/// One level of the hierarchy under a mapping.
struct LevelRow {
    std::string name;
    double instances = 1;
    double utilizedInstances = 1;
    std::optional<Count> capacityBits; ///< nothing: unbounded
    int wordBits = 8;
    double usedBits = 0;
    Buffering buffering = Buffering::doubled;
    std::vector<TensorUse> tensors;
    std::vector<LoopChip> temporal;
    std::vector<LoopChip> spatial; ///< carried by the fan-out below
    std::vector<PortLoad> ports;
    Fanout fanout;

    [[nodiscard]] const PortLoad* busiestPort() const; ///< nullptr where it has none
    /// Instances below that spatial loops use along an axis, at most.
    [[nodiscard]] Count usedAlong(Axis axis) const;
};

/// What a mapping view shows. Free of Qt.
struct MappingPicture {
    std::vector<LevelRow> levels; ///< outer to inner
    std::string computeName;
    double lanes = 1;
    double cycles = 0;
    double computeCycles = 0; ///< in which it computes, last passes unpadded; with all paths it sums to `cycles`
    double macs = 0;
    std::vector<TimePath> paths; ///< in cycles
    std::string nestText;
    /// Work of the vector unit or the memory path: it has no loops, and the outermost level alone takes part.
    bool isVector = false;
    double operations = 0;
    double operationsPerSecond = 0;
    int passes = 1;

    /// Cycles that compute waits for a port.
    [[nodiscard]] double blockedBy(const std::string& port) const;
};

[[nodiscard]] MappingPicture mappingPicture(const Accelerator& accelerator, const PlannedMapping& planned);

/// An operator without multiply-adds: its tensors in device memory, and the vector unit below.
[[nodiscard]] MappingPicture vectorPicture(const Accelerator& accelerator, const Graph& graph, const OperatorWork& work,
                                           const PlannedOperator& planned, DataType format);

} // namespace nestwright
