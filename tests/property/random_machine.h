// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/property/random_case.h"

namespace nestwright {

/// The case on a machine with narrow ports, small rooms, prices, leakage, packed or whole words and either buffering,
/// the same for the same seed.
[[nodiscard]] RandomCase withRandomMachine(RandomCase example);

} // namespace nestwright
