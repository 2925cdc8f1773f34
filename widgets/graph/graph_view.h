// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graph_painter.h"
#include "widgets/graph/graph_picture.h"

#include <QWidget>

class QHelpEvent;

#include <memory>

namespace nestwright {

/// A graph to look at: the wheel zooms at the cursor, a drag pans, a click selects, arrows walk along the edges, F fits
/// everything, Enter asks to open the selected node, Space to fold or unfold what it belongs to.
class GraphView : public QWidget {
    Q_OBJECT

public:
    explicit GraphView(QWidget* parent = nullptr);

    void setPicture(std::shared_ptr<const GraphPicture> picture, GraphFaces faces);
    /// Another picture of the same graph: node `to` of it appears where node `from` of the old one is.
    void exchangePicture(std::shared_ptr<const GraphPicture> picture, GraphFaces faces, std::int32_t from,
                         std::int32_t to);
    /// Other texts and colours for the same picture.
    void setFaces(GraphFaces faces);
    void setSelected(std::int32_t node);
    [[nodiscard]] std::int32_t selected() const { return m_marks.selected; }
    /// Dims whatever doesn't match; an empty vector ends the search.
    void setMatches(std::vector<char> isMatch);

    void fitAll();
    void fitWidth();
    void zoomBy(double factor);
    /// As near to the middle as leaves no empty room at the ends of the picture.
    void centreOn(std::int32_t node);
    void centreOn(const QPointF& world);
    /// What is in the middle.
    [[nodiscard]] QPointF centre() const;

    [[nodiscard]] const ViewTransform& transform() const { return m_transform; }
    [[nodiscard]] std::int32_t nodeAt(const QPointF& position) const;
    /// The frame under a point, or -1.
    [[nodiscard]] std::int32_t frameAt(const QPointF& position) const;
    /// Where a node is on this widget; for tests and tool tips.
    [[nodiscard]] QRectF nodeRect(std::int32_t node) const;
    [[nodiscard]] const GraphPicture* picture() const { return m_picture.get(); }
    [[nodiscard]] const GraphFaces& faces() const { return m_faces; }
    [[nodiscard]] const GraphIndex& index() const;

    /// The whole graph, at its natural size, onto any painter.
    void renderAll(QPainter& painter) const;
    [[nodiscard]] QSizeF naturalSize() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void nodeClicked(std::int32_t node);
    void nodeActivated(std::int32_t node);
    void frameActivated(std::int32_t frame);
    void foldWanted(std::int32_t node);
    void menuWanted(const QPoint& globalPosition, std::int32_t node, std::int32_t frame);
    void viewChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] double leastScale() const;
    void showToolTip(const QHelpEvent& event);
    void zoomAt(const QPointF& position, double factor);
    void keepCentre(double dx, double dy);
    void keepInSight();
    void ensureVisible(std::int32_t node);
    void walk(GraphIndex::Direction direction);
    void setTransform(const ViewTransform& transform);
    void describeSelection();
    [[nodiscard]] Theme theme() const;

    std::shared_ptr<const GraphPicture> m_picture;
    GraphFaces m_faces;
    GraphMarks m_marks;
    ViewTransform m_transform;
    bool m_isStartPending = true; ///< the first look waits for a size
    bool m_isAtStart = false;     ///< nothing but the first look was wanted so far
    bool m_isPressed = false;
    bool m_isPanning = false;
    QPointF m_pressedAt;
    ViewTransform m_transformAtPress;
};

} // namespace nestwright
