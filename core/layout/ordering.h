// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_graph.h"

#include <functional>

namespace nestwright::layout {

/// Crossings between consecutive layers.
[[nodiscard]] std::int64_t countCrossings(const LayeredGraph& graph);

/// Sorts the layers to reduce crossings: barycenter sweeps down or up, then over both sides, with adjacent exchanges;
/// the best order is kept. Stops after `maxSweeps`, after 8 sweeps without gain, or when `shouldStop` says so; then the
/// result is false.
bool orderLayers(LayeredGraph& graph, int maxSweeps, const std::function<bool()>& shouldStop);

} // namespace nestwright::layout
