// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/text_lines.h"

#include <QFontMetricsF>
#include <QRegularExpression>
#include <QTextLayout>

namespace nestwright {
namespace {

constexpr QChar kZeroWidthSpace(0x200b);
constexpr QChar kWordJoiner(0x2060);

/// Words up to this length stay whole: "1/s", "0.1.0", "back_to_back".
constexpr qsizetype kShortWord = 12;

/// Invisible places to break after the parts of a path or an identifier: "Global|Average|Pool".
QString withBreaks(const QString& text) {
    QStringList words = text.split(QLatin1Char(' '));
    for (auto& word : words) {
        if (word.size() <= kShortWord) {
            word.replace(QLatin1Char('/'), QStringLiteral("/\u2060"));
            continue;
        }
        QString broken;
        for (qsizetype i = 0; i < word.size(); ++i) {
            broken += word[i];
            const bool isLast = i + 1 == word.size();
            const bool isDecimal = word[i] == QLatin1Char('.') && !isLast && word[i + 1].isDigit();
            const bool isHump = !isLast && word[i].isLower() && word[i + 1].isUpper();
            const bool isPart = !isLast && !isDecimal && QStringLiteral("/_.\u00d7").contains(word[i]);
            if (isHump || isPart) broken += kZeroWidthSpace;
        }
        word = broken;
    }
    return words.join(QLatin1Char(' '));
}

/// No place to break but the spaces: not behind the slashes and hyphens of a path or an option.
QString withoutBreaks(const QString& text) {
    QString joined;
    for (const auto letter : text) {
        joined += letter;
        if (letter != QLatin1Char(' ') && !letter.isHighSurrogate()) joined += kWordJoiner;
    }
    joined.replace(QString(kWordJoiner) + QLatin1Char(' '), QStringLiteral(" "));
    return joined;
}

TextLines brokenLines(QString source, const QFont& font, qreal width, qreal indent) {
    const QFontMetricsF metrics(font);
    TextLines result{{}, font, metrics.ascent(), metrics.height() * 1.08};
    source.replace(QLatin1Char('\n'), QChar::LineSeparator);
    QTextLayout layout(source, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    while (true) {
        auto line = layout.createLine();
        if (!line.isValid()) break;
        line.setLineWidth(result.lines.isEmpty() ? width - indent : width);
        auto part = source.mid(line.textStart(), line.textLength());
        part.remove(kZeroWidthSpace);
        part.remove(kWordJoiner);
        part.remove(QChar::LineSeparator);
        while (part.endsWith(QLatin1Char(' '))) part.chop(1);
        result.lines << part;
    }
    layout.endLayout();
    if (result.lines.isEmpty()) result.lines << QString();
    return result;
}

} // namespace

QStringList unbrokenParts(const QString& text) {
    static const QRegularExpression breaks(QStringLiteral("[ \\n\u200b]+"));
    return withBreaks(text).remove(kWordJoiner).split(breaks, Qt::SkipEmptyParts);
}

qreal addCaption(PageMarks& marks, const QString& number, const QString& text, qreal width) {
    auto bold = fontOf(TextStyle::caption);
    bold.setBold(true);
    const auto label = number + QLatin1Char(' ');
    const qreal indent = textWidth(label, bold);
    const auto lines = brokenText(text, fontOf(TextStyle::caption), width, indent);
    marks.push_back(TextMark{{0, lines.ascent}, number, bold, pageColors().muted});
    addLines(marks, {lines.lines.mid(0, 1), lines.font, lines.ascent, lines.lineHeight}, {indent, 0},
             pageColors().muted);
    addLines(marks, {lines.lines.mid(1), lines.font, lines.ascent, lines.lineHeight}, {0, lines.lineHeight},
             pageColors().muted);
    return lines.height();
}

TextLines brokenText(const QString& text, const QFont& font, qreal width, qreal indent) {
    return brokenLines(withBreaks(text), font, width, indent);
}

TextLines brokenCommand(const QString& text, const QFont& font, qreal width) {
    return brokenLines(withoutBreaks(text), font, width, 0);
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
