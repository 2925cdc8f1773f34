// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_layout.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nestwright::layout {

/// Adjacency in compressed rows: the neighbours of v are targets[start[v]] .. targets[start[v + 1] - 1].
struct Adjacency {
    std::vector<std::int32_t> start;
    std::vector<std::int32_t> targets;

    [[nodiscard]] const std::int32_t* begin(std::int32_t vertex) const {
        return targets.data() + start[static_cast<std::size_t>(vertex)];
    }
    [[nodiscard]] const std::int32_t* end(std::int32_t vertex) const {
        return targets.data() + start[static_cast<std::size_t>(vertex) + 1];
    }
    [[nodiscard]] std::int32_t degree(std::int32_t vertex) const {
        return start[static_cast<std::size_t>(vertex) + 1] - start[static_cast<std::size_t>(vertex)];
    }
};

/// Rows of `count` vertices from (from, to) pairs, in the order of the pairs.
[[nodiscard]] Adjacency makeAdjacency(std::int32_t count, const std::vector<GraphView::Edge>& edges);

/// A routed edge: its bends are the dummy vertices firstDummy .. firstDummy + dummies - 1, one a rank that it crosses.
struct Chain {
    std::int32_t edge = 0;
    std::int32_t firstDummy = 0;
    std::int32_t dummies = 0;
};

/// The graph with every routed edge cut into steps of one rank. Vertices below `realCount` are nodes, the others
/// dummies. `layers[r]` holds the vertices of rank r from left to right, `position[v]` the place of v in its layer.
struct LayeredGraph {
    std::int32_t realCount = 0;
    std::vector<std::int32_t> rank;
    std::vector<std::vector<std::int32_t>> layers;
    std::vector<std::int32_t> position;
    Adjacency up;   ///< neighbours one rank above
    Adjacency down; ///< neighbours one rank below
    std::vector<Chain> chains;
    std::vector<std::int32_t> portals;

    [[nodiscard]] std::int32_t vertexCount() const { return static_cast<std::int32_t>(rank.size()); }
    [[nodiscard]] bool isDummy(std::int32_t vertex) const { return vertex >= realCount; }
};

} // namespace nestwright::layout
