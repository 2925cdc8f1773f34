// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graph_index.h"
#include "widgets/graph/graph_painter.h"
#include "widgets/graph/graph_picture.h"

#include <QWidget>

#include <memory>

namespace nestwright {

/// A graph to look at: the wheel zooms at the cursor, a drag pans, a click selects, arrows walk along the edges, F fits
/// everything, Enter asks to open the selected node.
class GraphView : public QWidget {
    Q_OBJECT

public:
    explicit GraphView(QWidget* parent = nullptr);

    void setPicture(std::shared_ptr<const GraphPicture> picture, std::vector<NodeFace> faces);
    /// Other texts and colours for the same picture.
    void setFaces(std::vector<NodeFace> faces);
    void setSelected(std::int32_t node);
    [[nodiscard]] std::int32_t selected() const { return m_marks.selected; }
    /// Dims whatever doesn't match; an empty vector ends the search.
    void setMatches(std::vector<char> isMatch);

    void fitAll();
    void fitWidth();
    void zoomBy(double factor);
    void centreOn(std::int32_t node);
    void centreOn(const QPointF& world);

    [[nodiscard]] const ViewTransform& transform() const { return m_transform; }
    [[nodiscard]] std::int32_t nodeAt(const QPointF& position) const;
    /// Where a node is on this widget; for tests and tool tips.
    [[nodiscard]] QRectF nodeRect(std::int32_t node) const;
    [[nodiscard]] const GraphPicture* picture() const { return m_picture.get(); }
    [[nodiscard]] const std::vector<NodeFace>& faces() const { return m_faces; }
    [[nodiscard]] const GraphIndex& index() const { return m_index; }

    /// The whole graph, at its natural size, onto any painter.
    void renderAll(QPainter& painter) const;
    [[nodiscard]] QSizeF naturalSize() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void nodeClicked(std::int32_t node);
    void nodeActivated(std::int32_t node);
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
    bool event(QEvent* event) override;

private:
    void zoomAt(const QPointF& position, double factor);
    void keepInSight();
    void ensureVisible(std::int32_t node);
    void walk(GraphIndex::Direction direction);
    void setTransform(const ViewTransform& transform);
    void describeSelection();
    [[nodiscard]] Theme theme() const;

    std::shared_ptr<const GraphPicture> m_picture;
    std::vector<NodeFace> m_faces;
    GraphIndex m_index;
    GraphMarks m_marks;
    ViewTransform m_transform;
    bool m_isStartPending = true; ///< the first look waits for a size
    bool m_isPressed = false;
    bool m_isPanning = false;
    QPointF m_pressedAt;
    ViewTransform m_transformAtPress;
};

} // namespace nestwright
