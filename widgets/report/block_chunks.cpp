// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/block_chunks.h"

#include "core/report/cell_text.h"
#include "core/report/writers.h"
#include "widgets/base/translate.h"
#include "widgets/report/figure_chart.h"
#include "widgets/report/table_chunks.h"
#include "widgets/report/text_lines.h"

#include <QCoreApplication>

#include <algorithm>

namespace nestwright {
namespace {

constexpr std::size_t kMostBoxes = 5;
constexpr qreal kBoxGap = points(6);

struct ReportPage {
    Q_DECLARE_TR_FUNCTIONS(nestwright::ReportPage)
};

QString shownCell(const report::Cell& cell) {
    if (const auto* text = std::get_if<Message>(&cell)) return translated(*text);
    return QString::fromStdString(report::cellText(cell));
}

/// Lines as chunks of one each, with two of them kept together at either end.
std::vector<PageChunk> lineChunks(const TextLines& text, const QColor& color, qreal spaceBefore) {
    std::vector<PageChunk> chunks;
    const auto count = text.lines.size();
    for (qsizetype i = 0; i < count; ++i) {
        PageChunk chunk;
        chunk.marks.push_back(TextMark{{0, text.ascent}, text.lines[i], text.font, color});
        chunk.height = text.lineHeight;
        chunk.spaceBefore = i == 0 ? spaceBefore : 0;
        chunk.keepsWithNext = count > 1 && (i == 0 || i + 2 == count);
        chunks.push_back(std::move(chunk));
    }
    return chunks;
}

/// Lays out name-value lines: short ones in two columns, long ones below over the whole width.
class FactBox {
public:
    FactBox(const report::Facts& facts, qreal width)
        : m_width(width) {
        for (const auto& line : facts.lines) {
            m_nameWidth = std::max(m_nameWidth, textWidth(translated(line.name), m_labelFont));
        }
        m_nameWidth = std::min(m_nameWidth + points(10), width / 3);
        const qreal half = width / 2 - m_nameWidth - 2 * kInset;
        std::vector<const report::Facts::Line*> wide;
        for (const auto& line : facts.lines) {
            const bool isShort = textWidth(shownCell(line.value), fontOfLine(line)) <= half;
            (isShort ? m_short : wide).push_back(&line);
        }
        addShort();
        for (const auto* line : wide) m_y += addLine(*line, kInset, m_y, width - m_nameWidth - 2 * kInset);
    }

    [[nodiscard]] PageChunk chunk() {
        PageChunk result;
        result.height = m_y + kInset;
        result.marks.push_back(RectMark{{0, 0, m_width, result.height}, pageColors().panel, {}, points(3)});
        result.marks.insert(result.marks.end(), m_marks.begin(), m_marks.end());
        result.spaceBefore = points(8);
        return result;
    }

private:
    static constexpr qreal kInset = points(5);

    [[nodiscard]] static QFont fontOfLine(const report::Facts::Line& line) {
        return fontOf(line.isCode ? TextStyle::code : TextStyle::label);
    }

    qreal addLine(const report::Facts::Line& line, qreal x, qreal y, qreal width) {
        const auto name = brokenText(translated(line.name), m_labelFont, m_nameWidth - points(4));
        const auto value = line.isCode ? brokenCommand(shownCell(line.value), fontOfLine(line), width)
                                       : brokenText(shownCell(line.value), fontOfLine(line), width);
        addLines(m_marks, name, {x, y}, pageColors().muted);
        addLines(m_marks, value, {x + m_nameWidth, y}, pageColors().text);
        return std::max(name.height(), value.height()) + points(2);
    }

    /// Down the left column, then down the right one.
    void addShort() {
        const auto rows = (m_short.size() + 1) / 2;
        const qreal width = m_width / 2 - m_nameWidth - kInset;
        for (std::size_t row = 0; row < rows; ++row) {
            qreal height = addLine(*m_short[row], kInset, m_y, width);
            if (row + rows < m_short.size()) {
                height = std::max(height, addLine(*m_short[row + rows], m_width / 2 + kInset, m_y, width));
            }
            m_y += height;
        }
    }

    qreal m_width;
    QFont m_labelFont = fontOf(TextStyle::label);
    qreal m_nameWidth = 0;
    qreal m_y = kInset;
    std::vector<const report::Facts::Line*> m_short;
    PageMarks m_marks;
};

/// The largest font up to the style's in which the text fits on one line.
QFont fittingFont(const QString& text, TextStyle style, qreal width) {
    auto font = fontOf(style);
    const int least = fontOf(TextStyle::label).pixelSize();
    while (font.pixelSize() > least && textWidth(text, font) > width) font.setPixelSize(font.pixelSize() - 4);
    return font;
}

PageChunk boxRow(const std::vector<report::KeyFigures::Item>& items, std::size_t first, std::size_t perRow,
                 qreal width) {
    const qreal boxWidth = (width - kBoxGap * static_cast<qreal>(perRow - 1)) / static_cast<qreal>(perRow);
    const qreal inset = points(5);
    PageChunk chunk;
    const auto last = std::min(first + perRow, items.size());
    for (std::size_t i = first; i < last; ++i) {
        const auto& item = items[i];
        const qreal x = static_cast<qreal>(i - first) * (boxWidth + kBoxGap) + inset;
        const qreal inner = boxWidth - 2 * inset;
        qreal y = inset;
        for (const auto& [text, style, color] :
             {std::tuple(translated(item.name), TextStyle::label, pageColors().muted),
              std::tuple(QString::fromStdString(report::formatNumber(item.value)), TextStyle::value, pageColors().text),
              std::tuple(translated(item.note), TextStyle::label, pageColors().muted)}) {
            const auto font = style == TextStyle::value ? fittingFont(text, style, inner) : fontOf(style);
            const auto lines = brokenText(text, font, inner);
            addLines(chunk.marks, lines, {x, y}, color);
            y += lines.height() + points(1);
        }
        chunk.height = std::max(chunk.height, y + inset - points(1));
    }
    for (std::size_t i = first; i < last; ++i) {
        const qreal x = static_cast<qreal>(i - first) * (boxWidth + kBoxGap);
        chunk.marks.push_back(RectMark{{x, 0, boxWidth, chunk.height}, {}, pageColors().line, points(3)});
    }
    chunk.spaceBefore = first == 0 ? points(6) : kBoxGap;
    return chunk;
}

} // namespace

std::vector<PageChunk> titleChunks(const report::Document& document, qreal width) {
    PageChunk head;
    const qreal signWidth = millimetres(52);
    const qreal titleWidth = width - signWidth - millimetres(8);
    const auto title = brokenText(shortened(translated(document.title), 200), fontOf(TextStyle::title), titleWidth);
    addLines(head.marks, title, {0, 0}, pageColors().text);
    const auto subtitle =
        brokenText(shortened(translated(document.subtitle), 400), fontOf(TextStyle::subtitle), titleWidth);
    addLines(head.marks, subtitle, {0, title.height() + points(2)}, pageColors().muted);
    const qreal titleHeight = title.height() + points(2) + subtitle.height();

    qreal y = points(2);
    const qreal x = width - signWidth;
    const auto author = shortened(QString::fromStdString(document.author), 60);
    for (const auto& [name, value] :
         {std::pair(ReportPage::tr("Author"), author), std::pair(ReportPage::tr("Reviewer"), QString()),
          std::pair(ReportPage::tr("Approved"), QString())}) {
        const auto label = brokenText(name, fontOf(TextStyle::label), signWidth);
        const auto text = brokenText(value, fontOf(TextStyle::label), signWidth - millimetres(17));
        addLines(head.marks, label, {x, y}, pageColors().muted);
        addLines(head.marks, text, {x + millimetres(17), y}, pageColors().text);
        y += std::max(label.height(), text.height()) + points(6);
        head.marks.push_back(LineMark{{x, y - points(3)}, {width, y - points(3)}, pageColors().line, points(0.5)});
    }
    head.height = std::max(titleHeight, y);
    return {std::move(head), FactBox(document.metadata, width).chunk()};
}

std::vector<PageChunk> contentsChunks(const report::Document& document, qreal width) {
    PageChunk chunk;
    const auto font = fontOf(TextStyle::label);
    const qreal gap = millimetres(10);
    const qreal columnWidth = (width - gap) / 2;
    const auto count = document.sections.size();
    const auto rows = (count + 1) / 2;
    for (std::size_t i = 0; i < count; ++i) {
        const auto text = QString::number(i + 1) + QStringLiteral("\u2002") + translated(document.sections[i].title);
        const auto line = brokenText(text, font, columnWidth);
        const qreal left = i < rows ? 0 : columnWidth + gap;
        const qreal top = static_cast<qreal>(i % rows) * (line.lineHeight + points(1));
        addLines(chunk.marks, line, {left, top}, pageColors().text);
        const qreal from = left + textWidth(text, font) + points(6);
        const qreal right = left + columnWidth - points(16);
        const qreal baseline = top + line.ascent;
        chunk.marks.push_back(LineMark{{from, baseline}, {right, baseline}, pageColors().line, points(0.4)});
        chunk.pageNumbers.push_back({chunk.marks.size(), static_cast<int>(i)});
        chunk.marks.push_back(TextMark{{left + columnWidth, baseline}, {}, font, pageColors().text});
        chunk.height = std::max(chunk.height, top + line.height());
    }
    chunk.spaceBefore = points(8);
    return {std::move(chunk)};
}

PageChunk headingChunk(const Message& title, int section, qreal width) {
    PageChunk chunk;
    const auto text = QString::number(section + 1) + QStringLiteral("\u2002") + translated(title);
    const auto lines = brokenText(text, fontOf(TextStyle::heading), width);
    addLines(chunk.marks, lines, {0, 0}, pageColors().text);
    chunk.height = lines.height() + points(3);
    chunk.marks.push_back(LineMark{{0, chunk.height}, {width, chunk.height}, pageColors().strongLine, points(1)});
    chunk.spaceBefore = points(18);
    chunk.keepsWithNext = true;
    chunk.section = section;
    return chunk;
}

std::vector<PageChunk> BlockChunker::operator()(const report::Paragraph& paragraph) const {
    const auto font = fontOf(paragraph.isStrong ? TextStyle::strong : TextStyle::body);
    auto chunks = lineChunks(brokenText(translated(paragraph.text), font, m_width), pageColors().text,
                             points(paragraph.isStrong ? 12 : 5));
    if (paragraph.isStrong) chunks.back().keepsWithNext = true;
    return chunks;
}

std::vector<PageChunk> BlockChunker::operator()(const report::Facts& facts) const {
    return {FactBox(facts, m_width).chunk()};
}

std::vector<PageChunk> BlockChunker::operator()(const report::KeyFigures& figures) const {
    std::vector<PageChunk> chunks;
    std::vector<report::KeyFigures::Item> known;
    std::copy_if(figures.items.begin(), figures.items.end(), std::back_inserter(known),
                 [](const auto& item) { return item.value.value.has_value(); });
    const auto count = known.size();
    const auto perRow = count <= kMostBoxes ? std::max<std::size_t>(1, count) : std::min(kMostBoxes, (count + 1) / 2);
    for (std::size_t first = 0; first < count; first += perRow) {
        chunks.push_back(boxRow(known, first, perRow, m_width));
        chunks.back().keepsWithNext = first + perRow < count;
    }
    for (const auto& missing : report::missingFigures(figures)) {
        QStringList names;
        for (const auto& name : missing.names) names << translated(name);
        const auto text = names.join(QStringLiteral(", ")) + QStringLiteral(" \u2013 ") + translated(missing.why);
        if (!chunks.empty()) chunks.back().keepsWithNext = true;
        for (auto& line :
             lineChunks(brokenText(text, fontOf(TextStyle::label), m_width), pageColors().muted, points(4))) {
            chunks.push_back(std::move(line));
        }
    }
    return chunks;
}

std::vector<PageChunk> BlockChunker::operator()(const report::Table& table) {
    return tableChunks(table, ++m_tables, m_width);
}

std::vector<PageChunk> BlockChunker::operator()(const report::Figure& figure) {
    PageChunk chart;
    chart.height = chartHeight(figure);
    chart.marks.push_back(FigureMark{{0, 0, m_width, chart.height}, std::make_shared<const report::Figure>(figure)});
    chart.spaceBefore = points(12);
    chart.keepsWithNext = true;
    PageChunk caption;
    const auto label = ReportPage::tr("Figure %1.").arg(++m_figures);
    caption.height = addCaption(caption.marks, label, translated(figure.caption), m_width);
    caption.spaceBefore = points(4);
    return {std::move(chart), std::move(caption)};
}

std::vector<PageChunk> BlockChunker::operator()(const report::Listing& listing) const {
    const auto caption = brokenText(shortened(translated(listing.caption), 400), fontOf(TextStyle::caption), m_width);
    auto chunks = lineChunks(caption, pageColors().muted, points(10));
    for (auto& chunk : chunks) chunk.keepsWithNext = true;
    chunks.back().height += points(3);
    const qreal inset = points(5);
    auto text = QString::fromStdString(listing.text);
    while (text.endsWith(QLatin1Char('\n'))) text.chop(1);
    const auto lines = brokenText(text, fontOf(TextStyle::code), m_width - 2 * inset);
    auto rows = lineChunks(lines, pageColors().text, 0);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        auto& line = rows[row];
        const qreal above = row == 0 ? inset : 0;
        line.height += above + (row + 1 == rows.size() ? inset : 0);
        for (auto& mark : line.marks) moveBy(mark, {inset, above});
        const RectMark ground{{0, 0, m_width, line.height + points(0.1)}, pageColors().panel, {}, 0};
        line.marks.insert(line.marks.begin(), ground);
        line.keepsWithNext = true;
        chunks.push_back(std::move(line));
    }
    // A listing is parted only where it is longer than a page.
    chunks.back().keepsWithNext = false;
    return chunks;
}

} // namespace nestwright
