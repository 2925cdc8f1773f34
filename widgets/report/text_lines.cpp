// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/text_lines.h"

#include <QFontMetricsF>
#include <QTextLayout>

namespace nestwright {
namespace {

constexpr QChar kZeroWidthSpace(0x200b);

/// Invisible places to break after the parts of a path or an identifier.
QString withBreaks(const QString& text) {
    QString result;
    result.reserve(text.size() + 8);
    for (qsizetype i = 0; i < text.size(); ++i) {
        result += text[i];
        const bool isLast = i + 1 == text.size() || text[i + 1].isSpace();
        const bool isDecimal = text[i] == QLatin1Char('.') && i + 1 < text.size() && text[i + 1].isDigit();
        if (!isLast && !isDecimal && QStringLiteral("/_.").contains(text[i])) result += kZeroWidthSpace;
    }
    return result;
}

} // namespace

TextLines brokenText(const QString& text, const QFont& font, qreal width) {
    const QFontMetricsF metrics(font);
    TextLines result{{}, font, metrics.ascent(), metrics.height() * 1.08};
    auto source = withBreaks(text);
    source.replace(QLatin1Char('\n'), QChar::LineSeparator);
    QTextLayout layout(source, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    while (true) {
        auto line = layout.createLine();
        if (!line.isValid()) break;
        line.setLineWidth(width);
        auto part = source.mid(line.textStart(), line.textLength());
        part.remove(kZeroWidthSpace);
        part.remove(QChar::LineSeparator);
        while (part.endsWith(QLatin1Char(' '))) part.chop(1);
        result.lines << part;
    }
    layout.endLayout();
    if (result.lines.isEmpty()) result.lines << QString();
    return result;
}

qreal textWidth(const QString& text, const QFont& font) { return QFontMetricsF(font).horizontalAdvance(text); }

void addLines(PageMarks& marks, const TextLines& text, QPointF origin, const QColor& color, qreal width, bool isRight) {
    qreal y = origin.y() + text.ascent;
    for (const auto& line : text.lines) {
        const qreal shift = isRight ? width - textWidth(line, text.font) : 0;
        if (!line.isEmpty()) marks.push_back(TextMark{{origin.x() + shift, y}, line, text.font, color});
        y += text.lineHeight;
    }
}

QString shortened(const QString& text, qsizetype limit) {
    if (text.size() <= limit) return text;
    auto head = limit * 2 / 3;
    auto tail = text.size() - (limit - head);
    if (text[head - 1].isHighSurrogate()) --head;
    if (text[tail].isLowSurrogate()) ++tail;
    return text.left(head) + QChar(0x2026) + text.mid(tail);
}

} // namespace nestwright
