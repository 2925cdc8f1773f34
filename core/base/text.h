// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace nestwright {

/// With the letters A to Z as small ones; others stay as they are.
[[nodiscard]] std::string lowerCase(std::string text);
[[nodiscard]] inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

[[nodiscard]] bool containsAny(std::string_view text, std::initializer_list<std::string_view> parts);
[[nodiscard]] bool isIn(std::span<const std::string_view> texts, std::string_view text);

} // namespace nestwright
