// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/evaluation.h"
#include "tests/property/brute_force.h"

#include <string>
#include <vector>

namespace nestwright {

/// Where the closed form differs from the walk, a line each ("L1 O fills: walked 12, evaluated 9"). Totals over
/// instances are compared, and the average of utilised instances.
[[nodiscard]] std::vector<std::string> differences(const Problem& problem, const WalkedCounts& walked,
                                                   const Evaluation& evaluated);

} // namespace nestwright
