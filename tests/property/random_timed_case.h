// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/property/event_simulator.h"
#include "tests/property/random_case.h"

namespace nestwright {

/// A random case of 1 to 4 levels with narrow ports, both bufferings and rooms that leave second slots or not. Links
/// between neighbours, flags of nodes, outputs that slide and factors that leave instances with unequal work are left
/// out.
struct TimedCase {
    RandomCase example;
    TileSlots slots;
};

[[nodiscard]] TimedCase randomTimedCase(std::uint64_t seed);

/// Tile slots as the model gives them to a mapping.
[[nodiscard]] TileSlots slotsOf(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping);

/// Ports and rooms, for a message.
[[nodiscard]] std::string describeTimed(const TimedCase& timed);

} // namespace nestwright
