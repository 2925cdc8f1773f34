// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mapping/mapping.h"

#include <array>
#include <cstdint>
#include <optional>

namespace nestwright {

/// Room of a flat mapping and of the tables for it. What needs more is left to evaluate().
inline constexpr int kMaxFlatLoops = 128;
inline constexpr int kMaxFlatDims = 16;
inline constexpr int kMaxFlatTensors = 6;
inline constexpr int kMaxFlatLevels = 10;
inline constexpr int kMaxFlatRanks = 8;
inline constexpr int kMaxFlatTerms = 4;

/// A place for a loop.
struct FlatLoop {
    std::int8_t dim = 0;
    std::int8_t fanoutLevel = -1; ///< -1: temporal
    Axis axis = Axis::x;

    [[nodiscard]] bool isSpatial() const { return fanoutLevel >= 0; }
    bool operator==(const FlatLoop&) const = default;
};

/// A storage node of one tensor.
struct FlatNode {
    std::int8_t level = 0;
    std::uint8_t depth = 0; ///< places of loops that stand outside it
    bool noMulticast = false;
    bool noTemporalReuse = false;
    bool rmwFirstUpdate = false;
    bool operator==(const FlatNode&) const = default;
};

/// A mapping of perfect factors in a fixed room, for searches: copied, compared and edited without allocation. Loops
/// stand outer to inner; a place whose bound is 1 holds no loop, so that a factor can move into it.
struct FlatMapping {
    int loops = 0;
    std::array<FlatLoop, kMaxFlatLoops> loop{};
    std::array<Count, kMaxFlatLoops> bound{};
    std::array<std::int8_t, kMaxFlatTensors> nodes{}; ///< by tensor: how many
    std::array<std::array<FlatNode, kMaxFlatLevels>, kMaxFlatTensors> node{};

    bool operator==(const FlatMapping&) const = default;
};

/// The mapping with a place for each of its loops. Nothing where a factor is imperfect or the room is too small.
[[nodiscard]] std::optional<FlatMapping> flatMapping(const Problem& problem, const Accelerator& accelerator,
                                                     const Mapping& mapping);

/// An even mapping with a temporal place for every dim in every level and a spatial one wherever an axis may carry the
/// dim. All factors stand in the outermost level, and what may be kept is kept. Nothing where the room is too small.
[[nodiscard]] std::optional<FlatMapping> evenFlatMapping(const Problem& problem, const Accelerator& accelerator);

/// Copies the places and nodes in use, and no more.
void copyUsed(const FlatMapping& from, int tensors, FlatMapping& to);

[[nodiscard]] Mapping toMapping(const Problem& problem, const FlatMapping& flat);

} // namespace nestwright
