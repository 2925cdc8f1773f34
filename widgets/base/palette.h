// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/evaluation.h"

#include <QBrush>
#include <QColor>
#include <QPalette>
#include <QString>

#include <string_view>

namespace nestwright {

enum class Theme { light, dark };

/// Colours of pages and panels. Texts keep 4.5:1 against both grounds, lines are decoration.
struct Palette {
    QColor ground; ///< behind charts and tables
    QColor panel;  ///< boxes, striped rows
    QColor text;
    QColor mutedText; ///< labels, captions
    QColor line;      ///< hairlines
    QColor accent;    ///< the one colour for what is chosen or can be pressed
    QColor warning;   ///< text of a warning
    QColor error;     ///< text of an error, the part past a brim
};

[[nodiscard]] const Palette& palette(Theme theme);

/// The theme that a widget shows: dark where its window colour is.
[[nodiscard]] Theme themeOf(const QPalette& widgetPalette);

/// Of a chart's series: "useful", "diluted", "blocked", "delayed", a bottleneck class's key or a number ("0", "1").
[[nodiscard]] QColor seriesColor(std::string_view key, Theme theme);
[[nodiscard]] QColor bottleneckColor(BottleneckClass value, Theme theme);

/// Drawn over the fill of "diluted", "blocked" and "delayed", so that the terms of a time can be told apart without
/// colour; of all other keys no brush.
[[nodiscard]] QBrush seriesHatch(std::string_view key, Theme theme);

/// A shape that tells the class without colour; the bundled font has them all.
[[nodiscard]] QString bottleneckGlyph(BottleneckClass value);

/// Black or white, whichever reads better on the fill.
[[nodiscard]] QColor labelColor(const QColor& fill);

/// WCAG 2 contrast ratio of two opaque colours, from 1 to 21.
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);

/// `share` of `color` over the ground, as an opaque colour: pages must hold no transparency.
[[nodiscard]] QColor blend(const QColor& color, const QColor& ground, double share);

} // namespace nestwright
