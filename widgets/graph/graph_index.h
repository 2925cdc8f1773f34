// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_layout.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace nestwright {

/// Finds nodes and routes of a laid-out graph by place and by neighbourhood. Free of Qt.
/// A uniform grid answers what lies in an area in time proportional to what lies there.
class GraphIndex {
public:
    enum class Direction { toProducer, toConsumer, left, right };

    GraphIndex() = default;
    GraphIndex(const layout::GraphView& view, const layout::LayoutResult& layout);

    [[nodiscard]] std::size_t nodeCount() const { return m_nodeRects.size(); }
    [[nodiscard]] const layout::Rect& nodeRect(std::int32_t node) const {
        return m_nodeRects[static_cast<std::size_t>(node)];
    }

    /// The node under a point, or -1.
    [[nodiscard]] std::int32_t nodeAt(layout::Point point) const;

    struct Found {
        std::vector<std::int32_t> nodes;
        std::vector<std::int32_t> routes; ///< indices of LayoutResult::routes
    };
    /// Whatever may touch the area, each once, by number.
    [[nodiscard]] Found inside(const layout::Rect& area) const;

    /// Nodes for a picture so small that many fall on one row of pixels: of each row, which is `rowHeight` of the
    /// world, at most `perRow`, evenly. Which ones doesn't depend on where the area begins.
    [[nodiscard]] std::vector<std::int32_t> sampled(float top, float bottom, double rowHeight,
                                                    std::size_t perRow) const;

    /// Where a step along the edges leads: the producer or consumer, or the neighbour in the same rank, that lies
    /// nearest; -1 where there is none.
    [[nodiscard]] std::int32_t neighbour(std::int32_t node, Direction direction) const;

    [[nodiscard]] const std::vector<std::int32_t>& edgesOf(std::int32_t node) const {
        return m_edges[static_cast<std::size_t>(node)];
    }
    /// Edges of the node that are not routed: indices of LayoutResult::portals.
    [[nodiscard]] const std::vector<std::int32_t>& portalsOf(std::int32_t node) const;

private:
    struct Cell {
        std::vector<std::int32_t> nodes;
        std::vector<std::int32_t> routes;
    };
    struct CellRange {
        std::size_t left = 0;
        std::size_t top = 0;
        std::size_t right = 0;
        std::size_t bottom = 0;
    };

    [[nodiscard]] CellRange cellsOf(const layout::Rect& area) const;
    [[nodiscard]] Cell& cell(std::size_t column, std::size_t row) { return m_cells[row * m_columns + column]; }
    [[nodiscard]] const Cell& cell(std::size_t column, std::size_t row) const {
        return m_cells[row * m_columns + column];
    }
    void addNodes(const layout::GraphView& view, const layout::LayoutResult& layout);
    void addRoutes(const layout::LayoutResult& layout);

    std::vector<layout::Rect> m_nodeRects;
    std::vector<std::vector<std::int32_t>> m_edges; ///< by node: edges that touch it
    std::vector<layout::GraphView::Edge> m_ends;    ///< by edge
    std::vector<std::vector<std::int32_t>> m_rows;  ///< by rank: nodes from left to right
    std::vector<std::int32_t> m_ranks;
    std::vector<std::int32_t> m_byHeight; ///< nodes from the top down
    std::unordered_map<std::int32_t, std::vector<std::int32_t>> m_portals;
    std::vector<Cell> m_cells;
    std::size_t m_columns = 1;
    std::size_t m_rowCount = 1;
    float m_cellSize = 1;
};

} // namespace nestwright
