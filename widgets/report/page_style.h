// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QMarginsF>
#include <QRectF>
#include <QSizeF>

namespace nestwright {

/// Pages are laid out in units of 1/1200 inch with fonts of so many pixels, so that a page looks the same on every
/// device.
inline constexpr int kUnitsPerInch = 1200;

[[nodiscard]] constexpr qreal points(qreal value) { return value * kUnitsPerInch / 72; }
[[nodiscard]] constexpr qreal millimetres(qreal value) { return value * kUnitsPerInch / 25.4; }

/// A4 with its text area and its footer.
struct PageGeometry {
    QSizeF size{millimetres(210), millimetres(297)};
    QMarginsF margins{millimetres(16), millimetres(15), millimetres(16), millimetres(21)};

    [[nodiscard]] QRectF body() const { return QRectF(QPointF(0, 0), size).marginsRemoved(margins); }
    [[nodiscard]] qreal footerTop() const { return size.height() - millimetres(14); }
};

/// The kinds of text on a page.
enum class TextStyle {
    title,
    subtitle,
    heading,
    body,
    strong,
    table,
    tableHead,
    wideTable,
    wideTableHead,
    caption,
    label,
    value,
    code,
    footer
};

[[nodiscard]] QFont fontOf(TextStyle style);

/// Colours of paper: the light palette.
struct PageColors {
    QColor text;
    QColor muted;
    QColor line;
    QColor strongLine;
    QColor panel;
};

[[nodiscard]] const PageColors& pageColors();

} // namespace nestwright
