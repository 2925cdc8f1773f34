// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/sections/sections.h"

#include <vector>

namespace nestwright::report {

/// The outcome of a comparison: which candidate is the fastest and by how much, what bounds it, which takes the least
/// energy, and which ones aren't ranked. Nothing for one accelerator.
[[nodiscard]] std::vector<Block> decisionBlocks(const Source& source);

} // namespace nestwright::report
