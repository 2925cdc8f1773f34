// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/sweep_table.h"

#include "core/base/csv.h"

namespace nestwright {
namespace {

void addLine(const std::vector<std::string>& cells, std::string& text) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) text += ',';
        text += csvField(cells[i]);
    }
    text += '\n';
}

/// Takes one line after the other from a text.
class LineReader {
public:
    explicit LineReader(const std::string& text)
        : m_text(text) {}

    /// False at the end of the text, or where the line has no end.
    bool next(std::vector<std::string>& cells) {
        cells.assign(1, {});
        bool isQuoted = false;
        for (; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (isQuoted) {
                const bool isTwice = c == '"' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '"';
                if (isTwice) ++m_at;
                if (c == '"' && !isTwice) {
                    isQuoted = false;
                } else {
                    cells.back() += c;
                }
            } else if (c == '"') {
                isQuoted = true;
            } else if (c == ',') {
                cells.emplace_back();
            } else if (c == '\n') {
                ++m_at;
                ++m_line;
                return true;
            } else if (c != '\r') {
                cells.back() += c;
            }
        }
        return false;
    }

    [[nodiscard]] int line() const { return m_line; }

private:
    const std::string& m_text;
    std::size_t m_at = 0;
    int m_line = 0;
};

} // namespace

std::string csvText(const SweepTable& table) {
    std::string text;
    addLine(table.columns, text);
    for (const auto& row : table.rows) addLine(row, text);
    return text;
}

Result<SweepTable> readSweepTable(const std::string& text) {
    SweepTable table;
    LineReader reader(text);
    if (!reader.next(table.columns)) table.columns.clear();
    std::vector<std::string> cells;
    while (reader.next(cells)) {
        if (cells.size() != table.columns.size()) {
            return failure(ErrorKind::input,
                           message(NW_TEXT("sweep.table.cells", "This line has %1 cells under %2 columns"),
                                   cells.size(), table.columns.size()),
                           {{}, reader.line(), 0});
        }
        table.rows.push_back(cells);
    }
    return table;
}

} // namespace nestwright
