// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_graph.h"

#include <vector>

namespace nestwright::layout {

/// Width that a vertex takes in its layer.
[[nodiscard]] double widthOf(const LayeredGraph& graph, const GraphView& view, std::int32_t vertex);

/// Distance that the centres of two neighbours of a layer must keep.
[[nodiscard]] double separation(const LayeredGraph& graph, const GraphView& view, const Options& options,
                                std::int32_t left, std::int32_t right);

/// Horizontal centres with long straight runs, by four-fold alignment (Brandes and Koepf, "Fast and simple horizontal
/// coordinate assignment", 2001): vertices are tied to their median neighbours into vertical blocks, once from above
/// and once from below, leaning left and leaning right; each vertex takes the mean of its two middle places. Unlike
/// in the paper, the longest run of nodes is one block in all four: without such a spine, repeated branches shift every
/// block of a deep model a little further to one side. Blocks are set by longest paths over the graph of blocks.
/// O(vertices + steps).
[[nodiscard]] std::vector<double> alignVertices(const LayeredGraph& graph, const GraphView& view,
                                                const Options& options);

} // namespace nestwright::layout
