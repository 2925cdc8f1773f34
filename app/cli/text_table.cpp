// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

namespace nestwright::cli {

namespace {

bool isContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// Characters of UTF-8 text.
std::size_t widthOf(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return !isContinuation(byte); }));
}

std::string padded(const std::string& text, std::size_t width, TextTable::Align align) {
    const std::string blanks(width - std::min(width, widthOf(text)), ' ');
    return align == TextTable::Align::right ? blanks + text : text + blanks;
}

void trimRight(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

} // namespace

std::string TextTable::text() const {
    std::vector<std::size_t> widths;
    widths.reserve(m_columns.size());
    for (const auto& column : m_columns) widths.push_back(widthOf(column.title));
    for (const auto& row : m_rows) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], widthOf(row[i]));
    }

    std::string result;
    const auto addLine = [&](const auto& cellOf) {
        std::string line;
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            line += padded(cellOf(i), widths[i], m_columns[i].align) + (i + 1 < m_columns.size() ? "  " : "");
        }
        trimRight(line);
        result += line + "\n";
    };
    addLine([&](std::size_t i) { return m_columns[i].title; });
    addLine([&](std::size_t i) { return std::string(widths[i], '-'); });
    for (const auto& row : m_rows) addLine([&](std::size_t i) { return i < row.size() ? row[i] : std::string(); });
    return result;
}

std::size_t textWidth() {
    constexpr std::size_t kUsual = 100;
    constexpr std::size_t kLeast = 40;
    std::size_t columns = 0;
    if (const char* wanted = std::getenv("COLUMNS")) std::from_chars(wanted, wanted + std::strlen(wanted), columns);
    winsize window{};
    if (columns == 0 && isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0) {
        columns = window.ws_col;
    }
    return columns == 0 ? kUsual : std::max(columns, kLeast);
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
    std::string result;
    std::size_t column = 0;
    std::size_t start = 0;
    while (start < text.size()) {
        const std::size_t next = text.find_first_not_of(' ', start);
        if (next == std::string::npos) break;
        const std::size_t end = std::min(text.find(' ', next), text.size());
        const std::string blanks = text.substr(start, next - start);
        const std::string word = text.substr(next, end - next);
        if (column > indent && column + blanks.size() + widthOf(word) > width) {
            result += "\n" + std::string(indent, ' ') + word;
            column = indent + widthOf(word);
        } else {
            result += blanks + word;
            column += blanks.size() + widthOf(word);
        }
        start = end;
    }
    return result;
}

std::string shortened(const std::string& name, std::size_t width) {
    if (widthOf(name) <= width) return name;
    const std::size_t head = (width - 1) / 2;
    const std::size_t tail = width - 1 - head;
    std::vector<std::size_t> starts; // of characters, so that none is cut in two
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (!isContinuation(name[i])) starts.push_back(i);
    }
    return name.substr(0, starts[head]) + "…" + name.substr(starts[starts.size() - tail]);
}

} // namespace nestwright::cli
