// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"
#include "core/formats/timeloop/expression.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestwright::timeloop {

/// Counts that a native file can hold too: a double is exact up to here.
inline constexpr double kMostCount = 9007199254740992.0;

/// A whole number from `least` to 2^53. Throws Fault.
[[nodiscard]] Count countOf(const yaml::Node& node, const Scope& scope, std::string_view what, Count least = 1);
[[nodiscard]] bool flagOf(const yaml::Node& node, std::string_view what);
/// The text of a scalar. Throws Fault where it is a list, a map or nothing.
[[nodiscard]] std::string textOf(const yaml::Node& node, std::string_view what);
/// The member's text; an error at the map where there is none.
[[nodiscard]] std::string requiredText(const yaml::Node& map, std::string_view key);

/// A word and where it stands.
struct Word {
    std::string text;
    SourcePlace place;
};

/// Words of a list, or of a text that blanks and commas separate.
[[nodiscard]] std::vector<Word> wordsOf(const yaml::Node& node, std::string_view what);

void expectMap(const yaml::Node& node, std::string_view what);
void expectSequence(const yaml::Node& node, std::string_view what);

/// a * b; an error at the node where the product leaves 2^53.
[[nodiscard]] Count productOf(Count a, Count b, const SourcePlace& place, std::string_view what);

/// "a, b, c".
[[nodiscard]] std::string joined(const std::vector<std::string>& words);

/// A name with its range of copies: "PE[0..255]" is PE, 256 times.
struct RangedName {
    std::string name;
    Count copies = 1;
    bool hasRange = false;
};

[[nodiscard]] RangedName rangedName(const yaml::Node& node, const Scope& scope);

/// A name without its range and the path before it: "system.chip.RegFile[1..16]" is RegFile.
[[nodiscard]] std::string lastName(std::string_view path);

} // namespace nestwright::timeloop
