// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/base/source_note.h"

#include <string>
#include <string_view>

namespace nestwright::scalesim {

/// Whether a text is a configuration of SCALE-Sim: it has its section [architecture_presets].
[[nodiscard]] bool isConfig(std::string_view text);

/// A configuration (.cfg): a systolic array between three double-buffered memories, one an operand, and DRAM. The
/// dataflow decides what each axis of the array can carry and what its elements keep. With bandwidths to be found
/// (CALC) no port is a limit, and so nothing stalls; with given ones (USER) each operand has a path of its own to DRAM.
/// What the file says and can't be used is added to `notes`.
[[nodiscard]] Result<Accelerator> readConfig(std::string_view text, const std::string& file, SourceNotes& notes);

} // namespace nestwright::scalesim
