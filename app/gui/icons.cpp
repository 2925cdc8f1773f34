// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/icons.h"

#include "widgets/base/palette.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace nestwright::gui {

namespace {

constexpr int kSize = 24;

/// Outlines on a grid of 24 by 24.
QPainterPath outline(Mode mode) {
    QPainterPath path;
    switch (mode) {
    case Mode::graph:
        path.addEllipse(QPointF(6, 6), 2.6, 2.6);
        path.addEllipse(QPointF(18, 6), 2.6, 2.6);
        path.addEllipse(QPointF(12, 18), 2.6, 2.6);
        path.moveTo(7.2, 8.3);
        path.lineTo(10.8, 15.7);
        path.moveTo(16.8, 8.3);
        path.lineTo(13.2, 15.7);
        break;
    case Mode::mapping:
        path.addRoundedRect(QRectF(3, 4, 18, 4), 1, 1);
        path.addRoundedRect(QRectF(6, 10, 12, 4), 1, 1);
        path.addRoundedRect(QRectF(9, 16, 6, 4), 1, 1);
        break;
    case Mode::tradeoffs:
        path.moveTo(4, 3);
        path.lineTo(4, 20);
        path.lineTo(21, 20);
        path.moveTo(6, 17);
        path.cubicTo(10, 16, 11, 8, 20, 6);
        break;
    case Mode::compare:
        path.addRect(QRectF(4, 11, 3.5, 9));
        path.addRect(QRectF(10.2, 4, 3.5, 16));
        path.addRect(QRectF(16.5, 8, 3.5, 12));
        break;
    case Mode::evidence:
        path.addRoundedRect(QRectF(4, 4, 16, 16), 2, 2);
        path.moveTo(8, 12);
        path.lineTo(11, 15.5);
        path.lineTo(16.5, 8.5);
        break;
    case Mode::report:
        path.moveTo(6, 3);
        path.lineTo(14.5, 3);
        path.lineTo(18.5, 7);
        path.lineTo(18.5, 21);
        path.lineTo(6, 21);
        path.closeSubpath();
        path.moveTo(9, 11);
        path.lineTo(15.5, 11);
        path.moveTo(9, 15);
        path.lineTo(15.5, 15);
        break;
    }
    return path;
}

QPixmap drawn(Mode mode, const QColor& color) {
    constexpr int kScale = 3;
    QPixmap pixmap(kSize * kScale, kSize * kScale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(kScale, kScale);
    painter.setPen(QPen(color, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(outline(mode));
    return pixmap;
}

} // namespace

QIcon modeIcon(Mode mode, const QPalette& widgetPalette) {
    const auto& colors = palette(themeOf(widgetPalette));
    QIcon icon;
    icon.addPixmap(drawn(mode, colors.mutedText), QIcon::Normal, QIcon::Off);
    icon.addPixmap(drawn(mode, colors.accent), QIcon::Normal, QIcon::On);
    return icon;
}

} // namespace nestwright::gui
