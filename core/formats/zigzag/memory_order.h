// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/zigzag/hardware.h"

namespace nestwright::zigzag {

/// A memory in the chain, outer to inner.
struct ChainLink {
    int memory = 0;
    DimSet spreadAbove = 0; ///< dimensions of the array that the fan-outs just above carry
    DimSet copies = 0;      ///< dimensions above it though it serves them: one instance stands for all along them
};

/// The memories as one chain. Of those that may come next (each operand's memories keep the order of the file), one
/// does that needs no more fan-out above it than the others. `spreadBelow` gets the dimensions left for the fan-outs
/// below the last.
[[nodiscard]] std::vector<ChainLink> orderMemories(const Hardware& hardware, SourceNotes& notes, DimSet& spreadBelow);

} // namespace nestwright::zigzag
