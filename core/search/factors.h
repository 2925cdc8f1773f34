// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"

#include <vector>

namespace nestwright {

/// Prime factors, smallest first. What is left beyond those up to 2^20 counts as one prime.
[[nodiscard]] std::vector<Count> primeFactorsOf(Count value);
/// Divisors, smallest first.
[[nodiscard]] std::vector<Count> divisorsOf(Count value);

} // namespace nestwright
