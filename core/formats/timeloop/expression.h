// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/yaml/values.h"

#include <string_view>
#include <vector>

namespace nestwright::timeloop {

/// Maps in which a name is looked up, from the nearest outward.
using Scope = std::vector<yaml::NodePtr>;

/// The member that the name stands for, or nullptr.
[[nodiscard]] const yaml::Member* lookUp(const Scope& scope, std::string_view name);

using yaml::isNumber;

/// The number of a scalar: a plain one, or an arithmetic expression over numbers and names of the scope with
/// + - * / // % ** ( ) and min, max, ceil, floor, round, sqrt, log2, pow, abs, int. Throws Fault.
[[nodiscard]] double numberOf(const yaml::Node& node, const Scope& scope, std::string_view what);

} // namespace nestwright::timeloop
