// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/projection.h"

namespace nestwright {

/// Words that one instance of a storage node at `depth` receives over the whole run, for a nest of perfect factors: the
/// first tile whole, later ones less their overlap with the tile before while the tile moves on in one direction.
///
/// The temporal loops outside the node make a sequence of steps; step i is loop i's next iteration with all loops
/// inside it rewound, and always moves the tile by the same vector. What a step costs depends on the direction
/// remembered, so a loop is a small transducer from state to state, and nesting composes transducers: exact for every
/// step of the nest, in O(loops^2) whatever the bounds.
[[nodiscard]] double sweepWords(const Problem& problem, const Nest& nest, int tensor, int depth);

} // namespace nestwright
