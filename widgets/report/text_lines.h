// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/report/page_marks.h"
#include "widgets/report/page_style.h"

#include <QStringList>

namespace nestwright {

/// Text broken into lines of a width.
struct TextLines {
    QStringList lines;
    QFont font;
    qreal ascent = 0;
    qreal lineHeight = 0;

    [[nodiscard]] qreal height() const { return lineHeight * static_cast<qreal>(lines.size()); }
};

/// Breaks at spaces, then after the slashes, dots and underscores of names, then anywhere.
/// The first line begins `indent` further in.
[[nodiscard]] TextLines brokenText(const QString& text, const QFont& font, qreal width, qreal indent = 0);

/// Breaks a command at its spaces, and within a word only where that alone is longer than a line.
[[nodiscard]] TextLines brokenCommand(const QString& text, const QFont& font, qreal width);

/// The parts of a text between the places where it may be broken.
[[nodiscard]] QStringList unbrokenParts(const QString& text);

/// Adds a caption with its number in bold and gives its height.
qreal addCaption(PageMarks& marks, const QString& number, const QString& text, qreal width);

/// Width of one line; line feeds count as spaces.
[[nodiscard]] qreal textWidth(const QString& text, const QFont& font);

/// Marks of the lines, their top left at `origin`; flush right with `width` where `isRight`.
void addLines(PageMarks& marks, const TextLines& text, QPointF origin, const QColor& color, qreal width = 0,
              bool isRight = false);

/// At most `limit` characters, with a sign in the middle for what was left out.
[[nodiscard]] QString shortened(const QString& text, qsizetype limit);

} // namespace nestwright
