// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/palette.h"
#include "widgets/graph/graph_index.h"
#include "widgets/graph/graph_picture.h"

#include <QFont>
#include <QFontMetricsF>
#include <QPainter>

#include <vector>

namespace nestwright {

/// What stands out in a picture.
struct GraphMarks {
    std::int32_t selected = -1;
    std::int32_t hovered = -1;
    std::vector<char> isMatch; ///< by node, of a search; empty: nothing is searched for and nothing is dimmed
};

/// What stands behind a graph.
[[nodiscard]] QColor graphGround(Theme theme);

/// Paints a laid-out graph onto any device. How much of a node is shown follows from its height on the device: from
/// 20 pixels title and details, from 8 the title, from 3 a coloured box, below that a bar without edges.
class GraphPainter {
public:
    GraphPainter(const GraphPicture& picture, const GraphIndex& index, const std::vector<NodeFace>& faces, Theme theme,
                 QFont font);

    void paint(QPainter& painter, const ViewTransform& transform, const QRectF& exposed, const GraphMarks& marks) const;

private:
    enum class Detail { full, title, box, bar };

    [[nodiscard]] static Detail detailAt(double nodeHeight);
    [[nodiscard]] QRectF deviceRect(const ViewTransform& transform, std::int32_t node) const;
    [[nodiscard]] bool isDimmed(const GraphMarks& marks, std::int32_t node) const;
    void paintEdges(QPainter& painter, const ViewTransform& transform, const std::vector<std::int32_t>& routes,
                    Detail detail, const GraphMarks& marks) const;
    void paintEdgeLabels(QPainter& painter, const ViewTransform& transform,
                         const std::vector<std::int32_t>& routes) const;
    void paintEdgeLabel(QPainter& painter, const QFontMetricsF& metrics, const ViewTransform& transform,
                        layout::Point from, const QString& label, double left, double right) const;
    void paintPortals(QPainter& painter, const ViewTransform& transform, std::int32_t node) const;
    void paintBars(QPainter& painter, const ViewTransform& transform, const std::vector<std::int32_t>& nodes,
                   const GraphMarks& marks) const;
    void paintNode(QPainter& painter, const QRectF& rect, std::int32_t node, Detail detail,
                   const GraphMarks& marks) const;
    void paintTexts(QPainter& painter, const QRectF& rect, const NodeFace& face, Detail detail, bool isFaint) const;
    void paintFrame(QPainter& painter, const ViewTransform& transform, const GraphMarks& marks,
                    std::int32_t node) const;

    const GraphPicture& m_picture;
    const GraphIndex& m_index;
    const std::vector<NodeFace>& m_faces;
    Theme m_theme;
    const Palette& m_palette;
    QFont m_font;
};

} // namespace nestwright
