// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message.h"

#include <fmt/format.h>

namespace nestwright {

std::string argumentText(const MessageArgument& argument) {
    if (const auto* integer = std::get_if<std::int64_t>(&argument)) return fmt::format("{}", *integer);
    if (const auto* real = std::get_if<double>(&argument)) return fmt::format("{:.6g}", *real);
    return std::get<std::string>(argument);
}

std::string substitute(const std::string& pattern, const std::vector<std::string>& arguments) {
    std::string result;
    result.reserve(pattern.size());
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool isPlace =
            pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' && pattern[i + 1] <= '9';
        const auto index = isPlace ? static_cast<std::size_t>(pattern[i + 1] - '1') : 0;
        if (isPlace && index < arguments.size()) {
            result += arguments[index];
            ++i;
        } else {
            result += pattern[i];
        }
    }
    return result;
}

std::string Message::text() const {
    std::vector<std::string> texts;
    texts.reserve(arguments.size());
    for (const auto& argument : arguments) texts.push_back(argumentText(argument));
    return substitute(english, texts);
}

} // namespace nestwright
