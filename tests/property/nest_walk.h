// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mapping/mapping.h"
#include "core/workload/problem.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace nestwright {

using Index = std::vector<Count>;         ///< by dim
using Words = std::vector<std::uint32_t>; ///< word numbers within a tensor, ascending

/// A loop with the step of its dim's index.
struct StridedLoop {
    Loop loop;
    Count stride = 1;
};

/// A storage node with the number of loops outside it.
struct WalkedStorage {
    Storage storage;
    std::size_t loopsOutside = 0;
};

/// The mapping taken apart.
struct WalkedNest {
    std::vector<StridedLoop> loops; ///< outer to inner
    std::vector<WalkedStorage> storages;
};

[[nodiscard]] WalkedNest takeApart(const Problem& problem, const Mapping& mapping);

/// Inclusive bounds by rank of a tensor.
struct Box {
    std::vector<Count> low;
    std::vector<Count> high;

    [[nodiscard]] Count words() const;
    [[nodiscard]] bool contains(const std::vector<Count>& point) const;
    auto operator<=>(const Box&) const = default;
};

/// The bounding box of a tensor when dim d takes `extent[d]` values from `base[d]`.
[[nodiscard]] Box boxOf(const DataSpace& tensor, const Index& base, const Index& extent);

/// Numbers of the words of `box` that are not in `kept`, within `whole`.
[[nodiscard]] Words wordsOutside(const Box& box, const Box* kept, const Box& whole);

/// What one instance holds of a tensor, and how its tile last moved.
class TileState {
public:
    /// The words that the instance must get for its next tile.
    Words moveTo(const Box& tile, const Box& whole, bool noTemporalReuse);

private:
    Box m_tile;
    std::vector<Count> m_direction;
    bool m_holdsTile = false;
    bool m_hasDirection = false;
};

} // namespace nestwright
