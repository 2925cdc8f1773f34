// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/cell_text.h"

#include "core/report/writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

std::vector<Message> distinctReasons(const Table& table) {
    std::vector<Message> reasons;
    for (const auto& row : table.rows) {
        for (const auto& cell : row) {
            const auto* number = std::get_if<Number>(&cell);
            if (!number || number->value || number->why.empty()) continue;
            if (std::find(reasons.begin(), reasons.end(), number->why) == reasons.end()) reasons.push_back(number->why);
        }
    }
    return reasons;
}

std::string reasonMark(const Cell& cell, const std::vector<Message>& reasons) {
    constexpr std::array kSigns = {"\u00b9", "\u00b2", "\u00b3", "\u2074", "\u2075"};
    const auto* number = std::get_if<Number>(&cell);
    if (!number || number->value || reasons.size() < 2) return {};
    const auto place = std::find(reasons.begin(), reasons.end(), number->why) - reasons.begin();
    return static_cast<std::size_t>(place) < kSigns.size() ? kSigns[static_cast<std::size_t>(place)] : "";
}

std::string reasonNote(const std::vector<Message>& reasons, std::size_t index) {
    return kDash + reasonMark(Number{{}, NumberStyle::real, reasons[index], {}}, reasons) + ":";
}

std::vector<MissingFigures> missingFigures(const KeyFigures& figures) {
    std::vector<MissingFigures> missing;
    for (const auto& item : figures.items) {
        if (item.value.value) continue;
        const auto known = std::find_if(missing.begin(), missing.end(),
                                        [&](const auto& other) { return other.why == item.value.why; });
        if (known != missing.end()) {
            known->names.push_back(item.name);
        } else {
            missing.push_back({{item.name}, item.value.why});
        }
    }
    return missing;
}

std::string rawNumber(double value) { return fmt::format("{}", value); }

} // namespace nestwright::report
