// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_graph.h"

#include <functional>
#include <vector>

namespace nestwright::layout {

/// Horizontal centre of every vertex. Models come out best as aligned straight runs (alignVertices). Where those would
/// make the picture far wider than its widest layer, as in random graphs, the layers are packed around a common axis
/// instead and relaxed: a sweep moves one layer after another to the least weighted squares of the distances to its
/// neighbours, under order and gaps, which an isotonic regression (pool adjacent violators) finds exactly. Long edges
/// pull hardest and so come out nearly straight. False where `shouldStop` cut the sweeps short.
struct Positions {
    std::vector<double> x;
    bool isComplete = true;
};

[[nodiscard]] Positions placeVertices(const LayeredGraph& graph, const GraphView& view, const Options& options,
                                      const std::function<bool()>& shouldStop);

} // namespace nestwright::layout
