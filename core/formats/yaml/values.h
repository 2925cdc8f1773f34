// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"
#include "core/formats/yaml/node.h"

#include <string>
#include <string_view>

namespace nestwright::yaml {

/// Counts that a native file can hold too: a double is exact up to here.
inline constexpr double kMostCount = 9007199254740992.0;

/// The number that a text is: "16", "-1e-9", "0x40". False where it is none or isn't finite.
[[nodiscard]] bool isNumber(std::string_view text, double& value);

/// The text, cut short for a message.
[[nodiscard]] std::string shortened(std::string_view text);

/// What follows throws Fault at the node, or at the map where a member is missing. `what` names the figure.
[[nodiscard]] std::string textOf(const Node& node, std::string_view what);
/// The same where it has at most 120 characters, as names in native files do.
[[nodiscard]] std::string nameOf(const Node& node, std::string_view what);
[[nodiscard]] std::string requiredText(const Node& map, std::string_view key);
[[nodiscard]] const Node& required(const Node& map, std::string_view key);
/// A whole number from `least` to 2^53.
[[nodiscard]] Count countOf(const Node& node, std::string_view what, Count least = 1);
/// A number of at least 0.
[[nodiscard]] double amountOf(const Node& node, std::string_view what);
[[nodiscard]] bool flagOf(const Node& node, std::string_view what);
void expectMap(const Node& node, std::string_view what);
void expectSequence(const Node& node, std::string_view what);

} // namespace nestwright::yaml
