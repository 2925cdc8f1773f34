// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/mapping/lane_view.h"

#include "widgets/base/palette.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace nestwright {

namespace {

constexpr Count kMostSquares = 32;  ///< along an axis
constexpr Count kMostInRows = 1024; ///< instances along one axis that are broken into rows
constexpr double kLeastWidth = 208;
constexpr double kMostWidth = 380;
constexpr double kGridShare = 0.54; ///< height of the squares, of the width of an array, at most
constexpr double kGap = 16;
constexpr int kTextLines = 3;

QString carriedBy(const LevelRow& row, Axis axis) {
    QStringList dims;
    for (const auto& chip : row.spatial) {
        if (chip.axis == axis) dims << QString::fromStdString(chip.dim);
    }
    return dims.isEmpty() ? LaneView::tr("nothing") : dims.join(QStringLiteral("\u00b7"));
}

Count dividedUp(Count a, Count b) { return (a + b - 1) / b; }

/// Rows of equal length where there are such, of about the shape of the place that they get.
Count columnsFor(Count squares) {
    const auto least = static_cast<Count>(std::ceil(std::sqrt(static_cast<double>(squares) / kGridShare)));
    for (Count columns = std::min(least, kMostSquares); columns <= kMostSquares; ++columns) {
        if (squares % columns == 0) return columns;
    }
    return std::min(least, kMostSquares);
}

QString shortCount(double value) {
    return QLocale().toString(value, 'f', std::abs(value - std::round(value)) < 0.05 ? 0 : 1);
}

} // namespace

LaneView::LaneView(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("laneView"));
    auto policy = QSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void LaneView::setPicture(const MappingPicture& picture) {
    m_arrays.clear();
    QStringList told;
    for (std::size_t l = 0; l < picture.levels.size(); ++l) {
        const auto& row = picture.levels[l];
        if (row.fanout.children() <= 1) continue;
        const auto below = l + 1 < picture.levels.size() ? picture.levels[l + 1].name : picture.computeName;
        Array array;
        array.x = row.fanout.x;
        array.y = row.fanout.y;
        array.usedX = std::min(array.x, row.usedAlong(Axis::x));
        array.usedY = std::min(array.y, row.usedAlong(Axis::y));
        array.busy = static_cast<double>(array.usedX * array.usedY);
        const auto total = static_cast<double>(row.fanout.children());
        array.name = tr("%1 below %2").arg(QString::fromStdString(below), QString::fromStdString(row.name));
        array.carries = tr("X: %1   Y: %2").arg(carriedBy(row, Axis::x), carriedBy(row, Axis::y));
        arrangeSquares(array);
        array.tip = array.name + QLatin1Char('\n') +
                    tr("%1 of %2 busy, %3 idle")
                        .arg(shortCount(array.busy), shortCount(total), shortCount(total - array.busy)) +
                    QLatin1Char('\n') +
                    tr("%1 by %2 instances, X carries %3, Y carries %4")
                        .arg(array.x)
                        .arg(array.y)
                        .arg(carriedBy(row, Axis::x), carriedBy(row, Axis::y)) +
                    QLatin1Char('\n') + array.carries;
        if (array.stepX * array.stepY > 1) {
            array.tip +=
                QLatin1Char('\n') + tr("A square stands for %1 by %2 of them").arg(array.stepX).arg(array.stepY);
        }
        told << array.tip;
        m_arrays.push_back(std::move(array));
    }
    setAccessibleName(tr("Busy and idle instances"));
    setAccessibleDescription(told.join(QLatin1Char('\n')));
    updateGeometry();
    update();
}

void LaneView::arrangeSquares(Array& array) {
    const Count instances = array.x * array.y;
    if (std::min(array.x, array.y) == 1 && instances <= kMostInRows) {
        array.squares = instances;
        array.columns = columnsFor(instances);
        array.rows = dividedUp(instances, array.columns);
        return;
    }
    array.stepX = dividedUp(array.x, kMostSquares);
    array.stepY = dividedUp(array.y, kMostSquares);
    array.columns = dividedUp(array.x, array.stepX);
    array.rows = dividedUp(array.y, array.stepY);
    array.squares = array.columns * array.rows;
}

double LaneView::busyShare(const Array& array, Count square) {
    const bool isBroken = std::min(array.x, array.y) == 1 && array.squares == array.x * array.y;
    if (isBroken) return square < array.usedX * array.usedY ? 1 : 0;
    const auto along = [](Count place, Count step, Count size, Count used) {
        const Count from = place * step;
        const Count to = std::min(size, from + step);
        return static_cast<double>(std::clamp(used - from, Count{0}, to - from)) / static_cast<double>(to - from);
    };
    return along(square % array.columns, array.stepX, array.x, array.usedX) *
           along(square / array.columns, array.stepY, array.y, array.usedY);
}

double LaneView::sideOf(const Array& array, double width) {
    const double room = std::min((width - 1) / static_cast<double>(array.columns),
                                 width * kGridShare / static_cast<double>(array.rows));
    return std::floor(std::clamp(room, 2.0, 20.0));
}

double LaneView::heightOf(const Array& array, double width) const {
    return kTextLines * fontMetrics().height() + 8 + sideOf(array, width) * static_cast<double>(array.rows);
}

QRectF LaneView::areaOf(std::size_t index, double width) const {
    const auto fitting = std::max<std::size_t>(1, static_cast<std::size_t>((width + kGap) / (kLeastWidth + kGap)));
    const auto columns = std::min(fitting, std::max<std::size_t>(1, m_arrays.size()));
    const double cell = std::min(kMostWidth, (width + kGap) / static_cast<double>(columns) - kGap);
    double top = 0;
    double height = 0;
    for (std::size_t i = 0; i < m_arrays.size(); ++i) {
        if (i % columns == 0) {
            if (i > index) break;
            top += i == 0 ? 0 : height + kGap;
            height = 0;
        }
        height = std::max(height, heightOf(m_arrays[i], cell));
    }
    return {static_cast<double>(index % columns) * (cell + kGap), top, cell, height};
}

QSize LaneView::sizeHint() const { return {480, heightForWidth(480)}; }

QSize LaneView::minimumSizeHint() const { return {static_cast<int>(kLeastWidth), 40}; }

int LaneView::heightForWidth(int width) const {
    return m_arrays.empty() ? 0 : static_cast<int>(std::ceil(areaOf(m_arrays.size() - 1, width).bottom()));
}

void LaneView::paintArray(QPainter& painter, const Array& array, const QRectF& area, QStringList& elided) const {
    const auto& colors = nestwright::palette(themeOf(QWidget::palette()));
    const double line = fontMetrics().height();
    const auto say = [&](int row, const QString& text, const QColor& color) {
        const auto shown = fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(area.width()));
        if (shown != text && !array.tip.contains(text)) elided << text;
        painter.setPen(color);
        painter.drawText(QRectF(area.left(), area.top() + row * line, area.width(), line),
                         Qt::AlignLeft | Qt::AlignVCenter, shown);
    };
    say(0, array.name, colors.text);
    auto busy = tr("%1 of %2 busy").arg(shortCount(array.busy), shortCount(static_cast<double>(array.x * array.y)));
    if (array.stepX * array.stepY > 1) {
        busy += QStringLiteral(" \u00b7 ") + tr("a square: %1\u00d7%2").arg(array.stepX).arg(array.stepY);
    }
    say(1, busy, colors.text);
    say(2, array.carries, colors.mutedText);
    const double side = sideOf(array, area.width());
    const double gap = side > 3 ? 1 : 0;
    const auto busyFill = seriesColor("useful", themeOf(QWidget::palette()));
    const auto idleFill = blend(colors.mutedText, colors.ground, 0.22);
    painter.setPen(Qt::NoPen);
    for (Count square = 0; square < array.squares; ++square) {
        const double left = area.left() + static_cast<double>(square % array.columns) * side;
        const double top = area.top() + kTextLines * line + 4 + static_cast<double>(square / array.columns) * side;
        painter.setBrush(blend(busyFill, idleFill, busyShare(array, square)));
        painter.drawRect(QRectF(left, top, side - gap, side - gap));
    }
}

void LaneView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(font());
    QStringList elided;
    for (std::size_t i = 0; i < m_arrays.size(); ++i) paintArray(painter, m_arrays[i], areaOf(i, width()), elided);
    setProperty("elidedTexts", elided);
}

bool LaneView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (std::size_t i = 0; i < m_arrays.size(); ++i) {
        if (!areaOf(i, width()).contains(help->pos())) continue;
        QToolTip::showText(help->globalPos(), m_arrays[i].tip, this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

} // namespace nestwright
