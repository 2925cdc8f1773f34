// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"
#include "core/formats/timeloop/expression.h"
#include "core/formats/yaml/values.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestwright::timeloop {

using yaml::expectMap;
using yaml::expectSequence;
using yaml::flagOf;
using yaml::kMostCount;
using yaml::requiredText;
using yaml::textOf;

/// A whole number from `least` to 2^53. Throws Fault.
[[nodiscard]] Count countOf(const yaml::Node& node, const Scope& scope, std::string_view what, Count least = 1);

/// A word and where it stands.
struct Word {
    std::string text;
    SourcePlace place;
};

/// Words of a list, or of a text that blanks and commas separate.
[[nodiscard]] std::vector<Word> wordsOf(const yaml::Node& node, std::string_view what);

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
