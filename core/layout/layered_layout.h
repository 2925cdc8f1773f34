// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nestwright::layout {

struct Size {
    float width = 160;
    float height = 48;
};
struct Point {
    float x = 0;
    float y = 0;
};
struct Rect {
    float x = 0;
    float y = 0;
    float width = 0;
    float height = 0;
};

/// A directed acyclic graph by dense node numbers.
struct GraphView {
    std::vector<Size> sizes; ///< one a node
    struct Edge {
        std::int32_t from = 0;
        std::int32_t to = 0;
    };
    std::vector<Edge> edges{};
    std::vector<std::int32_t> atTop{};    ///< nodes without inputs that stand above all others
    std::vector<std::int32_t> atBottom{}; ///< nodes without outputs that stand below all others
};

struct Options {
    float nodeGap = 24;
    float rankGap = 40;
    int maxRoutedSpan = 16;    ///< edges over more ranks become portals
    int sweeps = 24;           ///< ordering sweeps at most
    int relaxSweeps = 24;      ///< of layers that can't be aligned
    double timeBudgetMs = 800; ///< ordering and relaxation stop here with the best so far
};

struct RoutedEdge {
    std::int32_t edge = 0; ///< index in GraphView::edges
    std::vector<Point> points;
};

/// Positions are node centres; the graph runs downwards. Deterministic for a graph and options, unless the time
/// budget cuts it short (`isComplete` is then false).
struct LayoutResult {
    std::vector<Point> centres;
    std::vector<std::int32_t> ranks;
    std::vector<RoutedEdge> routes;
    std::vector<std::int32_t> portals; ///< indices of edges that are not routed
    Rect bounds;
    bool isComplete = true;
};

/// Lays out a graph; nothing when cancelled. O((nodes + edges) x sweeps).
[[nodiscard]] std::optional<LayoutResult> layeredLayout(const GraphView& graph, const Options& options,
                                                        const WorkContext& work);

} // namespace nestwright::layout
