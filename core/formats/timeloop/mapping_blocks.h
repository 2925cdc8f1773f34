// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/source_note.h"
#include "core/formats/timeloop/document.h"
#include "core/formats/timeloop/loop_syntax.h"

#include <optional>
#include <vector>

namespace nestwright::timeloop {

/// Loops of one block as the mapping gives them.
struct LoopBlock {
    std::vector<WrittenFactor> factors; ///< one for every dim of the problem that the entry names
    std::vector<int> order;             ///< all dims, from the innermost loop outward
    std::optional<Count> split;         ///< of a spatial block
    std::vector<int> noReuse;
    std::vector<int> noLinkTransfer;
    std::vector<int> rmwFirstUpdate;
    SourcePlace place;
};

/// All entries of a mapping for one level.
struct LevelBlocks {
    std::optional<LoopBlock> temporal;
    std::optional<LoopBlock> spatial;
    std::optional<LoopBlock> arrayTemporal; ///< of the array that the level's fan-out is
    std::optional<LoopBlock> arraySpatial;
    std::vector<bool> keeps; ///< by tensor
    SourcePlace place;
};

/// Sorts the entries of a mapping by level. Throws Fault.
[[nodiscard]] std::vector<LevelBlocks> readBlocks(const yaml::Member& mapping, const Problem& problem,
                                                  const Accelerator& accelerator, SourceNotes& notes);

/// Notes dims whose factors don't multiply to the bound, with factors that would.
void noteProducts(const std::vector<LevelBlocks>& blocks, const Problem& problem, const Accelerator& accelerator,
                  SourceNotes& notes);

} // namespace nestwright::timeloop
