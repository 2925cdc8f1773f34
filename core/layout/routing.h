// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_graph.h"

namespace nestwright::layout {

/// Vertical extent of each layer.
struct Rows {
    std::vector<double> top;
    std::vector<double> bottom;
};

[[nodiscard]] Rows stackRows(const LayeredGraph& graph, const GraphView& view, const Options& options);

/// Centres, routes, portals and bounds from horizontal places and rows. The picture starts at (0, 0). A route leaves
/// the lower edge of its producer, runs straight down through the rows that it passes and enters the upper edge of its
/// consumer; the points of several routes into one node spread over that edge in the order in which they arrive.
[[nodiscard]] LayoutResult assemble(const LayeredGraph& graph, const GraphView& view, const std::vector<double>& x,
                                    const Rows& rows);

} // namespace nestwright::layout
