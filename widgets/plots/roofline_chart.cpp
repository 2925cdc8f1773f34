// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/roofline_chart.h"

#include "widgets/base/translate.h"
#include "widgets/plots/chart_export.h"
#include "widgets/plots/si_ticker.h"
#include "widgets/tables/figure_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace nestwright {

namespace {

using report::NumberStyle;

constexpr double kClickRadius = 10; ///< pixels
constexpr double kRoomAbovePeak = 3;
constexpr double kHeadroom = 0.14; ///< of the height below the peak
constexpr double kRingSize = 20;   ///< pixels
constexpr double kOffRoof = 2;     ///< pixels that a label keeps off its roof
constexpr std::array kClasses = {BottleneckClass::compute,  BottleneckClass::bandwidth,
                                 BottleneckClass::capacity, BottleneckClass::synchronisation,
                                 BottleneckClass::overhead, BottleneckClass::shape};

/// Marks grow with the share of the time that the slowest operator takes.
struct MarkSize {
    double fromShare;
    double pixels;
};
constexpr std::array kMarkSizes = {MarkSize{0, 6}, MarkSize{0.2, 9}, MarkSize{0.6, 13}};

std::size_t sizeIndex(double seconds, double longest) {
    const double share = longest > 0 ? seconds / longest : 0;
    std::size_t index = 0;
    for (std::size_t i = 0; i < kMarkSizes.size(); ++i) {
        if (share >= kMarkSizes[i].fromShare) index = i;
    }
    return index;
}

QCPScatterStyle::ScatterShape shapeOf(BottleneckClass kind) {
    switch (kind) {
    case BottleneckClass::compute:
        return QCPScatterStyle::ssTriangle;
    case BottleneckClass::bandwidth:
        return QCPScatterStyle::ssDiamond;
    case BottleneckClass::capacity:
        return QCPScatterStyle::ssSquare;
    case BottleneckClass::synchronisation:
        return QCPScatterStyle::ssCircle;
    case BottleneckClass::overhead:
        return QCPScatterStyle::ssPlus;
    case BottleneckClass::shape:
        return QCPScatterStyle::ssTriangleInverted;
    }
    return QCPScatterStyle::ssCircle;
}

} // namespace

double Roofs::attainable(double intensity) const {
    return bandwidth > 0 ? std::min(peak, intensity * bandwidth) : peak;
}

Roofs roofsOf(const Accelerator& accelerator, DataType format) {
    Roofs roofs;
    roofs.peak = 2 * accelerator.peakMacsPerCycle(format) * accelerator.device.clockHz;
    roofs.vectorPeak = accelerator.device.vectorOpsPerSecond;
    if (accelerator.levels.empty()) return roofs;
    const auto& memory = accelerator.levels.front();
    const auto bits = memory.sharedBitsPerCycle ? memory.sharedBitsPerCycle : memory.readBitsPerCycle;
    roofs.bandwidth = bits ? *bits / 8 * accelerator.device.clockHz : 0;
    roofs.memory = QString::fromStdString(memory.name);
    return roofs;
}

RooflineChart::RooflineChart(QWidget* parent)
    : Chart(QStringLiteral("roofline"), parent) {
    setAccessibleName(tr("Roofline of all operators"));
    setMinimumSize(320, 260);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    for (auto* axis : {xAxis, yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<SiLogTicker>::create());
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] { redraw(); });
    }
    connect(this, &QCustomPlot::afterLayout, this, &RooflineChart::placeLabels);
    connect(this, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        if (event->button() != Qt::LeftButton) return;
        if (const auto* dot = dotAt(event->position())) emit operatorChosen(dot->id);
    });
    connect(this, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        const auto* dot = dotAt(event->position());
        setCursor(dot != nullptr ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (dot != nullptr) {
            QToolTip::showText(event->globalPosition().toPoint(), textOf(*dot), this);
        } else {
            QToolTip::hideText();
        }
    });
    redraw();
}

void RooflineChart::setPlan(const PlanResult* plan, const Accelerator* accelerator) {
    m_dots.clear();
    m_roofs = {};
    if (plan != nullptr && accelerator != nullptr) {
        m_roofs = roofsOf(*accelerator, plan->format);
        m_format = QString::fromStdString(std::string(nameOf(plan->format)));
        collect(*plan);
    }
    setAccessibleDescription(
        tr("%n operator(s) with a mark; arrow keys walk through them", nullptr, static_cast<int>(m_dots.size())));
    fit();
}

void RooflineChart::collect(const PlanResult& plan) {
    for (const auto& planned : plan.operators) {
        if (planned.flops <= 0 || planned.deviceMemoryBytes <= 0 || planned.seconds <= 0) continue;
        const double intensity = planned.flops / planned.deviceMemoryBytes;
        const double rate = planned.flops / planned.seconds;
        m_dots.push_back({planned.id, intensity, rate, planned.seconds, planned.bottleneck.kind,
                          QString::fromStdString(planned.name), QString::fromStdString(planned.type),
                          QString::fromStdString(planned.bottleneck.where)});
    }
    std::stable_sort(m_dots.begin(), m_dots.end(),
                     [](const auto& a, const auto& b) { return a.intensity < b.intensity; });
}

QString RooflineChart::textOf(const Dot& dot) const {
    const auto roof = m_roofs.attainable(dot.intensity);
    return tr("%1 (%2)\n%3 at %4 operations a byte, %5 of the roof there\n%6 %7: %8; takes %9")
        .arg(dot.name, dot.type, siText(dot.rate, QStringLiteral("FLOP/s")),
             figureText(dot.intensity, NumberStyle::real),
             figureText(roof > 0 ? dot.rate / roof : 0, NumberStyle::percent), bottleneckGlyph(dot.kind),
             translated(titleOf(dot.kind)), dot.where, figureText(dot.seconds, NumberStyle::seconds));
}

void RooflineChart::setSelected(OperatorId id) {
    if (m_selected == id) return;
    m_selected = id;
    redraw();
}

void RooflineChart::fit() {
    double left = 0.1;
    double right = 1000;
    double bottom = m_roofs.peak > 0 ? m_roofs.peak / 1e4 : 1e9;
    for (const auto& dot : m_dots) {
        left = std::min(left, dot.intensity / 2);
        right = std::max(right, dot.intensity * 4);
        bottom = std::min(bottom, dot.rate / 3);
    }
    {
        const QSignalBlocker quietX(xAxis);
        const QSignalBlocker quietY(yAxis);
        xAxis->setRange(left, right);
        // The label of the roof needs a share of the height, however many decades there are.
        const double room = std::max(kRoomAbovePeak, std::pow(m_roofs.peak / bottom, kHeadroom));
        yAxis->setRange(bottom, m_roofs.peak > 0 ? m_roofs.peak * room : 1e15);
    }
    redraw();
}

std::optional<QPointF> RooflineChart::placeOf(OperatorId id) const {
    const auto found = std::find_if(m_dots.begin(), m_dots.end(), [id](const auto& dot) { return dot.id == id; });
    if (found == m_dots.end()) return std::nullopt;
    return QPointF(xAxis->coordToPixel(found->intensity), yAxis->coordToPixel(found->rate));
}

bool RooflineChart::isShown(const Dot& dot) const {
    return xAxis->range().contains(dot.intensity) && yAxis->range().contains(dot.rate);
}

const RooflineChart::Dot* RooflineChart::dotAt(const QPointF& position) const {
    const Dot* nearest = nullptr;
    double distance = kClickRadius;
    for (const auto& dot : m_dots) {
        const double dx = xAxis->coordToPixel(dot.intensity) - position.x();
        const double dy = yAxis->coordToPixel(dot.rate) - position.y();
        if (std::hypot(dx, dy) >= distance) continue;
        distance = std::hypot(dx, dy);
        nearest = &dot;
    }
    return nearest;
}

/// One roof: the slope of the memory up to the flat part. Only what the axes show, as SVG knows no clipping.
void RooflineChart::drawRoof(double peak, const QPen& pen) {
    auto* roof = addGraph();
    roof->setPen(pen);
    double left = xAxis->range().lower;
    const double right = xAxis->range().upper;
    const double bandwidth = m_roofs.bandwidth;
    const auto height = [&](double intensity) { return bandwidth > 0 ? std::min(peak, intensity * bandwidth) : peak; };
    if (bandwidth > 0) left = std::clamp(yAxis->range().lower / bandwidth, left, right);
    roof->addData(left, height(left));
    if (bandwidth > 0 && peak / bandwidth > left && peak / bandwidth < right) roof->addData(peak / bandwidth, peak);
    roof->addData(right, height(right));
}

/// A text among marks: it hides the grid behind it.
QCPItemText& RooflineChart::addNote(double x, double y, const QString& text, const QColor& color,
                                    Qt::Alignment alignment) {
    auto& note = addText(x, y, text, color, alignment);
    note.setBrush(colors().ground);
    note.setPadding(QMargins(4, 1, 4, 3));
    note.setClipToAxisRect(true);
    return note;
}

void RooflineChart::drawRoofs() {
    m_slopeLabel = m_peakLabel = m_vectorLabel = nullptr;
    if (m_roofs.peak <= 0) return;
    const double right = xAxis->range().upper;
    drawRoof(m_roofs.peak, QPen(colors().text, 1.6));
    const auto atRight = Qt::AlignRight | Qt::AlignBottom;
    const double rightRoof = m_roofs.attainable(right);
    if (yAxis->range().contains(rightRoof)) {
        m_peakLabel =
            &addNote(right, rightRoof, tr("%1, %2").arg(siText(m_roofs.peak, QStringLiteral("FLOP/s")), m_format),
                     colors().text, atRight);
    }
    const bool hasVectorRoof = m_roofs.vectorPeak > 0 && m_roofs.vectorPeak < m_roofs.peak;
    if (hasVectorRoof) {
        drawRoof(m_roofs.vectorPeak, QPen(colors().mutedText, 1, Qt::DashLine));
        if (yAxis->range().contains(m_roofs.vectorPeak)) {
            m_vectorLabel = &addNote(right, m_roofs.vectorPeak,
                                     tr("vector unit, %1").arg(siText(m_roofs.vectorPeak, QStringLiteral("OP/s"))),
                                     colors().mutedText, Qt::AlignRight | Qt::AlignTop);
        }
    }
    if (m_roofs.bandwidth <= 0) return;
    const double ridge = m_roofs.peak / m_roofs.bandwidth;
    const double left = std::max(xAxis->range().lower, yAxis->range().lower / m_roofs.bandwidth);
    if (left >= std::min(ridge, right)) return;
    const double middle = std::sqrt(left * std::min(ridge, right));
    m_slopeLabel = &addText(middle, middle * m_roofs.bandwidth,
                            tr("%1, %2").arg(m_roofs.memory, siText(m_roofs.bandwidth, QStringLiteral("B/s"))),
                            colors().text, Qt::AlignHCenter | Qt::AlignBottom);
}

/// Labels keep clear of marks and roofs where they can; how large they are is known once the axes are laid out.
void RooflineChart::placeLabels() {
    placeSlopeLabel();
    std::vector<QRectF> taken;
    if (m_peakLabel != nullptr) {
        auto& place = *m_peakLabel->position;
        place.setPixelPosition(
            {place.pixelPosition().x(), yAxis->coordToPixel(m_roofs.attainable(xAxis->range().upper)) - kOffRoof});
    }
    if (m_peakLabel != nullptr)
        taken.push_back({m_peakLabel->topLeft->pixelPosition(), m_peakLabel->bottomRight->pixelPosition()});
    // The label of the roof has the whole roof to stand at, that of the mark only the places around it.
    if (m_selectionLabel != nullptr) {
        const auto spot = bestSpot(*m_selectionLabel, selectionSpots(), taken);
        m_selectionLabel->setPositionAlignment(spot.alignment);
        m_selectionLabel->position->setPixelPosition(spot.at);
    }
    if (m_vectorLabel != nullptr) {
        const auto spot = bestSpot(*m_vectorLabel, vectorSpots(), taken);
        m_vectorLabel->setPositionAlignment(spot.alignment);
        m_vectorLabel->position->setPixelPosition(spot.at);
    }
}

/// The label of the slope lies along it.
void RooflineChart::placeSlopeLabel() {
    if (m_slopeLabel == nullptr) return;
    const double x = m_slopeLabel->position->key();
    const double dx = xAxis->coordToPixel(2 * x) - xAxis->coordToPixel(x);
    const double dy = yAxis->coordToPixel(2 * x * m_roofs.bandwidth) - yAxis->coordToPixel(x * m_roofs.bandwidth);
    constexpr double kHalfTurn = 180;
    m_slopeLabel->setRotation(std::atan2(dy, dx) * kHalfTurn / M_PI);
}

/// Along the flat part of the vector unit's roof, below and above it.
std::vector<RooflineChart::Spot> RooflineChart::vectorSpots() const {
    const double right = axisRect()->right() + 1;
    const double ridge = m_roofs.bandwidth > 0 ? xAxis->coordToPixel(m_roofs.vectorPeak / m_roofs.bandwidth) : 0;
    const double left = std::clamp(ridge, static_cast<double>(axisRect()->left()), right);
    const double y = yAxis->coordToPixel(m_roofs.vectorPeak);
    std::vector<Spot> spots;
    for (const double share : {1.0, 0.75, 0.5, 0.25}) {
        const QPointF at(left + share * (right - left), y);
        const auto side = share == 1.0 ? Qt::AlignRight : Qt::AlignHCenter;
        spots.push_back({at + QPointF(0, kOffRoof), side | Qt::AlignTop});
        spots.push_back({at - QPointF(0, kOffRoof), side | Qt::AlignBottom});
    }
    return spots;
}

std::vector<RooflineChart::Spot> RooflineChart::selectionSpots() const {
    constexpr double kAside = 0.5 * kRingSize;
    const QPointF mark(xAxis->coordToPixel(m_selectedAt.x()), yAxis->coordToPixel(m_selectedAt.y()));
    std::vector<Spot> spots;
    constexpr double kFurther = 2.5;
    for (const QPointF way : {QPointF(1, 1), QPointF(-1, 1), QPointF(-1, -1), QPointF(1, -1), QPointF(1, kFurther),
                              QPointF(-1, kFurther), QPointF(-1, -kFurther), QPointF(1, -kFurther)}) {
        spots.push_back({mark + way * kAside, (way.x() > 0 ? Qt::AlignLeft : Qt::AlignRight) |
                                                  (way.y() > 0 ? Qt::AlignTop : Qt::AlignBottom)});
    }
    return spots;
}

RooflineChart::Spot RooflineChart::bestSpot(const QCPItemText& label, const std::vector<Spot>& spots,
                                            std::vector<QRectF>& taken) const {
    constexpr std::size_t kMostMarks = 2000; // a sample of more would say no more
    constexpr double kMark = 7;              ///< half of one, with its gap
    constexpr int kSteps = 64;               ///< along a roof
    const auto padding = label.padding();
    const QSizeF size(QFontMetricsF(label.font()).horizontalAdvance(label.text()) + padding.left() + padding.right(),
                      QFontMetricsF(label.font()).height() + padding.top() + padding.bottom());
    std::vector<QPointF> obstacles;
    for (std::size_t i = 0; i < m_dots.size(); i += 1 + m_dots.size() / kMostMarks) {
        obstacles.emplace_back(xAxis->coordToPixel(m_dots[i].intensity), yAxis->coordToPixel(m_dots[i].rate));
    }
    std::vector<QPointF> roofs;
    for (int step = 0; step <= kSteps; ++step) {
        const double x = axisRect()->left() + step * axisRect()->width() / static_cast<double>(kSteps);
        const double slope = m_roofs.bandwidth > 0 ? xAxis->pixelToCoord(x) * m_roofs.bandwidth : m_roofs.peak;
        roofs.emplace_back(x, yAxis->coordToPixel(std::min(m_roofs.peak, slope)));
        if (m_roofs.vectorPeak > 0) roofs.emplace_back(x, yAxis->coordToPixel(std::min(m_roofs.vectorPeak, slope)));
    }
    const auto boxOf = [&](const Spot& spot) {
        const double left = spot.alignment & Qt::AlignRight     ? spot.at.x() - size.width()
                            : spot.alignment & Qt::AlignHCenter ? spot.at.x() - size.width() / 2
                                                                : spot.at.x();
        const double top = spot.alignment & Qt::AlignBottom ? spot.at.y() - size.height() : spot.at.y();
        return QRectF(QPointF(left, top), size);
    };
    const auto costOf = [&](const QRectF& box) {
        const auto inside = [](const QRectF& area) { return [area](const QPointF& at) { return area.contains(at); }; };
        double cost = 0;
        cost += static_cast<double>(
            std::count_if(obstacles.begin(), obstacles.end(), inside(box.adjusted(-kMark, -kMark, kMark, kMark))));
        cost += static_cast<double>(std::count_if(roofs.begin(), roofs.end(), inside(box.adjusted(0, 2, 0, -2))));
        for (const auto& other : taken) cost += box.intersects(other) ? 1e3 : 0;
        if (!QRectF(axisRect()->rect()).adjusted(-1, -1, 2, 2).contains(box)) cost += 1e6;
        return cost;
    };
    std::vector<double> costs;
    for (const auto& spot : spots) costs.push_back(costOf(boxOf(spot)));
    const auto best = static_cast<std::size_t>(std::min_element(costs.begin(), costs.end()) - costs.begin());
    taken.push_back(boxOf(spots[best]));
    return spots[best];
}

void RooflineChart::drawDots() {
    double longest = 0;
    for (const auto& dot : m_dots) longest = std::max(longest, dot.seconds);
    for (const auto kind : kClasses) {
        std::array<QVector<double>, kMarkSizes.size()> x;
        std::array<QVector<double>, kMarkSizes.size()> y;
        for (const auto& dot : m_dots) {
            if (dot.kind != kind || !isShown(dot)) continue;
            const auto size = sizeIndex(dot.seconds, longest);
            x[size] << dot.intensity;
            y[size] << dot.rate;
        }
        const auto color = bottleneckColor(kind, theme());
        for (std::size_t size = 0; size < kMarkSizes.size(); ++size) {
            if (x[size].isEmpty()) continue;
            auto* graph = addGraph();
            graph->setLineStyle(QCPGraph::lsNone);
            graph->setScatterStyle(QCPScatterStyle(shapeOf(kind), QPen(color, 1.4), blend(color, colors().ground, 0.55),
                                                   kMarkSizes[size].pixels));
            graph->setData(x[size], y[size], true);
        }
    }
}

void RooflineChart::drawSelection() {
    m_selectionLabel = nullptr;
    const auto found =
        std::find_if(m_dots.begin(), m_dots.end(), [this](const auto& dot) { return dot.id == m_selected; });
    if (found == m_dots.end() || !isShown(*found)) return;
    auto* ring = addGraph();
    ring->setLineStyle(QCPGraph::lsNone);
    ring->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(colors().accent, 2), Qt::NoBrush, kRingSize));
    ring->addData(found->intensity, found->rate);
    m_selectionLabel = &addNote(found->intensity, found->rate, found->name, colors().text, {});
    m_selectedAt = {found->intensity, found->rate};
}

void RooflineChart::draw() {
    dressAxis(*xAxis, tr("Intensity, operations per byte of device memory"));
    dressAxis(*yAxis, tr("Throughput, OP/s"));
    drawRoofs();
    drawDots();
    drawSelection();
}

void RooflineChart::keyPressEvent(QKeyEvent* event) {
    const bool isForward = event->key() == Qt::Key_Right || event->key() == Qt::Key_Up;
    const bool isBack = event->key() == Qt::Key_Left || event->key() == Qt::Key_Down;
    if (event->key() == Qt::Key_F) return fit();
    if (m_dots.empty() || (!isForward && !isBack)) return Chart::keyPressEvent(event);
    const auto found =
        std::find_if(m_dots.begin(), m_dots.end(), [this](const auto& dot) { return dot.id == m_selected; });
    const auto count = m_dots.size();
    const auto here = static_cast<std::size_t>(found - m_dots.begin());
    const auto next = found == m_dots.end() ? 0 : (here + (isForward ? 1 : count - 1)) % count;
    emit operatorChosen(m_dots[next].id);
}

void RooflineChart::mouseDoubleClickEvent(QMouseEvent* event) {
    Chart::mouseDoubleClickEvent(event);
    if (dotAt(event->position()) == nullptr) fit();
}

QString RooflineChart::csv() const {
    QString text =
        QStringLiteral("operator,operations_per_byte,operations_per_s,attainable_per_s,seconds,bottleneck\n");
    for (const auto& dot : m_dots) {
        text += csvField(dot.name);
        for (const double value : {dot.intensity, dot.rate, m_roofs.attainable(dot.intensity), dot.seconds}) {
            text += QLatin1Char(',') + QString::number(value, 'g', 9);
        }
        text += QLatin1Char(',') + QString::fromStdString(std::string(keyOf(dot.kind))) + QLatin1Char('\n');
    }
    return text;
}

} // namespace nestwright
