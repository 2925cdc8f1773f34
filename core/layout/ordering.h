// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_graph.h"

#include <functional>

namespace nestwright::layout {

/// Crossings between consecutive layers, counted with an accumulator tree (Barth, Juenger, Mutzel 2002):
/// O(steps x log(width)).
[[nodiscard]] std::int64_t countCrossings(const LayeredGraph& graph);

/// Sorts the layers to reduce crossings: barycenter sweeps up and down with adjacent exchanges, best order kept. Stops
/// after `maxSweeps`, after 8 sweeps without gain, or when `shouldStop` says so; then the result is false.
bool orderLayers(LayeredGraph& graph, int maxSweeps, const std::function<bool()>& shouldStop);

} // namespace nestwright::layout
