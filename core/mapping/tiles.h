// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mapping/nest.h"

namespace nestwright {

/// Elements of the tensor's largest tile at a depth of the nest: its bounding box.
[[nodiscard]] double tileElements(const Problem& problem, const Nest& nest, int tensor, int depth);

/// Bits that an element of the tensor takes at rest in a level, and on its way between the level and what is inside it:
/// a word of the level where the accelerator keeps an element a word; partial sums where what arrives from inside is
/// not final yet.
[[nodiscard]] int storedBits(const Problem& problem, const Accelerator& accelerator, const Nest& nest, int tensor,
                             int level);

/// Bits of an element on its way between the tensor's node in `level` and its parent, as the level `seenBy` (one of the
/// two) sees it. An output leaves as a partial sum where a temporal loop that adds to it stands outside of one that
/// moves it on, or outside of a node that forgets.
[[nodiscard]] int upwardBits(const Problem& problem, const Accelerator& accelerator, const Nest& nest, int tensor,
                             int level, int seenBy);

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
