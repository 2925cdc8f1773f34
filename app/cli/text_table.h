// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/figure_text.h"

#include <string>
#include <vector>

namespace nestwright::cli {

/// Columns of plain text under a header, aligned by the width of their content.
class TextTable {
public:
    enum class Align { left, right };
    struct Column {
        std::string title; ///< with the unit, where all figures share one
        Align align = Align::left;
    };

    explicit TextTable(std::vector<Column> columns)
        : m_columns(std::move(columns)) {}

    /// Adds a row with one cell a column.
    void addRow(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
    [[nodiscard]] std::string text() const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

inline constexpr auto kLeft = TextTable::Align::left;
inline constexpr auto kRight = TextTable::Align::right;

/// Columns of text that results may take: those of COLUMNS or of the terminal, else 100.
[[nodiscard]] std::size_t textWidth();

/// Lines of at most `width` characters, broken at blanks; all but the first start with `indent` blanks.
[[nodiscard]] std::string wrapped(const std::string& text, std::size_t indent = 0, std::size_t width = textWidth());

/// A name cut to `width` characters, with an ellipsis in its middle.
[[nodiscard]] std::string shortened(const std::string& name, std::size_t width);

} // namespace nestwright::cli
