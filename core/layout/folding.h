// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/repeats.h"

#include <cstdint>
#include <vector>

namespace nestwright::layout {

/// How a repeat is drawn: as one node, as one of its blocks in a frame, or block by block like any other nodes.
enum class FoldState { closed, open, flat };

/// The nodes of the whole graph that one drawn node stands for: `count` stretches of `width` nodes, `stride` apart.
struct Members {
    std::int32_t first = 0;
    std::int32_t width = 1;
    std::int32_t stride = 1;
    std::int32_t count = 1;

    template <class Visit>
    void forEach(const Visit& visit) const {
        for (std::int32_t c = 0; c < count; ++c) {
            for (std::int32_t w = 0; w < width; ++w) visit(first + c * stride + w);
        }
    }
};

/// A graph with its repeats folded. Drawn nodes keep the order of the whole graph.
struct FoldedGraph {
    std::vector<Members> members;                  ///< by drawn node
    std::vector<std::int32_t> drawnFor;            ///< by node of the whole graph: the drawn node that stands for it
    std::vector<GraphView::Edge> edges;            ///< between drawn nodes, each pair once
    std::vector<std::int32_t> edgeOf;              ///< by edge: one of the whole graph that it stands for
    std::vector<std::vector<std::int32_t>> frames; ///< drawn nodes of each open repeat
    std::vector<std::int32_t> frameRepeats;        ///< by frame: index of its repeat
    std::vector<std::int32_t> repeatOf;            ///< by drawn node: its repeat where that is closed or open, or -1
};

/// Folds a graph. Edges from one block of a repeat to the next are left out: the repeat says them. O(nodes + edges).
[[nodiscard]] FoldedGraph fold(std::int32_t nodeCount, const std::vector<GraphView::Edge>& edges,
                               const std::vector<Repeat>& repeats, const std::vector<FoldState>& states);

} // namespace nestwright::layout
