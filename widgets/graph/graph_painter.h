// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/palette.h"
#include "widgets/graph/graph_faces.h"
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
/// 20 pixels title and details, from 8 the title, from 3 a coloured box, from 1 a bar without edges; below that, some
/// nodes of each row of pixels stand for all.
class GraphPainter {
public:
    GraphPainter(const GraphPicture& picture, const GraphFaces& faces, Theme theme, QFont font);

    void paint(QPainter& painter, const ViewTransform& transform, const QRectF& exposed, const GraphMarks& marks) const;

private:
    enum class Detail { full, title, box, bar, heat };

    [[nodiscard]] static Detail detailAt(double nodeHeight);
    [[nodiscard]] QRectF deviceRect(const ViewTransform& transform, const layout::Rect& rect) const;
    [[nodiscard]] QRectF deviceRect(const ViewTransform& transform, std::int32_t node) const;
    [[nodiscard]] QRectF tagRect(const QRectF& node, bool isProducer) const;
    [[nodiscard]] bool isDimmed(const GraphMarks& marks, std::int32_t node) const;
    void paintFrames(QPainter& painter, const ViewTransform& transform, const QRectF& exposed) const;
    void paintFrameTitles(QPainter& painter, const ViewTransform& transform, const QRectF& exposed) const;
    /// A route with the stretch of it that touches the view: points first .. last.
    struct SeenRoute {
        std::int32_t route = 0;
        std::size_t first = 0;
        std::size_t last = 0;
    };
    [[nodiscard]] std::vector<SeenRoute> seenRoutes(const layout::Rect& area,
                                                    const std::vector<std::int32_t>& routes) const;
    void paintEdges(QPainter& painter, const ViewTransform& transform, const layout::Rect& area,
                    const std::vector<std::int32_t>& routes, double nodeHeight, const GraphMarks& marks) const;
    void paintEdgeLabels(QPainter& painter, const ViewTransform& transform,
                         const std::vector<std::int32_t>& routes) const;
    void paintEdgeLabel(QPainter& painter, const QFontMetricsF& metrics, const ViewTransform& transform,
                        layout::Point from, const QString& label, double left, double right) const;
    void paintPortals(QPainter& painter, const ViewTransform& transform, std::int32_t node) const;
    void paintTags(QPainter& painter, const ViewTransform& transform, std::int32_t node) const;
    void paintTag(QPainter& painter, const QRectF& room, const QString& text) const;
    void paintBars(QPainter& painter, const ViewTransform& transform, const std::vector<std::int32_t>& nodes,
                   const GraphMarks& marks) const;
    /// Fonts and room of the texts in nodes of one height.
    struct TextLook;
    void paintPlates(QPainter& painter, const ViewTransform& transform, const std::vector<std::int32_t>& nodes,
                     const GraphMarks& marks) const;
    void paintCard(QPainter& painter, const QRectF& rect, std::int32_t node, const GraphMarks& marks) const;
    void layOutTexts(const TextLook& look, std::int32_t node, const QRectF& rect) const;
    void paintTexts(QPainter& painter, const TextLook& look, const QRectF& rect, std::int32_t node,
                    const GraphMarks& marks) const;
    void paintNodes(QPainter& painter, const ViewTransform& transform, const std::vector<std::int32_t>& nodes,
                    const GraphMarks& marks) const;
    void paintBadge(QPainter& painter, const QPointF& rightTop, const QString& text, double scale) const;
    void paintMark(QPainter& painter, const ViewTransform& transform, const GraphMarks& marks, std::int32_t node) const;

    const GraphPicture& m_picture;
    const GraphIndex& m_index;
    const GraphFaces& m_faces;
    Theme m_theme;
    const Palette& m_palette;
    QFont m_font;
};

} // namespace nestwright
