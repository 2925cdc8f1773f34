// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// A figure with an SI prefix (decimal, always) and significant digits: siText(4.09e9, "MAC") is "4.09 GMAC".
[[nodiscard]] std::string siText(double value, const std::string& unit, int digits = 3);

/// Bytes with an IEC prefix: "24.5 MiB".
[[nodiscard]] std::string bytesText(double bytes);

/// A fraction as a percentage with one decimal: "38.0 %".
[[nodiscard]] std::string percentText(double fraction);

/// A name cut to `width` characters, with an ellipsis in its middle.
[[nodiscard]] std::string shortened(const std::string& name, std::size_t width);

} // namespace nestwright::cli
