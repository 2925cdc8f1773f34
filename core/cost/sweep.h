// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/link.h"
#include "core/cost/projection.h"

namespace nestwright {

/// Words over a link of the chain for a nest of perfect factors: each child's first tile whole, later ones less their
/// overlap with the tile before while the tile moves on in one direction; equal requests of siblings once; what a
/// neighbour had a step before from there, where that spares the parent something.
///
/// All children do alike. The temporal loops outside them make a sequence of steps; step i is loop i's next iteration
/// with all loops inside it rewound, and always moves the tile by the same vector. What a step costs depends on the
/// direction remembered and on the last request, so a loop is a small transducer from state to state, and nesting
/// composes transducers: exact for every step of the nest, whatever the bounds. Under sampled steps each loop runs its
/// iterations 0 and 1, and the second counts for all later ones.
/// `groups` are the spatial groups between parent and child.
[[nodiscard]] LinkWords sweepLink(const Problem& problem, const Nest& nest, const ChainLink& link,
                                  const std::vector<SpatialGroup>& groups);

} // namespace nestwright
