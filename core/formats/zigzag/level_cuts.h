// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/zigzag/uneven_nest.h"

namespace nestwright::zigzag {

/// Cuts every tensor into the levels that may keep it, for a given order of loops. From the innermost level outward
/// each takes as many of the next loops for each of its tensors as fit together with the fewest bits on their way
/// between it and the level above. `nest.cuts` is overwritten. The error (infeasible) names a level that a tensor's
/// smallest tile overflows.
[[nodiscard]] Result<void> cutIntoLevels(const Problem& problem, const Accelerator& accelerator, UnevenNest& nest);

} // namespace nestwright::zigzag
