// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

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
};

/// One level of the hierarchy under a mapping.
struct LevelRow {
    std::string name;
    double instances = 1;
    double utilizedInstances = 1;
    std::optional<Count> capacityBits; ///< nothing: unbounded
    double usedBits = 0;
    Buffering buffering = Buffering::doubled;
    std::vector<TensorUse> tensors;
    std::vector<LoopChip> temporal;
    std::vector<LoopChip> spatial; ///< carried by the fan-out below
    std::vector<PortLoad> ports;
    Fanout fanout;
};

/// What a read-only mapping view shows. Free of Qt.
struct MappingPicture {
    std::vector<LevelRow> levels; ///< outer to inner
    std::string computeName;
    double lanes = 1;
    double cycles = 0;
    double computeCycles = 0;
    double macs = 0;
    std::string nestText;
};

[[nodiscard]] MappingPicture mappingPicture(const Accelerator& accelerator, const PlannedMapping& planned);

} // namespace nestwright
