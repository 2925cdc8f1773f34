// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layered_layout.h"

#include "core/layout/ordering.h"
#include "core/layout/positioning.h"
#include "core/layout/ranking.h"
#include "core/layout/routing.h"

#include <chrono>

namespace nestwright::layout {

std::optional<LayoutResult> layeredLayout(const GraphView& graph, const Options& options, const WorkContext& work) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const auto shouldStop = [&] {
        const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
        return work.cancel.isCancelled() || elapsed.count() > options.timeBudgetMs;
    };
    const auto step = message(NW_TEXT("layout.step", "Laying out the graph"));

    work.report(0, step);
    auto layered = makeLayeredGraph(graph, rankNodes(graph), options.maxRoutedSpan);
    if (work.cancel.isCancelled()) return std::nullopt;
    work.report(0.2, step);
    const bool isOrdered = orderLayers(layered, options.sweeps, shouldStop);
    if (work.cancel.isCancelled()) return std::nullopt;
    work.report(0.7, step);
    const auto positions = placeVertices(layered, graph, options, shouldStop);
    if (work.cancel.isCancelled()) return std::nullopt;
    auto result = assemble(layered, graph, positions.x, stackRows(layered, graph, options));
    result.isComplete = isOrdered && positions.isComplete;
    work.report(1, step);
    return result;
}

} // namespace nestwright::layout
