// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/roofline_plot.h"

#include "widgets/base/palette.h"
#include "widgets/base/translate.h"
#include "widgets/tables/figure_text.h"

#include <QEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace nestwright::gui {

namespace {

constexpr double kClickRadius = 9; ///< pixels
constexpr std::array kClasses = {BottleneckClass::compute,  BottleneckClass::bandwidth,
                                 BottleneckClass::capacity, BottleneckClass::synchronisation,
                                 BottleneckClass::overhead, BottleneckClass::shape};

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

/// Bytes a second over the port of the outermost level; 0 where the description has no limit.
double deviceBandwidth(const Accelerator& accelerator) {
    if (accelerator.levels.empty()) return 0;
    const auto& memory = accelerator.levels.front();
    const auto bits = memory.sharedBitsPerCycle ? memory.sharedBitsPerCycle : memory.readBitsPerCycle;
    return bits ? *bits / 8 * accelerator.device.clockHz : 0;
}

} // namespace

RooflinePlot::RooflinePlot(QWidget* parent)
    : QCustomPlot(parent) {
    setObjectName(QStringLiteral("roofline"));
    setAccessibleName(tr("Roofline of all operators"));
    setMinimumSize(320, 240);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    setFocusPolicy(Qt::StrongFocus);
    for (auto* axis : {xAxis, yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
        axis->setNumberFormat(QStringLiteral("eb"));
        axis->setNumberPrecision(0);
    }
    xAxis->setLabel(tr("Operations per byte of device memory"));
    yAxis->setLabel(tr("Operations per second"));
    legend->setVisible(true);
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignRight | Qt::AlignBottom);
    connect(this, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        if (const auto* dot = dotAt(event->position())) emit operatorClicked(dot->id);
    });
    connect(this, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        const auto* dot = dotAt(event->position());
        setCursor(dot != nullptr ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (dot != nullptr) {
            QToolTip::showText(event->globalPosition().toPoint(), dot->text, this);
        } else {
            QToolTip::hideText();
        }
    });
    redraw();
}

void RooflinePlot::setPlan(const PlanResult* plan, const Accelerator* accelerator) {
    m_dots.clear();
    m_peak = 0;
    m_bandwidth = 0;
    if (plan != nullptr && accelerator != nullptr) {
        m_peak = 2 * accelerator->peakMacsPerCycle(plan->format) * accelerator->device.clockHz;
        m_bandwidth = deviceBandwidth(*accelerator);
        collect(*plan);
    }
    redraw();
}

void RooflinePlot::collect(const PlanResult& plan) {
    using report::NumberStyle;
    for (const auto& planned : plan.operators) {
        if (planned.flops <= 0 || planned.deviceMemoryBytes <= 0 || planned.seconds <= 0) continue;
        const auto text =
            tr("%1 (%2)\n%3 operations per byte, %4\n%5 limited, takes %6")
                .arg(QString::fromStdString(planned.name), QString::fromStdString(planned.type),
                     figureText(planned.flops / planned.deviceMemoryBytes, NumberStyle::real),
                     siText(planned.flops / planned.seconds, QStringLiteral("FLOP/s")),
                     translated(titleOf(planned.bottleneck.kind)), figureText(planned.seconds, NumberStyle::seconds));
        m_dots.push_back({planned.id, planned.flops / planned.deviceMemoryBytes, planned.flops / planned.seconds,
                          planned.seconds, planned.bottleneck.kind, text});
    }
}

void RooflinePlot::setSelected(OperatorId id) {
    m_selected = id;
    redraw();
}

const RooflinePlot::Dot* RooflinePlot::dotAt(const QPointF& position) const {
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

void RooflinePlot::dress() {
    const auto& colors = nestwright::palette(themeOf(QWidget::palette()));
    setBackground(colors.ground);
    for (auto* axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(colors.line));
        axis->setTickPen(QPen(colors.line));
        axis->setSubTickPen(QPen(colors.line));
        axis->setTickLabelColor(colors.mutedText);
        axis->setLabelColor(colors.mutedText);
        axis->setTickLabelFont(font());
        axis->setLabelFont(font());
        axis->grid()->setPen(QPen(blend(colors.line, colors.ground, 0.6), 0));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    legend->setFont(font());
    legend->setTextColor(colors.text);
    legend->setBrush(colors.ground);
    legend->setBorderPen(QPen(colors.line));
}

void RooflinePlot::drawRoofs() {
    if (m_peak <= 0) return;
    const auto& colors = nestwright::palette(themeOf(QWidget::palette()));
    auto* roof = addGraph();
    roof->setPen(QPen(colors.text, 1.6));
    roof->setName(tr("Roof: %1").arg(siText(m_peak, QStringLiteral("FLOP/s"))));
    const double left = xAxis->range().lower;
    const double right = xAxis->range().upper;
    if (m_bandwidth > 0) {
        const double ridge = m_peak / m_bandwidth;
        roof->addData(left, std::min(m_peak, left * m_bandwidth));
        if (ridge > left && ridge < right) roof->addData(ridge, m_peak);
        roof->addData(right, std::min(m_peak, right * m_bandwidth));
        roof->setName(tr("Roof: %1, %2")
                          .arg(siText(m_peak, QStringLiteral("FLOP/s")), siText(m_bandwidth, QStringLiteral("B/s"))));
    } else {
        roof->addData(left, m_peak);
        roof->addData(right, m_peak);
    }
}

void RooflinePlot::drawDots() {
    const auto theme = themeOf(QWidget::palette());
    for (const auto kind : kClasses) {
        QVector<double> x;
        QVector<double> y;
        for (const auto& dot : m_dots) {
            if (dot.kind != kind) continue;
            x << dot.intensity;
            y << dot.rate;
        }
        if (x.isEmpty()) continue;
        auto* graph = addGraph();
        const auto color = bottleneckColor(kind, theme);
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setScatterStyle(
            QCPScatterStyle(shapeOf(kind), QPen(color, 1.4), blend(color, nestwright::palette(theme).ground, 0.55), 8));
        graph->setName(translated(titleOf(kind)));
        graph->setData(x, y);
    }
}

void RooflinePlot::drawSelection() {
    const auto found =
        std::find_if(m_dots.begin(), m_dots.end(), [this](const auto& dot) { return dot.id == m_selected; });
    if (found == m_dots.end()) return;
    auto* ring = addGraph();
    ring->setLineStyle(QCPGraph::lsNone);
    ring->setScatterStyle(QCPScatterStyle(
        QCPScatterStyle::ssCircle, QPen(nestwright::palette(themeOf(QWidget::palette())).accent, 2), Qt::NoBrush, 16));
    ring->addData(found->intensity, found->rate);
    ring->removeFromLegend();
}

void RooflinePlot::redraw() {
    clearGraphs();
    dress();
    double left = 0.1;
    double right = 1000;
    double bottom = m_peak > 0 ? m_peak / 1e4 : 1e9;
    for (const auto& dot : m_dots) {
        left = std::min(left, dot.intensity / 2);
        right = std::max(right, dot.intensity * 4);
        bottom = std::min(bottom, dot.rate / 3);
    }
    xAxis->setRange(left, right);
    yAxis->setRange(bottom, m_peak > 0 ? m_peak * 3 : 1e15);
    drawDots();
    drawRoofs();
    drawSelection();
    replot(QCustomPlot::rpQueuedReplot);
}

void RooflinePlot::changeEvent(QEvent* event) {
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) redraw();
}

} // namespace nestwright::gui
