// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/cycles.h"

namespace nestwright {

/// What consumed the time first: the busiest of compute and all ports, with its lead over the runner-up. Compute whose
/// lanes are mostly idle is a matter of shape; a device-memory port that would not lead if every tensor passed it once
/// is a matter of capacity.
[[nodiscard]] Bottleneck findBottleneck(const Problem& problem, const Accelerator& accelerator, const Nest& nest,
                                        const Traffic& traffic, const TimeSplit& time);

} // namespace nestwright
