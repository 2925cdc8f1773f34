// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mapping/nest.h"

#include <vector>

namespace nestwright {

/// A place or a distance in a tensor: one coordinate a rank.
using Coordinates = std::vector<Count>;

/// How far the tensor's tile moves, rank by rank, when a dim advances by `distance`.
[[nodiscard]] Coordinates projectStep(const Problem& problem, int tensor, int dim, Count distance);

/// The lower corner, relative to the projected position, of a box whose dims have these extents: negative coefficients
/// reach backwards.
[[nodiscard]] Coordinates lowerCorner(const Problem& problem, int tensor, const std::vector<Count>& extents);

[[nodiscard]] bool isZero(const Coordinates& coordinates);

/// Elements of a box.
[[nodiscard]] double boxElements(const Coordinates& extents);

/// The spatial loops of one fan-out that stand between two depths of a nest, and what they do to a tensor.
struct SpatialGroup {
    int fanoutLevel = 0;
    std::vector<int> loops;         ///< indices in the nest
    std::vector<Coordinates> steps; ///< distance in the tensor of one iteration of each loop
    /// Different indices always give different places, so only loops that don't move the tensor share data.
    bool isInjective = true;
    double children = 1;       ///< product of the bounds
    double distinctPlaces = 1; ///< of the children's tiles
};

/// The groups between the depths, outer fan-out first.
[[nodiscard]] std::vector<SpatialGroup> spatialGroups(const Problem& problem, const Nest& nest, int tensor,
                                                      int fromDepth, int toDepth);

} // namespace nestwright
