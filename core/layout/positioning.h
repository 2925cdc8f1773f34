// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_graph.h"

#include <functional>

namespace nestwright::layout {

/// Horizontal centre of every vertex: aligned into straight runs, then relaxed. A relaxation solves one layer
/// exactly: the least weighted squares of the distances to the neighbours, under the order and the gaps, is an isotonic
/// regression (pool adjacent violators). Long edges pull hardest and so come out straight.
struct Positions {
    std::vector<double> x;
    bool isComplete = true;
};

[[nodiscard]] Positions placeVertices(const LayeredGraph& graph, const GraphView& view, const Options& options,
                                      const std::function<bool()>& shouldStop);

/// Width that a vertex takes in its layer.
[[nodiscard]] double widthOf(const LayeredGraph& graph, const GraphView& view, std::int32_t vertex);

} // namespace nestwright::layout
