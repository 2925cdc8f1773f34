// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mapping/nest.h"

namespace nestwright {

/// Elements of the tensor's largest tile at a depth of the nest: its bounding box.
[[nodiscard]] double tileElements(const Problem& problem, const Nest& nest, int tensor, int depth);

/// Bits that an element of the tensor takes at rest in a level: a word of the level where the accelerator keeps an
/// element a word; partial sums where what arrives in the level is not final yet.
[[nodiscard]] int storedBits(const Problem& problem, const Accelerator& accelerator, const Nest& nest, int tensor,
                             int level);

/// Bits of an element on its way between a storage node at `depth` (or the MACs) and its parent, as the level sees it:
/// an output is a partial sum while a temporal reduction loop stands outside that depth.
[[nodiscard]] int movedBits(const Problem& problem, const Accelerator& accelerator, const Nest& nest, int tensor,
                            int depth, int level);

/// Whether the tile at the depth is ever replaced: a temporal loop that moves the tensor stands outside.
[[nodiscard]] bool isRefilled(const Problem& problem, const Nest& nest, int tensor, int depth);

/// How the tiles of a level share its room. `slots[t]` is 0 (not kept), 1 or 2: tiles that are replaced get a second
/// slot where the level is double-buffered, and in a single-buffered one where the room is there, smallest tile first.
struct Occupancy {
    std::vector<double> bits; ///< of one tile of each tensor
    std::vector<int> slots;
    double neededBits = 0; ///< what the declared buffering asks for, operands with their own room left out
};

[[nodiscard]] Occupancy occupancy(const Problem& problem, const Accelerator& accelerator, const Nest& nest, int level);

} // namespace nestwright
