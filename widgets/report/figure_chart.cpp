// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/figure_chart.h"

#include "core/report/cell_text.h"
#include "core/report/writers.h"
#include "widgets/base/palette.h"
#include "widgets/base/translate.h"
#include "widgets/report/page_style.h"
#include "widgets/report/text_lines.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace nestwright {
namespace {

using report::Figure;

constexpr qreal kStackedPitch = points(21);
constexpr qreal kBarPitch = points(15);
constexpr qreal kGroupGap = points(7);
constexpr qreal kLegendHeight = points(20);
constexpr qreal kPlotHeight = points(220);
/// Room for categories at the left and for values behind plain bars.
constexpr qreal kLabelWidth = points(118);
constexpr qreal kValueWidth = points(52);
constexpr double kBarShare = 0.72;

QString valueText(const Figure& figure, double value) {
    const auto style = figure.xUnit == "%" ? report::NumberStyle::percent : report::NumberStyle::real;
    return QString::fromStdString(report::formatNumber({value, style, {}, figure.xUnit}));
}

bool isBars(const Figure& figure) {
    return figure.kind == Figure::Kind::stackedBars || figure.kind == Figure::Kind::bars;
}

void quietAxis(QCPAxis& axis) {
    axis.setTickPen(Qt::NoPen);
    axis.setSubTickPen(Qt::NoPen);
    axis.setBasePen(Qt::NoPen);
    axis.grid()->setVisible(false);
    axis.setTickLabelFont(fontOf(TextStyle::label));
    axis.setTickLabelColor(pageColors().text);
    axis.setTickLabelPadding(qRound(points(5)));
    axis.setTickLength(0);
}

/// On two lines where it has to be; what is longer still loses the middle of the second.
QString categoryText(const QString& text) {
    const auto font = fontOf(TextStyle::label);
    const qreal room = kLabelWidth - points(8);
    const auto lines = brokenText(text, font, room).lines;
    if (lines.size() <= 2) return lines.join(QLatin1Char('\n'));
    const auto rest = text.mid(lines.front().size()).trimmed();
    return lines.front() + QLatin1Char('\n') + QFontMetricsF(font).elidedText(rest, Qt::ElideMiddle, room);
}

/// Categories from top to bottom on a key axis at the left.
void setUpCategories(QCustomPlot& plot, const Figure& figure, const std::vector<double>& places, double low,
                     double high) {
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (std::size_t c = 0; c < figure.categories.size(); ++c) {
        const auto text = QString::fromStdString(report::visible(figure.categories[c]));
        ticker->addTick(places[c], categoryText(text));
    }
    plot.yAxis->setTicker(ticker);
    plot.yAxis->setRange(low, high);
    plot.yAxis->setRangeReversed(true);
    quietAxis(*plot.yAxis);
    quietAxis(*plot.xAxis);
    plot.xAxis->setTickLabels(false);
}

QCPBars& addBars(QCustomPlot& plot, const report::Series& series, double width) {
    // The plot owns the bars.
    auto* bars = new QCPBars(plot.yAxis, plot.xAxis);
    bars->setWidth(width);
    bars->setWidthType(QCPBars::wtPlotCoords);
    bars->setPen(Qt::NoPen);
    bars->setBrush(seriesColor(series.paletteKey, Theme::light));
    bars->setAntialiased(true);
    return *bars;
}

void addLabel(QCustomPlot& plot, double value, double key, const QString& text, const QColor& color,
              Qt::Alignment place) {
    auto* label = new QCPItemText(&plot);
    label->setPositionAlignment(place);
    label->position->setCoords(value, key);
    label->setFont(fontOf(TextStyle::label));
    label->setColor(color);
    label->setText(text);
    label->setPadding(QMargins(qRound(points(3)), 0, qRound(points(3)), 0));
    label->setClipToAxisRect(false);
}

double at(const report::Series& series, std::size_t index) { return index < series.y.size() ? series.y[index] : 0; }

void setUpStackedBars(QCustomPlot& plot, const Figure& figure, qreal barWidth) {
    std::vector<double> places;
    double longest = 0;
    for (std::size_t c = 0; c < figure.categories.size(); ++c) {
        places.push_back(static_cast<double>(c));
        double sum = 0;
        for (const auto& series : figure.series) sum += at(series, c);
        longest = std::max(longest, sum);
    }
    if (longest <= 0) longest = 1;
    setUpCategories(plot, figure, places, -0.5, static_cast<double>(places.size()) - 0.5);
    plot.xAxis->setRange(0, longest);
    std::vector<double> begin(figure.categories.size(), 0);
    QCPBars* below = nullptr;
    for (const auto& series : figure.series) {
        auto& bars = addBars(plot, series, kBarShare);
        if (below) bars.moveAbove(below);
        below = &bars;
        for (std::size_t c = 0; c < figure.categories.size(); ++c) {
            const double value = at(series, c);
            bars.addData(places[c], value);
            const auto text = valueText(figure, value);
            const bool hasRoom = value / longest * barWidth > textWidth(text, fontOf(TextStyle::label)) + points(5);
            if (hasRoom) {
                addLabel(plot, begin[c] + value / 2, places[c], text,
                         labelColor(seriesColor(series.paletteKey, Theme::light)), Qt::AlignCenter);
            }
            begin[c] += value;
        }
    }
}

void setUpBars(QCustomPlot& plot, const Figure& figure) {
    const auto perGroup = static_cast<double>(figure.series.size());
    const double pitch = perGroup + kGroupGap / kBarPitch;
    std::vector<double> places;
    double longest = 0;
    for (std::size_t c = 0; c < figure.categories.size(); ++c) {
        places.push_back(static_cast<double>(c) * pitch + (perGroup - 1) / 2);
        for (const auto& series : figure.series) longest = std::max(longest, at(series, c));
    }
    if (longest <= 0) longest = 1;
    setUpCategories(plot, figure, places, -0.5, static_cast<double>(places.size()) * pitch - 0.5);
    plot.xAxis->setRange(0, longest);
    for (std::size_t s = 0; s < figure.series.size(); ++s) {
        auto& bars = addBars(plot, figure.series[s], 0.84);
        for (std::size_t c = 0; c < figure.categories.size(); ++c) {
            const double key = static_cast<double>(c) * pitch + static_cast<double>(s);
            const double value = at(figure.series[s], c);
            bars.addData(key, value);
            addLabel(plot, value, key, valueText(figure, value), pageColors().text, Qt::AlignLeft | Qt::AlignVCenter);
        }
    }
}

void setUpAxis(QCPAxis& axis, const Message& title, const std::string& unit, bool isLog) {
    axis.setLabel(unit.empty() ? translated(title)
                               : translated(title) + QStringLiteral(", ") + QString::fromStdString(unit));
    axis.setLabelFont(fontOf(TextStyle::label));
    axis.setLabelColor(pageColors().text);
    axis.setTickLabelFont(fontOf(TextStyle::label));
    axis.setTickLabelColor(pageColors().text);
    const QPen thin(pageColors().muted, points(0.6));
    axis.setBasePen(thin);
    axis.setTickPen(thin);
    axis.setSubTickPen(thin);
    axis.setTickLength(qRound(points(3)));
    axis.setSubTickLength(qRound(points(1.5)));
    axis.setTickLabelPadding(qRound(points(3)));
    axis.setLabelPadding(qRound(points(3)));
    axis.grid()->setPen(QPen(pageColors().line, points(0.4)));
    axis.grid()->setZeroLinePen(Qt::NoPen);
    if (!isLog) return;
    axis.setScaleType(QCPAxis::stLogarithmic);
    axis.setTicker(QSharedPointer<QCPAxisTickerLog>(new QCPAxisTickerLog));
    axis.setNumberFormat(QStringLiteral("eb"));
    axis.setNumberPrecision(0);
}

void setUpPoints(QCustomPlot& plot, const Figure& figure) {
    setUpAxis(*plot.xAxis, figure.xTitle, figure.xUnit, figure.xLog);
    setUpAxis(*plot.yAxis, figure.yTitle, figure.yUnit, figure.yLog);
    for (const auto& series : figure.series) {
        auto* graph = plot.addGraph();
        const auto color = seriesColor(series.paletteKey, Theme::light);
        const bool isJoined = figure.kind == Figure::Kind::lines || series.isLine;
        graph->setLineStyle(isJoined ? QCPGraph::lsLine : QCPGraph::lsNone);
        graph->setPen(QPen(color, points(1.2)));
        if (!series.isLine) {
            graph->setScatterStyle({QCPScatterStyle::ssDisc, QPen(color, points(0.5)), color, points(3.6)});
        }
        for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            const bool isDrawn = (!figure.xLog || series.x[i] > 0) && (!figure.yLog || series.y[i] > 0);
            if (isDrawn) graph->addData(series.x[i], series.y[i]);
        }
    }
    plot.rescaleAxes();
}

void paintLegend(QPainter& painter, const Figure& figure, qreal x, qreal y) {
    const auto font = fontOf(TextStyle::label);
    const QFontMetricsF metrics(font);
    const qreal side = points(7);
    painter.setFont(font);
    for (const auto& series : figure.series) {
        const auto name = translated(series.name);
        painter.fillRect(QRectF(x, y, side, side), seriesColor(series.paletteKey, Theme::light));
        painter.setPen(pageColors().text);
        painter.drawText(QPointF(x + side + points(4), y + side / 2 + metrics.capHeight() / 2), name);
        x += side + points(22) + metrics.horizontalAdvance(name);
    }
}

} // namespace

qreal chartHeight(const Figure& figure) {
    const auto categories = static_cast<qreal>(figure.categories.size());
    switch (figure.kind) {
    case Figure::Kind::stackedBars:
        return categories * kStackedPitch + kLegendHeight;
    case Figure::Kind::bars: {
        const auto series = static_cast<qreal>(figure.series.size());
        return categories * (series * kBarPitch + kGroupGap) + kLegendHeight;
    }
    default:
        return kPlotHeight + kLegendHeight;
    }
}

void paintChart(QCPPainter& painter, const Figure& figure, const QRectF& rect) {
    QCustomPlot plot;
    plot.setBackground(Qt::NoBrush);
    plot.setNoAntialiasingOnDrag(false);
    if (isBars(figure)) {
        const int right = figure.kind == Figure::Kind::bars ? qRound(kValueWidth) : 0;
        plot.axisRect()->setAutoMargins(QCP::msNone);
        plot.axisRect()->setMargins(QMargins(qRound(kLabelWidth), 0, right, 0));
    }
    switch (figure.kind) {
    case Figure::Kind::stackedBars:
        setUpStackedBars(plot, figure, rect.width() - kLabelWidth);
        break;
    case Figure::Kind::bars:
        setUpBars(plot, figure);
        break;
    default:
        setUpPoints(plot, figure);
        break;
    }
    painter.save();
    painter.translate(rect.topLeft());
    const auto modes = painter.modes();
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
    plot.toPainter(&painter, qRound(rect.width()), qRound(rect.height() - kLegendHeight));
    painter.setModes(modes);
    painter.restore();
    paintLegend(painter, figure, rect.left() + (isBars(figure) ? kLabelWidth : 0), rect.bottom() - points(9));
}

} // namespace nestwright
