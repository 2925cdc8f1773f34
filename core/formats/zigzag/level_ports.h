// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/formats/zigzag/grouped_notes.h"
#include "core/formats/zigzag/hardware.h"

namespace nestwright::zigzag {

/// Bandwidths and energies of a memory's level from its ports. A level has one port for reads, one for writes and one
/// for both: ports that work side by side become one with their bandwidths added, which never makes a transfer later
/// than they do.
void readPorts(const Memory& memory, GroupedNotes& notes, Level& level);

/// Throws yaml::Fault where an operand has no port for a move that it can't do without. `hasOuter`: whether it is also
/// kept further out.
void checkMoves(const Memory& memory, Operand operand, bool hasOuter);

} // namespace nestwright::zigzag
