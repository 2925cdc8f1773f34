// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/evaluation.h"
#include "core/cost/traffic.h"

namespace nestwright {

/// Energy of one tensor's accesses in a level, over all instances, in pJ.
[[nodiscard]] double accessEnergyPj(const Problem& problem, const Accelerator& accelerator, const Nest& nest,
                                    const Traffic& traffic, int tensor, const NodeTraffic& node);

/// The networks of all fan-outs: words, reductions, hops and their energy. Hops are the length of the tree from column
/// 0 at half height along X to the receivers' columns, then along Y, averaged over groups of receivers of one word.
[[nodiscard]] std::vector<NetworkCosts> countNetworks(const Problem& problem, const Accelerator& accelerator,
                                                      const Nest& nest, const Traffic& traffic);

} // namespace nestwright
