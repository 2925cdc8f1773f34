// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/timeloop/values.h"

#include "core/base/text.h"
#include "core/formats/timeloop/fault.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace nestwright::timeloop {
namespace {

[[noreturn]] void badRange(const yaml::Node& node) {
    fail(node,
         message(NW_TEXT("timeloop.range", "The range of copies in \"%1\" can't be read; at least one copy is needed"),
                 node.shown()),
         message(NW_TEXT("timeloop.range.remedy", "Write NAME[FIRST..LAST], such as PE[0..255].")));
}

Count boundOf(const yaml::Node& node, const std::string& text, const Scope& scope) {
    yaml::Node part = node;
    part.text = text;
    const double value = numberOf(part, scope, "a bound of the range");
    if (value != std::floor(value) || std::abs(value) > kMostCount) badRange(node);
    return static_cast<Count>(value);
}

} // namespace

Count countOf(const yaml::Node& node, const Scope& scope, std::string_view what, Count least) {
    const double value = numberOf(node, scope, what);
    if (value >= static_cast<double>(least) && value <= kMostCount && value == std::floor(value)) {
        return static_cast<Count>(value);
    }
    fail(node,
         message(NW_TEXT("timeloop.count", "%1 must be a whole number of at least %2 and at most 2^53; it is %3"),
                 std::string(what), least, node.shown()),
         message(NW_TEXT("timeloop.count.remedy", "Check the figure and its unit.")));
}

std::vector<Word> wordsOf(const yaml::Node& node, std::string_view what) {
    std::vector<Word> words;
    if (node.isNull()) return words;
    if (node.isSequence()) {
        for (const auto& item : node.items) words.push_back({textOf(*item, what), item->place()});
        return words;
    }
    if (!node.isScalar()) expectSequence(node, what);
    std::string word;
    for (const char c : node.text + ",") {
        if (c != ',' && std::isspace(static_cast<unsigned char>(c)) == 0) {
            word += c;
        } else if (!word.empty()) {
            words.push_back({std::move(word), node.place()});
            word.clear();
        }
    }
    return words;
}

Count productOf(Count a, Count b, const SourcePlace& place, std::string_view what) {
    const auto product = checkedMultiply(a, b);
    if (product && static_cast<double>(*product) <= kMostCount) return *product;
    fail(place, message(NW_TEXT("timeloop.overflow", "%1 multiplies to more than 2^53"), std::string(what)),
         message(NW_TEXT("timeloop.overflow.remedy", "Check the figures and their units.")));
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

RangedName rangedName(const yaml::Node& node, const Scope& scope) {
    const auto text = textOf(node, "name");
    constexpr std::size_t kLongest = 120;
    RangedName result{text, 1, false};
    const auto open = text.find('[');
    if (open != std::string::npos) {
        const auto dots = text.find("..", open);
        if (text.back() != ']' || dots == std::string::npos || open == 0) badRange(node);
        const Count first = boundOf(node, text.substr(open + 1, dots - open - 1), scope);
        const Count last = boundOf(node, text.substr(dots + 2, text.size() - dots - 3), scope);
        if (last < first) badRange(node);
        result = {text.substr(0, open), last - first + 1, true};
    }
    if (result.name.size() <= kLongest) return result;
    fail(node,
         message(NW_TEXT("timeloop.long_name", "The name \"%1\" is longer than %2 characters"), node.shown(), kLongest),
         message(NW_TEXT("timeloop.long_name.remedy", "Choose a shorter name.")));
}

std::string lastName(std::string_view path) {
    if (!path.empty() && path.back() == ']') path = path.substr(0, path.rfind('['));
    const auto dot = path.rfind('.');
    return std::string(dot == std::string_view::npos ? path : path.substr(dot + 1));
}

} // namespace nestwright::timeloop
