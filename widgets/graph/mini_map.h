// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

namespace nestwright {

class GraphView;

/// The whole graph in a column beside the view, with a frame around what the view shows. A click or drag moves the
/// view.
class MiniMap : public QWidget {
    Q_OBJECT

public:
    explicit MiniMap(GraphView* view, QWidget* parent = nullptr);

    /// Draws the nodes again: after another graph, other colours or another theme.
    void refresh();
    [[nodiscard]] QSize sizeHint() const override { return {112, 176}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {112, 80}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QRectF mapArea() const;
    void moveViewTo(const QPointF& position);

    GraphView* m_view;
    QImage m_image;
};

} // namespace nestwright
