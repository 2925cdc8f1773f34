// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/cell_text.h"

#include "core/report/writers.h"

#include <fmt/format.h>

namespace nestwright::report {

std::string visible(const std::string& text) {
    std::string result;
    result.reserve(text.size());
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '\n') {
            result += "\u21b5";
        } else if (c == '\t') {
            result += "\u2192";
        } else if (code < 0x20 || code == 0x7f) {
            result += "\ufffd";
        } else {
            result += c;
        }
    }
    return result;
}

std::string cellText(const Cell& cell, const Column* column) {
    if (const auto* text = std::get_if<Message>(&cell)) return visible(text->text());
    if (const auto* name = std::get_if<std::string>(&cell)) return visible(*name);
    return formatNumber(std::get<Number>(cell), column);
}

std::string headerText(const Column& column) {
    const auto title = column.title.text();
    return column.unit.empty() ? title : title + ", " + column.unit;
}

std::string reasonOf(const Cell& cell) {
    const auto* number = std::get_if<Number>(&cell);
    return number && !number->value ? number->why.text() : std::string();
}

std::string rawNumber(double value) { return fmt::format("{}", value); }

} // namespace nestwright::report
