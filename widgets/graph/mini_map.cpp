// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/mini_map.h"

#include "widgets/graph/graph_view.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace nestwright {

namespace {
constexpr double kMapInset = 8;
}

MiniMap::MiniMap(GraphView* view, QWidget* parent)
    : QWidget(parent)
    , m_view(view) {
    setObjectName(QStringLiteral("miniMap"));
    setAccessibleName(tr("Map of the whole graph"));
    setToolTip(tr("The whole graph; the frame is what the view shows. Click or drag to move the view."));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    connect(view, &GraphView::viewChanged, this, qOverload<>(&QWidget::update));
}

/// The picture fills the map: height and width are scaled on their own, since graphs are far taller than wide.
QRectF MiniMap::mapArea() const {
    const auto room = QRectF(rect()).adjusted(kMapInset, kMapInset, -kMapInset, -kMapInset);
    const auto size = m_view->naturalSize();
    const double yScale = std::min(0.25, room.height() / std::max(1.0, size.height()));
    const double xScale = std::min({0.25, room.width() / std::max(1.0, size.width()), std::max(yScale * 8, 0.05)});
    QRectF area(0, 0, size.width() * xScale, size.height() * yScale);
    area.moveCenter(room.center());
    return area;
}

void MiniMap::refresh() {
    m_image = QImage();
    const auto* picture = m_view->picture();
    if (picture == nullptr || m_view->index().nodeCount() == 0) {
        update();
        return;
    }
    const auto area = mapArea();
    const double ratio = devicePixelRatioF();
    m_image = QImage((area.size() * ratio).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
    m_image.setDevicePixelRatio(ratio);
    m_image.fill(Qt::transparent);
    QPainter painter(&m_image);
    painter.setPen(Qt::NoPen);
    const double xScale = area.width() / std::max(1.0, static_cast<double>(picture->layout.bounds.width));
    const double yScale = area.height() / std::max(1.0, static_cast<double>(picture->layout.bounds.height));
    const auto& bounds = picture->layout.bounds;
    constexpr std::size_t kBarsPerRow = 8;
    for (const auto i : m_view->index().sampled(0, bounds.height, 1 / (yScale * ratio), kBarsPerRow)) {
        const auto& node = m_view->index().nodeRect(i);
        const QRectF bar(static_cast<double>(node.x) * xScale, static_cast<double>(node.y) * yScale,
                         std::max(1.0, static_cast<double>(node.width) * xScale),
                         std::max(1.0, static_cast<double>(node.height) * yScale));
        painter.fillRect(bar, m_view->faces().color(i));
    }
    update();
}

void MiniMap::paintEvent(QPaintEvent*) {
    const auto& colors = nestwright::palette(themeOf(QWidget::palette()));
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), colors.ground);
    painter.fillRect(QRect(0, 0, 1, height()), colors.line);
    if (m_image.isNull()) return;
    const auto area = mapArea();
    painter.drawImage(area.topLeft(), m_image);
    const auto& bounds = m_view->picture()->layout.bounds;
    const auto& t = m_view->transform();
    const double xScale = area.width() / std::max(1.0, static_cast<double>(bounds.width));
    const double yScale = area.height() / std::max(1.0, static_cast<double>(bounds.height));
    QRectF frame(
        QPointF(area.left() + t.worldX(0) * xScale, area.top() + t.worldY(0) * yScale),
        QPointF(area.left() + t.worldX(m_view->width()) * xScale, area.top() + t.worldY(m_view->height()) * yScale));
    frame = frame.intersected(QRectF(rect()).adjusted(3, 3, -3, -3));
    painter.setPen(QPen(colors.accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
}

void MiniMap::moveViewTo(const QPointF& position) {
    const auto* picture = m_view->picture();
    if (picture == nullptr) return;
    const auto area = mapArea();
    const auto& bounds = picture->layout.bounds;
    m_view->centreOn(QPointF((position.x() - area.left()) / area.width() * static_cast<double>(bounds.width),
                             (position.y() - area.top()) / area.height() * static_cast<double>(bounds.height)));
}

void MiniMap::mousePressEvent(QMouseEvent* event) { moveViewTo(event->position()); }

void MiniMap::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) != 0) moveViewTo(event->position());
}

void MiniMap::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    refresh();
}

void MiniMap::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) refresh();
}

} // namespace nestwright
