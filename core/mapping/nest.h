// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mapping/mapping.h"

#include <vector>

namespace nestwright {

/// A loop of a nest with its stride: the distance along its dim of two successive iterations, which is the product of
/// the bounds of the loops of the same dim inside it.
struct NestLoop {
    Loop loop;
    Count stride = 1;
};

/// A storage node and the number of loops that stand outside it.
struct PlacedStorage {
    Storage storage;
    int depth = 0;
};

/// A mapping taken apart: its loops of more than one iteration, and each tensor's chain of storage nodes, outer to
/// inner. Made for a mapping whose structure is valid.
class Nest {
public:
    Nest(const Problem& problem, const Mapping& mapping);

    [[nodiscard]] const std::vector<NestLoop>& loops() const { return m_loops; }
    [[nodiscard]] int depth() const { return static_cast<int>(m_loops.size()); }
    [[nodiscard]] const std::vector<PlacedStorage>& chain(int tensor) const {
        return m_chains[static_cast<std::size_t>(tensor)];
    }
    /// The tensor's node in the level, or nullptr where it isn't kept there.
    [[nodiscard]] const PlacedStorage* storageIn(int tensor, int level) const;
    /// Consecutive values of a dim that the loops from `depth` inward cover in a pass that is not the last one.
    [[nodiscard]] Count coverFull(int dim, int depth) const;
    /// The same in the last pass.
    [[nodiscard]] Count coverLast(int dim, int depth) const;
    /// The largest extents of all dims that the loops from `depth` inward cover.
    [[nodiscard]] std::vector<Count> largestExtents(int depth) const;
    /// Whether a loop of the dim stands outside `depth`.
    [[nodiscard]] bool hasLoopOutside(int dim, int depth) const;
    /// Whether every loop of the dim is perfect.
    [[nodiscard]] bool isPerfect(int dim) const;
    [[nodiscard]] bool isPerfect() const;
    /// Lanes that the spatial loops take along an axis of the fan-out below a level.
    [[nodiscard]] double lanesUsed(int level, Axis axis) const;

private:
    std::vector<NestLoop> m_loops;
    std::vector<std::vector<PlacedStorage>> m_chains;
    int m_dims = 0;
};

} // namespace nestwright
