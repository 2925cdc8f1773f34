// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/shell_command.h"

#include <string_view>

namespace nestwright::app {

namespace {

constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";

std::string quoted(const std::string& argument) {
    if (!argument.empty() && argument.find_first_not_of(kPlain) == std::string::npos) return argument;
    std::string result = "'";
    for (const char c : argument) {
        if (c == '\'')
            result += "'\\''";
        else
            result += c;
    }
    return result + "'";
}

} // namespace

std::string shellCommand(const std::vector<std::string>& arguments) {
    std::string line;
    for (const auto& argument : arguments) {
        if (!line.empty()) line += ' ';
        line += quoted(argument);
    }
    return line;
}

} // namespace nestwright::app
