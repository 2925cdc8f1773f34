// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_graph.h"

namespace nestwright::layout {

/// A rank for each node: longest path from the sources, then nodes with more outputs than inputs move down to their
/// nearest consumer; pinned nodes come last. Edges that close a cycle are ignored. O(nodes + edges).
[[nodiscard]] std::vector<std::int32_t> rankNodes(const GraphView& graph);

/// Cuts the edges into steps of one rank; edges over more than `maxRoutedSpan` ranks, or that don't point down, become
/// portals.
[[nodiscard]] LayeredGraph makeLayeredGraph(const GraphView& graph, std::vector<std::int32_t> ranks, int maxRoutedSpan);

} // namespace nestwright::layout
