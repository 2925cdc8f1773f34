// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/yaml/values.h"

#include "core/base/text.h"
#include "core/formats/yaml/fault.h"

#include <charconv>
#include <cmath>

namespace nestwright::yaml {
namespace {

[[noreturn]] void wrongKind(const Node& node, std::string_view what, const char* wanted) {
    fail(node,
         message(NW_TEXT("yaml.kind", "%1 must be %2; it is %3"), std::string(what), std::string(wanted), node.shown()),
         message(NW_TEXT("yaml.kind.remedy", "Write it as %1."), std::string(wanted)));
}

[[noreturn]] void missing(const Node& map, std::string_view key) {
    fail(map, message(NW_TEXT("yaml.missing", "The key \"%1\" is missing here"), std::string(key)),
         message(NW_TEXT("yaml.missing.remedy", "Add it.")));
}

} // namespace

bool isNumber(std::string_view text, double& value) {
    const bool isNegative = !text.empty() && text.front() == '-';
    if (isNegative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
    if (text.empty() || text.front() == '-') return false;
    const bool isHex = text.substr(0, 2) == "0x" || text.substr(0, 2) == "0X";
    const auto digits = isHex ? text.substr(2) : text;
    const auto* end = digits.data() + digits.size();
    const auto result = isHex ? std::from_chars(digits.data(), end, value, std::chars_format::hex)
                              : std::from_chars(digits.data(), end, value);
    if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value)) return false;
    if (isNegative) value = -value;
    return true;
}

std::string shortened(std::string_view text) {
    constexpr std::size_t kLongest = 60;
    return text.size() > kLongest ? std::string(text.substr(0, kLongest)) + "..." : std::string(text);
}

std::string textOf(const Node& node, std::string_view what) {
    if (!node.isScalar() || node.text.empty()) wrongKind(node, what, "a word");
    return node.text;
}

std::string nameOf(const Node& node, std::string_view what) {
    constexpr std::size_t kLongest = 120;
    auto name = textOf(node, what);
    if (name.size() <= kLongest) return name;
    fail(node, message(NW_TEXT("yaml.long_name", "%1 is longer than %2 characters"), std::string(what), kLongest),
         message(NW_TEXT("yaml.long_name.remedy", "Choose a shorter name.")));
}

const Node& required(const Node& map, std::string_view key) {
    const auto* member = map.member(key);
    if (member == nullptr || member->value->isNull()) missing(map, key);
    return *member->value;
}

std::string requiredText(const Node& map, std::string_view key) {
    const auto* member = map.member(key);
    if (member == nullptr) missing(map, key);
    return textOf(*member->value, key);
}

Count countOf(const Node& node, std::string_view what, Count least) {
    double value = 0;
    const bool isWhole = node.isScalar() && isNumber(node.text, value) && value == std::floor(value);
    if (isWhole && value >= static_cast<double>(least) && value <= kMostCount) return static_cast<Count>(value);
    fail(node,
         message(NW_TEXT("yaml.count", "%1 must be a whole number of at least %2 and at most 2^53; it is %3"),
                 std::string(what), least, node.shown()),
         message(NW_TEXT("yaml.count.remedy", "Check the figure and its unit.")));
}

double amountOf(const Node& node, std::string_view what) {
    double value = 0;
    if (node.isScalar() && isNumber(node.text, value) && value >= 0) return value;
    fail(
        node,
        message(NW_TEXT("yaml.amount", "%1 must be a number of at least 0; it is %2"), std::string(what), node.shown()),
        message(NW_TEXT("yaml.count.remedy", "Check the figure and its unit.")));
}

bool flagOf(const Node& node, std::string_view what) {
    const auto text = node.isScalar() ? lowerCase(node.text) : std::string();
    if (text == "true" || text == "yes" || text == "on" || text == "1") return true;
    if (text == "false" || text == "no" || text == "off" || text == "0") return false;
    wrongKind(node, what, "true or false");
}

void expectMap(const Node& node, std::string_view what) {
    if (!node.isMap()) wrongKind(node, what, "a map");
}

void expectSequence(const Node& node, std::string_view what) {
    if (!node.isSequence()) wrongKind(node, what, "a list");
}

} // namespace nestwright::yaml
