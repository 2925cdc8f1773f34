// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <vector>

namespace nestwright {

/// The warning with the number of others that say the same of other operators, which are left out.
[[nodiscard]] Warning withOthersAlike(Warning warning, Count others);

/// One warning for each code and type of operator, in order of first appearance: a model of thousands of operators
/// says a thing once, with a count.
[[nodiscard]] std::vector<Warning> groupAlike(const std::vector<Warning>& warnings, const Graph& graph);

} // namespace nestwright
