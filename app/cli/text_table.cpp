// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

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

/// Significant digits without an exponent: 4.09, 24.5, 175 for three of them.
std::string significant(double value, int digits) {
    int decimals = digits - 1;
    for (double limit = 10; decimals > 0; --decimals, limit *= 10) {
        if (std::abs(value) < limit - 0.5 * std::pow(10, -decimals)) break;
    }
    return fmt::format("{:.{}f}", value, decimals);
}

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

std::string siText(double value, const std::string& unit, int digits) {
    static constexpr std::array<std::string_view, 13> kPrefixes = {"f", "p", "n", "u", "m", "", "k",
                                                                   "M", "G", "T", "P", "E", "Z"};
    constexpr int kPlain = 5;
    if (!std::isfinite(value)) return "-";
    if (value == 0) return "0 " + unit;
    const int wanted = static_cast<int>(std::floor(std::log10(std::abs(value)) / 3));
    const int largest = static_cast<int>(kPrefixes.size()) - 1 - kPlain;
    int power = std::clamp(wanted, -kPlain, largest);
    double scaled = value / std::pow(1000.0, power);
    if (std::abs(scaled) >= 999.5 && power < largest) {
        ++power;
        scaled /= 1000;
    }
    const auto prefix = static_cast<std::ptrdiff_t>(power) + kPlain;
    return fmt::format("{} {}{}", significant(scaled, digits), kPrefixes[static_cast<std::size_t>(prefix)], unit);
}

std::string bytesText(double bytes) {
    static constexpr std::array<std::string_view, 7> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (!std::isfinite(bytes)) return "-";
    std::size_t unit = 0;
    while (std::abs(bytes) >= 1023.5 && unit + 1 < kUnits.size()) {
        bytes /= 1024;
        ++unit;
    }
    return unit == 0 ? fmt::format("{:.0f} B", bytes) : fmt::format("{} {}", significant(bytes, 3), kUnits[unit]);
}

std::string percentText(double fraction) {
    return std::isfinite(fraction) ? fmt::format("{:.1f} %", 100 * fraction) : "-";
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
