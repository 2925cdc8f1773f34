// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/table_chunks.h"

#include "core/report/cell_text.h"
#include "core/report/writers.h"
#include "widgets/base/translate.h"
#include "widgets/report/text_lines.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace nestwright {
namespace {

constexpr qreal kPadX = points(4);
constexpr qreal kPadY = points(3);
constexpr qreal kHairline = points(0.5);
constexpr qreal kHeaderRule = points(0.9);
/// Of a name in a table; a longer one is shortened in its middle, so that a row always fits on a page.
constexpr qsizetype kLongestName = 280;
/// Of sentences, such as a source with its note, which wrap between words.
constexpr qsizetype kLongestText = 1000;
/// Tables of up to so many rows aren't parted.
constexpr std::size_t kWholeRows = 8;
/// In long tables a column is made for so many percent of its texts: a few long ones wrap rather than take the room.
constexpr std::size_t kTypicalPart = 85;
/// Tables with more columns take the small font, and long ones with not quite as many.
constexpr std::size_t kWideFrom = 9;
constexpr std::size_t kWideIfLong = 6;
constexpr std::size_t kLongRows = 30;

struct ReportTable {
    Q_DECLARE_TR_FUNCTIONS(nestwright::ReportTable)
};

QString qtext(const std::string& text) { return QString::fromStdString(text); }

/// Words that are as long as names, with blanks between them, are sentences.
QString fitted(const QString& text) {
    constexpr qsizetype kUsualWord = 12;
    const bool isText = text.count(QLatin1Char(' ')) * kUsualWord >= text.size();
    return shortened(text, isText ? kLongestText : kLongestName);
}

/// The table in words: what its cells say and what its fonts are.
class TableText {
public:
    explicit TableText(const report::Table& table)
        : m_table(table) {
        const bool isWide = table.columns.size() > (table.rows.size() > kLongRows ? kWideIfLong : kWideFrom);
        m_font = fontOf(isWide ? TextStyle::wideTable : TextStyle::table);
        m_headFont = fontOf(isWide ? TextStyle::wideTableHead : TextStyle::tableHead);
        m_reasons = report::distinctReasons(table);
    }

    [[nodiscard]] QString head(std::size_t column) const {
        const auto& described = m_table.columns[column];
        const auto title = translated(described.title);
        return described.unit.empty() ? title : title + QStringLiteral(", ") + qtext(described.unit);
    }

    [[nodiscard]] QString cell(std::size_t row, std::size_t column) const {
        const auto& content = m_table.rows[row][column];
        if (const auto* text = std::get_if<Message>(&content)) {
            return fitted(qtext(report::visible(translated(*text).toStdString())));
        }
        const auto text = qtext(report::cellText(content, &m_table.columns[column]));
        return fitted(text + qtext(report::reasonMark(content, m_reasons)));
    }

    [[nodiscard]] QStringList notes() const {
        QStringList result;
        for (std::size_t i = 0; i < m_reasons.size(); ++i) {
            result << qtext(report::reasonNote(m_reasons, i)) + QLatin1Char(' ') + translated(m_reasons[i]) +
                          QLatin1Char('.');
        }
        return result;
    }

    [[nodiscard]] const QFont& font() const { return m_font; }
    [[nodiscard]] const QFont& headFont() const { return m_headFont; }

private:
    const report::Table& m_table;
    QFont m_font;
    QFont m_headFont;
    std::vector<Message> m_reasons;
};

/// Width of the longest part that isn't broken, up to a limit.
qreal longestPart(const QString& text, const QFont& font, qreal limit) {
    qreal longest = 0;
    for (const auto& part : unbrokenParts(text)) longest = std::max(longest, textWidth(part, font));
    return std::min(longest, limit);
}

class TableLayout {
public:
    TableLayout(const report::Table& table, int number, qreal width)
        : m_table(table)
        , m_text(table)
        , m_number(number)
        , m_width(width) {
        measure();
    }

    [[nodiscard]] std::vector<PageChunk> chunks() {
        std::vector<PageChunk> result;
        result.push_back(caption());
        auto header = headerChunk(false);
        header.keepsWithNext = true;
        result.push_back(std::move(header));
        const auto repeated = std::make_shared<const PageChunk>(headerChunk(true));
        const auto rows = m_table.rows.size();
        for (std::size_t row = 0; row < rows; ++row) {
            auto chunk = rowChunk(row);
            chunk.repeated = repeated;
            // Short tables stay whole; of others the first two and the last two rows stay together, so that no row
            // stands alone on a page.
            chunk.keepsWithNext = row + 1 < rows && (rows <= kWholeRows || row == 0 || row + 2 == rows);
            result.push_back(std::move(chunk));
        }
        if (const auto notes = m_text.notes(); !notes.isEmpty()) {
            result.back().keepsWithNext = true;
            result.push_back(noteChunk(notes));
        }
        return result;
    }

private:
    void measure() {
        const auto columns = m_table.columns.size();
        std::vector<qreal> least(columns);
        std::vector<qreal> wanted(columns);
        std::vector<bool> isNumeric(columns);
        for (std::size_t c = 0; c < columns; ++c) {
            isNumeric[c] = m_table.columns[c].isNumeric;
            const auto head = m_text.head(c);
            least[c] = longestPart(head, m_text.headFont(), m_width);
            wanted[c] = isNumeric[c] ? least[c] : textWidth(head, m_text.headFont());
            measureColumn(c, least[c], wanted[c]);
            least[c] += 2 * kPadX + points(0.5); // layouts round up
            wanted[c] += 2 * kPadX;
        }
        m_widths = columnWidths(least, wanted, isNumeric, m_width);
    }

    void measureColumn(std::size_t column, qreal& least, qreal& wanted) {
        const bool isNumeric = m_table.columns[column].isNumeric;
        const qreal limit = m_width / std::min<qreal>(7, static_cast<qreal>(m_table.columns.size()));
        std::vector<qreal> widths;
        for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
            const auto text = m_text.cell(row, column);
            widths.push_back(textWidth(text, m_text.font()));
            // Figures aren't broken.
            least = std::max(least, isNumeric ? widths.back() : longestPart(text, m_text.font(), limit));
        }
        if (widths.empty()) return;
        std::sort(widths.begin(), widths.end());
        const auto typical =
            isNumeric || widths.size() <= kWholeRows ? widths.size() - 1 : (widths.size() - 1) * kTypicalPart / 100;
        wanted = std::max(wanted, widths[typical]);
    }

    [[nodiscard]] PageChunk caption() const {
        PageChunk chunk;
        const auto label = ReportTable::tr("Table %1.").arg(m_number);
        chunk.height = addCaption(chunk.marks, label, translated(m_table.caption), m_width) + points(3);
        chunk.spaceBefore = points(10);
        chunk.keepsWithNext = true;
        return chunk;
    }

    [[nodiscard]] PageChunk headerChunk(bool isContinued) const {
        PageChunk chunk;
        qreal top = 0;
        if (isContinued) {
            const auto mark =
                brokenText(ReportTable::tr("Table %1, continued").arg(m_number), fontOf(TextStyle::caption), m_width);
            addLines(chunk.marks, mark, {0, 0}, pageColors().muted);
            top = mark.height() + points(3);
        }
        std::vector<TextLines> cells;
        qreal height = 0;
        for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
            cells.push_back(brokenText(m_text.head(c), m_text.headFont(), m_widths[c] - 2 * kPadX));
            height = std::max(height, cells.back().height());
        }
        qreal x = 0;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            // Titles stand on the rule, whatever the number of their lines.
            const qreal y = top + kPadY + height - cells[c].height();
            addLines(chunk.marks, cells[c], {x + kPadX, y}, pageColors().text, m_widths[c] - 2 * kPadX,
                     m_table.columns[c].isNumeric);
            x += m_widths[c];
        }
        chunk.height = top + height + 2 * kPadY;
        chunk.marks.push_back(LineMark{{0, chunk.height}, {m_width, chunk.height}, pageColors().muted, kHeaderRule});
        return chunk;
    }

    [[nodiscard]] PageChunk rowChunk(std::size_t row) const {
        PageChunk chunk;
        qreal x = 0;
        qreal height = 0;
        for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
            const auto text = m_text.cell(row, c);
            const qreal inner = m_widths[c] - 2 * kPadX;
            const bool isNumeric = m_table.columns[c].isNumeric;
            const auto lines = brokenText(text, m_text.font(), isNumeric ? m_width : inner);
            addLines(chunk.marks, lines, {x + kPadX, kPadY}, pageColors().text, inner, isNumeric);
            height = std::max(height, lines.height());
            x += m_widths[c];
        }
        chunk.height = height + 2 * kPadY;
        chunk.marks.push_back(LineMark{{0, chunk.height}, {m_width, chunk.height}, pageColors().line, kHairline});
        return chunk;
    }

    [[nodiscard]] PageChunk noteChunk(const QStringList& notes) const {
        PageChunk chunk;
        chunk.height = points(3);
        for (const auto& note : notes) {
            const auto lines = brokenText(note, fontOf(TextStyle::label), m_width - 2 * kPadX);
            addLines(chunk.marks, lines, {kPadX, chunk.height}, pageColors().muted);
            chunk.height += lines.height();
        }
        return chunk;
    }

    const report::Table& m_table;
    TableText m_text;
    int m_number;
    qreal m_width;
    std::vector<qreal> m_widths;
};

/// The widest columns give way, down to a common width: in them a text may break, units and figures stay whole.
std::vector<qreal> cutToFit(std::vector<qreal> widths, qreal total) {
    auto sorted = widths;
    std::sort(sorted.begin(), sorted.end());
    qreal left = total;
    qreal most = 0;
    for (std::size_t c = 0; c < sorted.size(); ++c) {
        most = left / static_cast<qreal>(sorted.size() - c);
        if (sorted[c] > most) break;
        left -= sorted[c];
    }
    for (auto& width : widths) width = std::min(width, most);
    return widths;
}

} // namespace

std::vector<qreal> columnWidths(const std::vector<qreal>& least, const std::vector<qreal>& wanted,
                                const std::vector<bool>& isNumeric, qreal total) {
    const auto sum = [](const std::vector<qreal>& values) {
        return std::accumulate(values.begin(), values.end(), qreal(0));
    };
    auto widths = wanted;
    const qreal wantedSum = sum(wanted);
    const qreal leastSum = sum(least);
    if (wantedSum <= total) {
        // Numbers stay close together; texts take the room that is left.
        qreal textSum = 0;
        for (std::size_t c = 0; c < widths.size(); ++c) textSum += isNumeric[c] ? 0 : wanted[c];
        for (std::size_t c = 0; c < widths.size(); ++c) {
            const qreal weight = textSum > 0 ? (isNumeric[c] ? 0 : wanted[c] / textSum) : wanted[c] / wantedSum;
            widths[c] += (total - wantedSum) * weight;
        }
        return widths;
    }
    if (leastSum >= total) return cutToFit(least, total);
    // A very long text would take all the room from the others, so wishes beyond half of the page count no more.
    std::vector<qreal> wishes(widths.size());
    for (std::size_t c = 0; c < widths.size(); ++c) {
        wishes[c] = std::max<qreal>(0, std::min(wanted[c], std::max(total / 2, least[c])) - least[c]);
    }
    const qreal wishSum = std::max<qreal>(1, sum(wishes));
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = least[c] + (total - leastSum) * wishes[c] / wishSum;
    return widths;
}

std::vector<PageChunk> tableChunks(const report::Table& table, int number, qreal width) {
    return TableLayout(table, number, width).chunks();
}

} // namespace nestwright
