// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mapping/mapping.h"

#include <optional>
#include <string>
#include <vector>

namespace nestwright {

/// Why a mapping can't run, with figures. Every violation is reported, not the first alone.
struct Violation {
    std::string code;   ///< "capacity", "utilization", "fanout", "factors", "order", "bypass", "axis", "format", "size"
    std::string level;  ///< "" where none is meant
    std::string tensor; ///< "" where the level as a whole is meant
    Message message;
    std::optional<double> needed; ///< bits for a capacity, lanes for a fan-out, the bound for factors
    std::optional<double> available;
};

/// Structure: indices, factors against bounds, order of nodes, keep rules, mesh sizes, axis rules, then capacity
/// (tiles of all kept tensors against the level; a double-buffered level holds two tiles of what is refilled).
[[nodiscard]] std::vector<Violation> violations(const Problem& problem, const Accelerator& accelerator,
                                                const Mapping& mapping);

/// Bits of the tensor's tile in the level: bits of one element (partial sums for an output above compute that is not
/// complete) x the elements of the bounding box. 0 where the level doesn't keep it.
[[nodiscard]] double tileBits(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping,
                              int tensor, int level);

} // namespace nestwright
