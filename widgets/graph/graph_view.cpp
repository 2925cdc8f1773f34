// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_view.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nestwright {

namespace {

constexpr double kMargin = 24;
constexpr double kMinScale = 0.002;
constexpr double kMaxScale = 4;
constexpr double kWheelStep = 1.2; ///< zoom of one notch (120 units)

/// Where a picture begins in a room so that it fills it: in its middle where it is smaller, else at most a margin away
/// from the ends.
double filling(double wanted, double length, double room) {
    if (length + 2 * kMargin <= room) return (room - length) / 2;
    return std::clamp(wanted, room - kMargin - length, kMargin);
}

} // namespace

GraphView::GraphView(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setObjectName(QStringLiteral("graphView"));
    setAccessibleName(tr("Operator graph"));
    setAccessibleDescription(tr("Arrow keys walk along the edges, Space folds and unfolds repeated blocks. "
                                "The operator table lists the same operators."));
}

Theme GraphView::theme() const { return themeOf(QWidget::palette()); }

const GraphIndex& GraphView::index() const {
    static const GraphIndex none;
    return m_picture ? m_picture->index : none;
}

void GraphView::setPicture(std::shared_ptr<const GraphPicture> picture, GraphFaces faces) {
    m_picture = std::move(picture);
    m_faces = std::move(faces);
    m_marks = {};
    m_isStartPending = true;
    if (isVisible()) fitWidth();
    update();
    emit viewChanged();
}

void GraphView::exchangePicture(std::shared_ptr<const GraphPicture> picture, GraphFaces faces, std::int32_t from,
                                std::int32_t to) {
    const auto before = from >= 0 && m_picture ? nodeRect(from).topLeft() : QPointF();
    m_picture = std::move(picture);
    m_faces = std::move(faces);
    m_marks = {};
    if (from >= 0 && to >= 0) {
        const auto moved = before - nodeRect(to).topLeft();
        setTransform({m_transform.scale, m_transform.dx + moved.x(), m_transform.dy + moved.y()});
    } else {
        fitWidth();
    }
}

void GraphView::setFaces(GraphFaces faces) {
    m_faces = std::move(faces);
    describeSelection();
    update();
    emit viewChanged();
}

void GraphView::setSelected(std::int32_t node) {
    if (node >= static_cast<std::int32_t>(index().nodeCount())) node = -1;
    if (m_marks.selected == node) return;
    m_marks.selected = node;
    if (node >= 0 && !m_isStartPending) {
        m_isAtStart = false;
        ensureVisible(node);
    }
    describeSelection();
    update();
}

void GraphView::setMatches(std::vector<char> isMatch) {
    m_marks.isMatch = std::move(isMatch);
    update();
}

void GraphView::describeSelection() {
    const auto node = m_marks.selected;
    const bool isKnown = node >= 0 && static_cast<std::size_t>(node) < m_faces.nodeCount();
    const auto face = isKnown ? m_faces.node(node) : NodeFace{};
    setAccessibleName(isKnown ? tr("Operator graph, %1, %2").arg(face.title, face.details) : tr("Operator graph"));
}

void GraphView::setTransform(const ViewTransform& transform) {
    m_isAtStart = false;
    m_transform = transform;
    keepInSight();
    update();
    emit viewChanged();
}

/// Never lets the whole picture leave the view.
void GraphView::keepInSight() {
    if (!m_picture) return;
    const auto limit = [](double offset, double length, double room) {
        const double least = std::min(room / 3, length / 2);
        return std::clamp(offset, least - length, room - least);
    };
    const auto& bounds = m_picture->layout.bounds;
    m_transform.dx = limit(m_transform.dx, static_cast<double>(bounds.width) * m_transform.scale, width());
    m_transform.dy = limit(m_transform.dy, static_cast<double>(bounds.height) * m_transform.scale, height());
}

/// The whole picture can always be seen, however large it is.
double GraphView::leastScale() const {
    if (!m_picture) return kMinScale;
    const auto& bounds = m_picture->layout.bounds;
    const double wide = (width() - 2 * kMargin) / std::max(1.0, static_cast<double>(bounds.width));
    const double high = (height() - 2 * kMargin) / std::max(1.0, static_cast<double>(bounds.height));
    return std::max(1e-6, std::min({kMinScale, wide, high}));
}

void GraphView::fitAll() {
    if (!m_picture || index().nodeCount() == 0) return;
    const auto& bounds = m_picture->layout.bounds;
    ViewTransform t;
    t.scale = std::min((width() - 2 * kMargin) / std::max(1.0, static_cast<double>(bounds.width)),
                       (height() - 2 * kMargin) / std::max(1.0, static_cast<double>(bounds.height)));
    t.scale = std::clamp(t.scale, leastScale(), 1.0);
    t.dx = (width() - static_cast<double>(bounds.width) * t.scale) / 2;
    t.dy = (height() - static_cast<double>(bounds.height) * t.scale) / 2;
    m_isStartPending = false;
    setTransform(t);
}

/// Readable from the start: natural size or the full width, whichever is smaller, at the selection or the top.
void GraphView::fitWidth() {
    if (!m_picture || index().nodeCount() == 0) return;
    constexpr double kSmallestStart = 0.72; ///< at which the second line of a node can be read
    const auto& bounds = m_picture->layout.bounds;
    ViewTransform t;
    t.scale =
        std::clamp((width() - 2 * kMargin) / std::max(1.0, static_cast<double>(bounds.width)), kSmallestStart, 1.0);
    const auto& first = index().nodeRect(0);
    t.dx = filling(width() / 2.0 - static_cast<double>(first.x + first.width / 2) * t.scale,
                   static_cast<double>(bounds.width) * t.scale, width());
    t.dy = filling(kMargin, static_cast<double>(bounds.height) * t.scale, height());
    m_isStartPending = false;
    setTransform(t);
    if (m_marks.selected >= 0) centreOn(m_marks.selected);
    m_isAtStart = true;
}

void GraphView::zoomBy(double factor) { zoomAt(QPointF(width() / 2.0, height() / 2.0), factor); }

void GraphView::zoomAt(const QPointF& position, double factor) {
    ViewTransform t = m_transform;
    const double worldX = t.worldX(position.x());
    const double worldY = t.worldY(position.y());
    t.scale = std::clamp(t.scale * factor, leastScale(), kMaxScale);
    t.dx = position.x() - worldX * t.scale;
    t.dy = position.y() - worldY * t.scale;
    setTransform(t);
}

void GraphView::centreOn(std::int32_t node) {
    if (node < 0 || static_cast<std::size_t>(node) >= index().nodeCount()) return;
    const auto& rect = index().nodeRect(node);
    const auto& bounds = m_picture->layout.bounds;
    ViewTransform t = m_transform;
    t.dx = filling(width() / 2.0 - static_cast<double>(rect.x + rect.width / 2) * t.scale,
                   static_cast<double>(bounds.width) * t.scale, width());
    t.dy = filling(height() / 2.0 - static_cast<double>(rect.y + rect.height / 2) * t.scale,
                   static_cast<double>(bounds.height) * t.scale, height());
    setTransform(t);
}

QPointF GraphView::centre() const { return {m_transform.worldX(width() / 2.0), m_transform.worldY(height() / 2.0)}; }

void GraphView::centreOn(const QPointF& world) {
    ViewTransform t = m_transform;
    t.dx = width() / 2.0 - world.x() * t.scale;
    t.dy = height() / 2.0 - world.y() * t.scale;
    setTransform(t);
}

void GraphView::ensureVisible(std::int32_t node) {
    const auto room = QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
    if (!room.contains(nodeRect(node))) centreOn(node);
}

std::int32_t GraphView::nodeAt(const QPointF& position) const {
    return index().nodeAt(
        {static_cast<float>(m_transform.worldX(position.x())), static_cast<float>(m_transform.worldY(position.y()))});
}

std::int32_t GraphView::frameAt(const QPointF& position) const {
    if (!m_picture) return -1;
    const auto x = static_cast<float>(m_transform.worldX(position.x()));
    const auto y = static_cast<float>(m_transform.worldY(position.y()));
    for (std::size_t i = 0; i < m_picture->frames.size(); ++i) {
        const auto& frame = m_picture->frames[i];
        if (x < frame.x || y < frame.y || x > frame.x + frame.width || y > frame.y + frame.height) continue;
        return static_cast<std::int32_t>(i);
    }
    return -1;
}

QRectF GraphView::nodeRect(std::int32_t node) const {
    const auto& rect = index().nodeRect(node);
    return {m_transform.x(static_cast<double>(rect.x)), m_transform.y(static_cast<double>(rect.y)),
            static_cast<double>(rect.width) * m_transform.scale, static_cast<double>(rect.height) * m_transform.scale};
}

QSizeF GraphView::naturalSize() const {
    if (!m_picture) return {};
    const auto& bounds = m_picture->layout.bounds;
    return {static_cast<double>(bounds.width) + 2 * kMargin, static_cast<double>(bounds.height) + 2 * kMargin};
}

void GraphView::renderAll(QPainter& painter) const {
    if (!m_picture) return;
    const QRectF page(QPointF(), naturalSize());
    painter.fillRect(page, graphGround(theme()));
    GraphPainter(*m_picture, m_faces, theme(), font()).paint(painter, {1, kMargin, kMargin}, page, m_marks);
}

QSize GraphView::sizeHint() const { return {640, 480}; }

QSize GraphView::minimumSizeHint() const { return {240, 160}; }

void GraphView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const auto& colors = nestwright::palette(theme());
    painter.fillRect(event->rect(), graphGround(theme()));
    if (!m_picture) return;
    GraphPainter(*m_picture, m_faces, theme(), font()).paint(painter, m_transform, QRectF(event->rect()), m_marks);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(colors.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

/// What is in the middle stays there.
void GraphView::keepCentre(double dx, double dy) {
    if (m_isStartPending || m_isAtStart) return fitWidth();
    setTransform({m_transform.scale, m_transform.dx + dx, m_transform.dy + dy});
}

void GraphView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const auto before = event->oldSize();
    if (!before.isValid()) return keepCentre(0, 0);
    keepCentre((width() - before.width()) / 2.0, (height() - before.height()) / 2.0);
}

void GraphView::wheelEvent(QWheelEvent* event) {
    const int units = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
    if (units != 0) zoomAt(event->position(), std::pow(kWheelStep, units / 120.0));
    event->accept();
}

void GraphView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    m_isPressed = true;
    m_isPanning = false;
    m_pressedAt = event->position();
    m_transformAtPress = m_transform;
}

void GraphView::mouseMoveEvent(QMouseEvent* event) {
    if (!m_isPressed) {
        const auto node = nodeAt(event->position());
        if (node == m_marks.hovered) return;
        m_marks.hovered = node;
        setCursor(node >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
        return;
    }
    const auto moved = event->position() - m_pressedAt;
    if (!m_isPanning && moved.manhattanLength() < QApplication::startDragDistance()) return;
    m_isPanning = true;
    setCursor(Qt::ClosedHandCursor);
    ViewTransform t = m_transformAtPress;
    t.dx += moved.x();
    t.dy += moved.y();
    setTransform(t);
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_isPressed) return;
    m_isPressed = false;
    setCursor(Qt::ArrowCursor);
    if (m_isPanning || event->button() != Qt::LeftButton) return;
    const auto node = nodeAt(event->position());
    setSelected(node);
    emit nodeClicked(node);
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto node = nodeAt(event->position());
    const auto frame = frameAt(event->position());
    if (node >= 0) {
        emit nodeActivated(node);
    } else if (frame >= 0) {
        emit frameActivated(frame);
    }
}

void GraphView::contextMenuEvent(QContextMenuEvent* event) {
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard && m_marks.selected >= 0;
    const auto position = isByKey ? nodeRect(m_marks.selected).center() : QPointF(event->pos());
    emit menuWanted(mapToGlobal(position.toPoint()), nodeAt(position), frameAt(position));
}

void GraphView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_marks.hovered = -1;
    update();
}

void GraphView::walk(GraphIndex::Direction direction) {
    if (index().nodeCount() == 0) return;
    const auto next = m_marks.selected < 0 ? 0 : index().neighbour(m_marks.selected, direction);
    if (next < 0) return;
    setSelected(next);
    emit nodeClicked(next);
}

void GraphView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Up:
        return walk(GraphIndex::Direction::toProducer);
    case Qt::Key_Down:
        return walk(GraphIndex::Direction::toConsumer);
    case Qt::Key_Left:
        return walk(GraphIndex::Direction::left);
    case Qt::Key_Right:
        return walk(GraphIndex::Direction::right);
    case Qt::Key_F:
        if (event->modifiers() == Qt::NoModifier) return fitAll();
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(kWheelStep);
    case Qt::Key_Minus:
        return zoomBy(1 / kWheelStep);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_marks.selected >= 0) emit nodeActivated(m_marks.selected);
        return;
    case Qt::Key_Space:
        if (m_marks.selected >= 0) emit foldWanted(m_marks.selected);
        return;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void GraphView::showToolTip(const QHelpEvent& event) {
    const auto node = nodeAt(event.pos());
    const auto frame = frameAt(event.pos());
    if (node >= 0) {
        QToolTip::showText(event.globalPos(), m_faces.node(node).toolTip, this);
    } else if (frame >= 0 && static_cast<std::size_t>(frame) < m_faces.frames().size()) {
        QToolTip::showText(event.globalPos(), m_faces.frames()[static_cast<std::size_t>(frame)].toolTip, this);
    } else {
        QToolTip::hideText();
    }
}

bool GraphView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    showToolTip(*static_cast<QHelpEvent*>(event));
    return true;
}

} // namespace nestwright
