// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_painter.h"

#include "core/base/index.h"

#include <QFontMetricsF>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <map>

namespace nestwright {

namespace {

constexpr double kFullHeight = 20;
constexpr double kTitleHeight = 8;
constexpr double kBoxHeight = 3;
constexpr double kBarHeight = 1;
constexpr std::size_t kBarsPerRow = 24;  ///< of pixels, where rows hold more nodes than can be told apart
constexpr double kTwoLinesHeight = 34;   ///< below this the second line would be too small to read
constexpr double kEdgeLabelHeight = 36;  ///< node height from which tensor shapes stand beside the edges
constexpr double kSmoothLength = 40'000; ///< pixels that all routes together run across, smoothed at most
constexpr double kRounding = 4;
constexpr double kLeastTitleScale = 0.85; ///< of a frame's title against its natural size
constexpr double kFrameTitleScale = 0.35; ///< from which a frame's title can be read
constexpr double kEdgeShare = 5.0 / 240;  ///< width of the coloured edge over that of the node

/// Where the badge of a node has its right end and its top.
QPointF badgePlace(const QRectF& node) {
    return node.topRight() + QPointF(-node.height() * 0.12, -node.height() * 0.17);
}

QFont sized(const QFont& base, double pixels, bool isBold) {
    QFont font = base;
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
    font.setBold(isBold);
    return font;
}

/// The stretch of a route, which runs down, that touches a range of heights: points first .. last.
struct Stretch {
    std::size_t first = 0;
    std::size_t last = 0;
};

Stretch stretchOf(const std::vector<layout::Point>& points, const layout::Rect& area) {
    Stretch stretch{0, points.size() - 1};
    while (stretch.first + 1 < stretch.last && points[stretch.first + 1].y < area.y) ++stretch.first;
    while (stretch.last > stretch.first + 1 && points[stretch.last - 1].y > area.y + area.height) --stretch.last;
    return stretch;
}

bool isInside(const std::vector<layout::Point>& points, const Stretch& stretch, const layout::Rect& area) {
    if (points[stretch.last].y < area.y || points[stretch.first].y > area.y + area.height) return false;
    float left = points[stretch.first].x;
    float right = left;
    for (auto i = stretch.first + 1; i <= stretch.last; ++i) {
        left = std::min(left, points[i].x);
        right = std::max(right, points[i].x);
    }
    return right >= area.x && left <= area.x + area.width;
}

QPointF deviceOf(const layout::Point& point, const ViewTransform& transform) {
    return {transform.x(static_cast<double>(point.x)), transform.y(static_cast<double>(point.y))};
}

QPainterPath curve(const std::vector<layout::Point>& points, const Stretch& stretch, const ViewTransform& transform) {
    QPainterPath path(deviceOf(points[stretch.first], transform));
    for (auto i = stretch.first + 1; i <= stretch.last; ++i) {
        const auto from = deviceOf(points[i - 1], transform);
        const auto to = deviceOf(points[i], transform);
        if (std::abs(from.x() - to.x()) < 0.5) {
            path.lineTo(to);
        } else {
            const double bend = (to.y() - from.y()) / 2;
            path.cubicTo(from + QPointF(0, bend), to - QPointF(0, bend), to);
        }
    }
    return path;
}

} // namespace

QColor graphGround(Theme theme) {
    const auto& colors = palette(theme);
    return theme == Theme::light ? blend(colors.panel, colors.ground, 0.45) : colors.ground;
}

GraphPainter::GraphPainter(const GraphPicture& picture, const GraphFaces& faces, Theme theme, QFont font)
    : m_picture(picture)
    , m_index(picture.index)
    , m_faces(faces)
    , m_theme(theme)
    , m_palette(palette(theme))
    , m_font(std::move(font)) {}

GraphPainter::Detail GraphPainter::detailAt(double nodeHeight) {
    if (nodeHeight >= kFullHeight) return Detail::full;
    if (nodeHeight >= kTitleHeight) return Detail::title;
    if (nodeHeight >= kBoxHeight) return Detail::box;
    return nodeHeight >= kBarHeight ? Detail::bar : Detail::heat;
}

QRectF GraphPainter::deviceRect(const ViewTransform& transform, std::int32_t node) const {
    return deviceRect(transform, m_index.nodeRect(node));
}

QRectF GraphPainter::deviceRect(const ViewTransform& transform, const layout::Rect& rect) const {
    return {transform.x(static_cast<double>(rect.x)), transform.y(static_cast<double>(rect.y)),
            static_cast<double>(rect.width) * transform.scale, static_cast<double>(rect.height) * transform.scale};
}

bool GraphPainter::isDimmed(const GraphMarks& marks, std::int32_t node) const {
    return !marks.isMatch.empty() && marks.isMatch[at(node)] == 0;
}

void GraphPainter::paint(QPainter& painter, const ViewTransform& transform, const QRectF& exposed,
                         const GraphMarks& marks) const {
    if (m_index.nodeCount() == 0) return;
    const layout::Rect area{
        static_cast<float>(transform.worldX(exposed.left())), static_cast<float>(transform.worldY(exposed.top())),
        static_cast<float>(exposed.width() / transform.scale), static_cast<float>(exposed.height() / transform.scale)};
    const double nodeHeight = static_cast<double>(m_index.nodeRect(0).height) * transform.scale;
    const auto detail = detailAt(nodeHeight);

    painter.setRenderHint(QPainter::Antialiasing);
    paintFrames(painter, transform, exposed);
    if (detail == Detail::heat) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        paintBars(painter, transform, m_index.sampled(area.y, area.y + area.height, 1 / transform.scale, kBarsPerRow),
                  marks);
    } else {
        const auto found = m_index.inside(area);
        painter.setRenderHint(QPainter::Antialiasing, detail != Detail::bar);
        if (detail != Detail::bar) paintEdges(painter, transform, area, found.routes, nodeHeight, marks);
        if (nodeHeight >= kEdgeLabelHeight) paintEdgeLabels(painter, transform, found.routes);
        if (detail == Detail::box || detail == Detail::bar) {
            paintBars(painter, transform, found.nodes, marks);
        } else {
            paintNodes(painter, transform, found.nodes, marks);
        }
        if (detail == Detail::full) {
            for (const auto node : found.nodes) paintTags(painter, transform, node);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    if (transform.scale >= kFrameTitleScale) paintFrameTitles(painter, transform, exposed);
    for (const auto node : {marks.hovered, marks.selected}) {
        if (node >= 0) paintPortals(painter, transform, node);
    }
    if (marks.hovered >= 0 && marks.hovered != marks.selected) paintMark(painter, transform, marks, marks.hovered);
    if (marks.selected >= 0) paintMark(painter, transform, marks, marks.selected);
}

/// A frame lies on two others that peep out behind it: the blocks that it stands for.
void GraphPainter::paintFrames(QPainter& painter, const ViewTransform& transform, const QRectF& exposed) const {
    const auto fill = blend(m_palette.accent, graphGround(m_theme), 0.06);
    const QPen pen(blend(m_palette.accent, graphGround(m_theme), 0.4), 1);
    for (const auto& frame : m_picture.frames) {
        const auto rect = deviceRect(transform, frame);
        if (!rect.adjusted(0, -8, 8, 0).intersects(exposed)) continue;
        painter.setPen(pen);
        painter.setBrush(fill);
        const double step = std::clamp(5 * transform.scale, 3.0, 5.0);
        for (const int behind : {2, 1, 0}) {
            painter.drawRoundedRect(rect.translated(behind * step, -behind * step), kRounding, kRounding);
        }
    }
}

/// A title stays readable while the picture shrinks, and in sight while its frame is wider than the view.
void GraphPainter::paintFrameTitles(QPainter& painter, const ViewTransform& transform, const QRectF& exposed) const {
    const auto fill = blend(m_palette.accent, graphGround(m_theme), 0.06);
    const double scale = std::max(transform.scale, kLeastTitleScale);
    const auto titleFont = sized(m_font, 12 * scale, true);
    const auto detailsFont = sized(m_font, 11 * scale, false);
    const QFontMetricsF titleMetrics(titleFont);
    const QFontMetricsF detailsMetrics(detailsFont);
    const double gap = 10 * scale;
    const QRectF sight(painter.window());
    for (std::size_t i = 0; i < std::min(m_picture.frames.size(), m_faces.frames().size()); ++i) {
        auto rect = deviceRect(transform, m_picture.frames[i]);
        rect.setHeight(titleMetrics.height() + 8 * scale);
        if (!rect.adjusted(0, -gap, 0, 0).intersects(exposed)) continue;
        rect.setLeft(std::max(rect.left(), sight.left()));
        rect.setRight(std::min(rect.right(), sight.right()));
        const auto& face = m_faces.frames()[i];
        paintBadge(painter, rect.topRight() + QPointF(-gap, -8 * scale), face.badge, scale);
        const double room = rect.width() - 6 * gap;
        const auto title = titleMetrics.elidedText(face.title, Qt::ElideRight, room);
        const auto titleWidth = titleMetrics.horizontalAdvance(title);
        const auto details = detailsMetrics.elidedText(face.details, Qt::ElideRight, room - titleWidth - gap);
        painter.fillRect(QRectF(rect.left() + gap / 2, rect.top() + 2,
                                titleWidth + gap * 2 + detailsMetrics.horizontalAdvance(details), rect.height() - 4),
                         fill);
        rect.setLeft(rect.left() + gap);
        painter.setFont(titleFont);
        painter.setPen(m_palette.text);
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, title);
        rect.setLeft(rect.left() + titleWidth + gap);
        painter.setFont(detailsFont);
        painter.setPen(m_palette.mutedText);
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, details);
    }
}

/// A dark pill with "x 32", its right end and top at the point.
void GraphPainter::paintBadge(QPainter& painter, const QPointF& rightTop, const QString& text, double scale) const {
    if (text.isEmpty()) return;
    const auto font = sized(m_font, 10.5 * scale, true);
    const QFontMetricsF metrics(font);
    const QSizeF size(metrics.horizontalAdvance(text) + 12 * scale, 16 * scale);
    const QRectF pill(rightTop.x() - size.width(), rightTop.y(), size.width(), size.height());
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_palette.text);
    painter.drawRoundedRect(pill, size.height() / 2, size.height() / 2);
    painter.setFont(font);
    painter.setPen(m_palette.ground);
    painter.drawText(pill, Qt::AlignCenter, text);
}

std::vector<GraphPainter::SeenRoute> GraphPainter::seenRoutes(const layout::Rect& area,
                                                              const std::vector<std::int32_t>& routes) const {
    std::vector<SeenRoute> seen;
    for (const auto r : routes) {
        const auto& points = m_picture.layout.routes[at(r)].points;
        const auto stretch = stretchOf(points, area);
        if (isInside(points, stretch, area)) seen.push_back({r, stretch.first, stretch.last});
    }
    return seen;
}

/// Smooth curves while there are few; straight lines where nodes are small, and jagged ones where so many cross the
/// view that a frame would take too long.
void GraphPainter::paintEdges(QPainter& painter, const ViewTransform& transform, const layout::Rect& area,
                              const std::vector<std::int32_t>& routes, double nodeHeight,
                              const GraphMarks& marks) const {
    const auto seen = seenRoutes(area, routes);
    double length = 0; // in pixels, as the routes run across
    for (const auto& [route, first, last] : seen) {
        const auto& points = m_picture.layout.routes[at(route)].points;
        for (auto i = first + 1; i <= last; ++i) {
            length += static_cast<double>(std::abs(points[i].x - points[i - 1].x)) * transform.scale;
        }
    }
    const bool isCrowded = length > kSmoothLength;
    const bool isCurved = nodeHeight >= kTwoLinesHeight && !isCrowded;
    // Pens up to a pixel wide take the quick way through the raster engine; wider ones cost five times as much.
    const QPen plain(blend(m_palette.mutedText, m_palette.ground, nodeHeight >= kTitleHeight ? 0.7 : 0.45), 1);
    std::vector<QPainterPath> touching;
    painter.setRenderHint(QPainter::Antialiasing, !isCrowded);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(plain);
    for (const auto& [r, first, last] : seen) {
        const auto& route = m_picture.layout.routes[at(r)];
        const auto& edge = m_picture.view.edges[at(route.edge)];
        if (marks.selected >= 0 && (edge.from == marks.selected || edge.to == marks.selected)) {
            touching.push_back(curve(route.points, {first, last}, transform));
        } else if (isCurved) {
            painter.drawPath(curve(route.points, {first, last}, transform));
        } else {
            QPolygonF line;
            for (auto i = first; i <= last; ++i) line << deviceOf(route.points[i], transform);
            painter.drawPolyline(line);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_palette.accent, 2));
    for (const auto& path : touching) painter.drawPath(path);
}

void GraphPainter::paintEdgeLabels(QPainter& painter, const ViewTransform& transform,
                                   const std::vector<std::int32_t>& found) const {
    if (m_picture.edgeLabels.empty()) return;
    painter.setFont(sized(m_font, 10.5 * transform.scale, false));
    painter.setPen(m_palette.mutedText);
    const QFontMetricsF metrics(painter.font());
    const auto producerOf = [this](std::int32_t r) {
        return m_picture.view.edges[at(m_picture.layout.routes[at(r)].edge)].from;
    };
    auto routes = found;
    std::stable_sort(routes.begin(), routes.end(), [&](auto a, auto b) { return producerOf(a) < producerOf(b); });
    for (std::size_t i = 0; i < routes.size();) {
        const auto& first = m_picture.layout.routes[at(routes[i])];
        const auto producer = producerOf(routes[i]);
        double left = 0; // how far the producer's routes go to each side, in world units
        double right = 0;
        for (; i < routes.size(); ++i) {
            const auto& route = m_picture.layout.routes[at(routes[i])];
            if (producerOf(routes[i]) != producer) break;
            const auto aside = static_cast<double>(route.points[1].x - route.points[0].x);
            left = std::min(left, aside);
            right = std::max(right, aside);
        }
        const auto& label = m_picture.edgeLabels[at(first.edge)];
        if (!label.isEmpty()) paintEdgeLabel(painter, metrics, transform, first.points[0], label, left, right);
    }
}

/// Beside the routes: to the right of a straight one, on the other side of one that turns, between two that part.
void GraphPainter::paintEdgeLabel(QPainter& painter, const QFontMetricsF& metrics, const ViewTransform& transform,
                                  layout::Point from, const QString& label, double left, double right) const {
    constexpr double kStraight = 8;
    constexpr double kGap = 8;
    const double scale = transform.scale;
    const double width = metrics.horizontalAdvance(label);
    const double x = transform.x(static_cast<double>(from.x));
    const double y = transform.y(static_cast<double>(from.y));
    if (left > -kStraight) {
        const bool isTurningRight = right > kStraight;
        painter.drawText(QPointF(isTurningRight ? x - width - kGap * scale : x + kGap * scale, y + 20 * scale), label);
    } else if (right < kStraight) {
        painter.drawText(QPointF(x + kGap * scale, y + 20 * scale), label);
    } else if (std::min(-left, right) * scale > width / 2 + kGap * scale) {
        painter.drawText(QPointF(x - width / 2, y + 34 * scale), label);
    }
}

/// The routes of tensors that are read too far away for a line, while their node stands out.
void GraphPainter::paintPortals(QPainter& painter, const ViewTransform& transform, std::int32_t node) const {
    painter.setPen(QPen(m_palette.accent, 1.2, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    for (const auto portal : m_index.portalsOf(node)) {
        const auto& edge = m_picture.view.edges[at(m_picture.layout.portals[at(portal)])];
        const auto from = deviceRect(transform, edge.from);
        const auto to = deviceRect(transform, edge.to);
        painter.drawLine(QPointF(from.center().x(), from.bottom()), QPointF(to.center().x(), to.top()));
    }
}

/// Below a producer at the right, above a consumer at the left: where no route enters or leaves.
QRectF GraphPainter::tagRect(const QRectF& node, bool isProducer) const {
    const double height = node.height() * 0.3;
    const double width = node.width() * 0.3;
    return isProducer ? QRectF(node.right() - width, node.bottom() + height * 0.2, width, height)
                      : QRectF(node.left(), node.top() - height * 1.2, width, height);
}

void GraphPainter::paintTags(QPainter& painter, const ViewTransform& transform, std::int32_t node) const {
    const auto& portals = m_index.portalsOf(node);
    if (portals.empty() || m_picture.portalLabels.empty()) return;
    QStringList read;
    QStringList written;
    for (const auto portal : portals) {
        const auto& edge = m_picture.view.edges[at(m_picture.layout.portals[at(portal)])];
        auto& labels = edge.from == node ? written : read;
        const auto& label = m_picture.portalLabels[at(portal)];
        if (!labels.contains(label)) labels << label;
    }
    const auto rect = deviceRect(transform, node);
    if (!read.isEmpty()) paintTag(painter, tagRect(rect, false), read.join(QStringLiteral(", ")));
    if (!written.isEmpty()) paintTag(painter, tagRect(rect, true), written.join(QStringLiteral(", ")));
}

void GraphPainter::paintTag(QPainter& painter, const QRectF& room, const QString& text) const {
    const auto font = sized(m_font, room.height() * 0.68, false);
    painter.setPen(QPen(blend(m_palette.accent, m_palette.ground, 0.6), 1));
    painter.setBrush(blend(m_palette.accent, m_palette.ground, 0.12));
    painter.drawRoundedRect(room, room.height() / 2, room.height() / 2);
    painter.setFont(font);
    painter.setPen(m_palette.text);
    const auto inside = room.adjusted(room.height() / 2, 0, -room.height() / 2, 0);
    painter.drawText(inside, Qt::AlignCenter, QFontMetricsF(font).elidedText(text, Qt::ElideRight, inside.width()));
}

void GraphPainter::paintBars(QPainter& painter, const ViewTransform& transform, const std::vector<std::int32_t>& nodes,
                             const GraphMarks& marks) const {
    std::map<QRgb, QVector<QRectF>> byColor;
    for (const auto node : nodes) {
        auto color = m_faces.color(node);
        if (isDimmed(marks, node)) color = blend(color, m_palette.ground, 0.25);
        auto rect = deviceRect(transform, node);
        rect.setHeight(std::max(rect.height(), 1.0));
        rect.setWidth(std::max(rect.width(), 1.0));
        byColor[color.rgb()].push_back(rect);
    }
    painter.setPen(Qt::NoPen);
    for (const auto& [color, rects] : byColor) {
        painter.setBrush(QColor::fromRgb(color));
        painter.drawRects(rects);
    }
}

struct GraphPainter::TextLook {
    double height;
    bool isFull;
    bool hasTwoLines;
    QFont title;
    QFont details;
    QFont glyph;
    QFontMetricsF titleMetrics;
    QFontMetricsF detailsMetrics;
    double indent;    ///< of the texts, from the left edge
    double glyphRoom; ///< at the right

    TextLook(const QFont& base, double nodeHeight, double nodeWidth)
        : height(nodeHeight)
        , isFull(nodeHeight >= kFullHeight)
        , hasTwoLines(nodeHeight >= kTwoLinesHeight)
        , title(sized(base, hasTwoLines ? nodeHeight * 0.27 : std::min(nodeHeight * 0.62, 11.0), true))
        , details(sized(base, nodeHeight * 0.225, false))
        , glyph(sized(base, std::min(nodeHeight * 0.27, 14.0), false))
        , titleMetrics(title)
        , detailsMetrics(details)
        , indent(std::max(3.0, nodeWidth * kEdgeShare) + nodeHeight * 0.2)
        , glyphRoom(isFull ? nodeHeight * 0.4 : 0) {}
};

namespace {

/// Lays a text out, shortened where it is too wide.
void setText(QStaticText& laidOut, const QString& text, const QFont& font, const QFontMetricsF& metrics, double room) {
    laidOut.setTextFormat(Qt::PlainText);
    laidOut.setText(text);
    laidOut.prepare({}, font);
    if (laidOut.size().width() <= room) return;
    laidOut.setText(metrics.elidedText(text, Qt::ElideRight, room));
    laidOut.prepare({}, font);
}

} // namespace

void GraphPainter::layOutTexts(const TextLook& look, std::int32_t node, const QRectF& rect) const {
    const auto& face = m_faces.node(node);
    auto& texts = m_faces.texts(node);
    if (texts.height == look.height) return;
    texts.height = look.height;
    const double room = rect.width() - look.indent - look.height * 0.2;
    setText(texts.title, face.title, look.title, look.titleMetrics, look.hasTwoLines ? room : room - look.glyphRoom);
    if (look.isFull) setText(texts.glyph, face.glyph, look.glyph, look.titleMetrics, room);
    if (look.hasTwoLines) {
        setText(texts.details, face.details, look.details, look.detailsMetrics, room - look.glyphRoom);
    }
}

void GraphPainter::paintTexts(QPainter& painter, const TextLook& look, const QRectF& rect, std::int32_t node,
                              const GraphMarks& marks) const {
    layOutTexts(look, node, rect);
    const auto& texts = m_faces.texts(node);
    const bool isFaint = isDimmed(marks, node);
    const double strength = isFaint ? 0.4 : 1.0;
    const double left = rect.left() + look.indent;
    const auto middle = [&](const QStaticText& text, double share) {
        return rect.top() + rect.height() * share - text.size().height() / 2;
    };
    const bool hasDetails = look.hasTwoLines && !texts.details.text().isEmpty();
    painter.setFont(look.title);
    painter.setPen(isFaint ? blend(m_palette.text, m_palette.ground, strength) : m_palette.text);
    painter.drawStaticText(QPointF(left, middle(texts.title, hasDetails ? 0.31 : 0.5)), texts.title);
    if (hasDetails) {
        painter.setFont(look.details);
        painter.setPen(isFaint ? blend(m_palette.mutedText, m_palette.ground, strength) : m_palette.mutedText);
        painter.drawStaticText(QPointF(left, middle(texts.details, 0.7)), texts.details);
    }
    if (!look.isFull) return;
    painter.setFont(look.glyph);
    painter.setPen(blend(m_faces.color(node), m_palette.ground, strength));
    painter.drawStaticText(QPointF(rect.right() - look.height * 0.2 - texts.glyph.size().width(),
                                   middle(texts.glyph, look.hasTwoLines ? 0.76 : 0.5)),
                           texts.glyph);
    if (look.hasTwoLines && !isFaint) {
        paintBadge(painter, badgePlace(rect), m_faces.node(node).badge, rect.height() / 48);
    }
}

/// Small nodes: boxes without rounding, all of one colour at once.
void GraphPainter::paintPlates(QPainter& painter, const ViewTransform& transform,
                               const std::vector<std::int32_t>& nodes, const GraphMarks& marks) const {
    QVector<QRectF> plates;
    std::map<QRgb, QVector<QRectF>> edges;
    for (const auto node : nodes) {
        const auto rect = deviceRect(transform, node);
        plates.push_back(rect);
        const auto color =
            isDimmed(marks, node) ? blend(m_faces.color(node), m_palette.ground, 0.3).rgb() : m_faces.rgb(node);
        edges[color].push_back({rect.left(), rect.top(), std::max(3.0, rect.width() * kEdgeShare), rect.height()});
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(m_palette.line, 1));
    painter.setBrush(m_theme == Theme::light ? m_palette.ground : m_palette.panel);
    painter.drawRects(plates);
    painter.setPen(Qt::NoPen);
    for (const auto& [color, rects] : edges) {
        painter.setBrush(QColor::fromRgb(color));
        painter.drawRects(rects);
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void GraphPainter::paintCard(QPainter& painter, const QRectF& rect, std::int32_t node, const GraphMarks& marks) const {
    const double rounding = std::min(kRounding, rect.height() / 8);
    const auto color = isDimmed(marks, node) ? blend(m_faces.color(node), m_palette.ground, 0.3) : m_faces.color(node);
    const auto fill = m_theme == Theme::light ? m_palette.ground : m_palette.panel;
    const double edge = std::max(3.0, rect.width() * kEdgeShare);
    painter.setPen(QPen(m_palette.line, 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, rounding, rounding);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(QRectF(rect.left(), rect.top(), 2 * rounding, rect.height()), rounding, rounding);
    painter.fillRect(QRectF(rect.left() + rounding, rect.top(), edge - rounding, rect.height()), color);
    painter.fillRect(
        QRectF(rect.left() + edge, rect.top() + 0.5, std::max(0.0, 2 * rounding - edge), rect.height() - 1), fill);
}

void GraphPainter::paintNodes(QPainter& painter, const ViewTransform& transform, const std::vector<std::int32_t>& nodes,
                              const GraphMarks& marks) const {
    if (nodes.empty()) return;
    if (deviceRect(transform, nodes.front()).height() >= kTwoLinesHeight) {
        for (const auto node : nodes) paintCard(painter, deviceRect(transform, node), node, marks);
    } else {
        paintPlates(painter, transform, nodes, marks);
    }
    const auto sizeOf = [&](std::int32_t node) { return deviceRect(transform, node).size(); };
    auto look = TextLook(m_font, sizeOf(nodes.front()).height(), sizeOf(nodes.front()).width());
    for (const auto node : nodes) {
        const auto rect = deviceRect(transform, node);
        if (std::abs(rect.height() - look.height) > 1e-6) look = TextLook(m_font, rect.height(), rect.width());
        paintTexts(painter, look, rect, node, marks);
    }
}

void GraphPainter::paintMark(QPainter& painter, const ViewTransform& transform, const GraphMarks& marks,
                             std::int32_t node) const {
    const bool isSelected = node == marks.selected;
    auto rect = deviceRect(transform, node);
    if (rect.height() < 6) {
        rect.setHeight(6);
        rect.translate(0, -2);
    }
    painter.setPen(QPen(m_palette.accent, isSelected ? 2.5 : 1.2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect, kRounding, kRounding);
    if (rect.height() >= kTwoLinesHeight && !isDimmed(marks, node)) {
        paintBadge(painter, badgePlace(rect), m_faces.node(node).badge, rect.height() / 48);
    }
}

} // namespace nestwright
