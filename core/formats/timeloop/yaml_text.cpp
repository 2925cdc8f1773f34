// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/yaml_text.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <string_view>

namespace nestwright::timeloop {

std::string quoted(const std::string& word) {
    constexpr std::array<std::string_view, 10> kReserved = {"true", "false", "yes",  "no", "on",
                                                            "off",  "null",  "none", "y",  "n"};
    const std::string lower = lowerCase(word);
    const bool isReserved = word.size() > 1 && std::find(kReserved.begin(), kReserved.end(), lower) != kReserved.end();
    const bool isWord = std::all_of(word.begin(), word.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c >= 0x80;
    });
    const bool isPlain = !word.empty() && (std::isalpha(static_cast<unsigned char>(word.front())) != 0 ||
                                           word.front() == '_' || static_cast<unsigned char>(word.front()) >= 0x80);
    if (isWord && isPlain && !isReserved) return word;
    std::string text = "\"";
    for (const char c : word) {
        if (c == '"' || c == '\\') text += '\\';
        if (static_cast<unsigned char>(c) < 0x20) {
            text += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
        } else {
            text += c;
        }
    }
    return text + "\"";
}

std::string numeral(double value) {
    constexpr double kExact = 9007199254740992.0;
    if (std::abs(value) <= kExact && value == std::floor(value)) return fmt::format("{:.0f}", value);
    return fmt::format("{}", value);
}

double quotient(double value, double unit) {
    const double plain = value / unit;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const double candidate : {plain, std::nextafter(plain, kInfinity), std::nextafter(plain, -kInfinity)}) {
        if (candidate * unit == value) return candidate;
    }
    return plain;
}

std::string FlowMap::text() const {
    std::string text = "{";
    for (const auto& [key, value] : m_members) {
        if (text.size() > 1) text += ", ";
        text += key + ": " + value;
    }
    return text + "}";
}

std::string flowList(const std::vector<std::string>& words) {
    std::string text = "[";
    for (const auto& word : words) {
        if (text.size() > 1) text += ", ";
        text += quoted(word);
    }
    return text + "]";
}

} // namespace nestwright::timeloop
