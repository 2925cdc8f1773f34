// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_layout.h"

#include <cstdint>
#include <vector>

namespace nestwright::layout {

/// Equal blocks, one after another: nodes first .. first + length x count - 1.
struct Repeat {
    std::int32_t first = 0;
    std::int32_t length = 0;
    std::int32_t count = 0;

    [[nodiscard]] std::int32_t end() const { return first + length * count; }
    bool operator==(const Repeat&) const = default;
};

/// Finds equal blocks in a graph whose nodes stand in topological order. Blocks are equal when their nodes are of the
/// same kinds, in the same order, with the same edges inside. Where a block may start at several places, it starts
/// where fewest nodes are read across its end. Periods are tried by how many short stretches of nodes come again after
/// them. In order of `first`; no two overlap. O(nodes + edges).
[[nodiscard]] std::vector<Repeat> findRepeats(const std::vector<std::uint64_t>& kinds,
                                              const std::vector<GraphView::Edge>& edges);

} // namespace nestwright::layout
