// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/property/nest_walk.h"

#include <algorithm>

namespace nestwright {

WalkedNest takeApart(const Problem& problem, const Mapping& mapping) {
    WalkedNest nest;
    for (const auto& node : mapping.nodes) {
        if (const auto* loop = std::get_if<Loop>(&node)) {
            nest.loops.push_back({*loop, 1});
        } else {
            nest.storages.push_back({std::get<Storage>(node), nest.loops.size()});
        }
    }
    Index stride(problem.dims.size(), 1);
    for (auto it = nest.loops.rbegin(); it != nest.loops.rend(); ++it) {
        auto& step = stride[static_cast<std::size_t>(it->loop.dim)];
        it->stride = step;
        step *= it->loop.bound;
    }
    return nest;
}

Count Box::words() const {
    Count product = 1;
    for (std::size_t r = 0; r < low.size(); ++r) product *= high[r] - low[r] + 1;
    return product;
}

bool Box::contains(const std::vector<Count>& point) const {
    for (std::size_t r = 0; r < low.size(); ++r) {
        if (point[r] < low[r] || point[r] > high[r]) return false;
    }
    return true;
}

Box boxOf(const DataSpace& tensor, const Index& base, const Index& extent) {
    Box box;
    for (const auto& rank : tensor.projection) {
        Count low = 0;
        Count high = 0;
        for (const auto& term : rank) {
            const auto d = static_cast<std::size_t>(term.dim);
            const Count first = term.coefficient * base[d];
            const Count last = term.coefficient * (base[d] + extent[d] - 1);
            low += std::min(first, last);
            high += std::max(first, last);
        }
        box.low.push_back(low);
        box.high.push_back(high);
    }
    return box;
}

Words wordsOutside(const Box& box, const Box* kept, const Box& whole) {
    Words words;
    std::vector<Count> point = box.low;
    while (true) {
        if (kept == nullptr || !kept->contains(point)) {
            Count number = 0;
            for (std::size_t r = 0; r < point.size(); ++r) {
                number = number * (whole.high[r] - whole.low[r] + 1) + (point[r] - whole.low[r]);
            }
            words.push_back(static_cast<std::uint32_t>(number));
        }
        auto rank = point.size();
        while (rank > 0 && point[rank - 1] == box.high[rank - 1]) {
            point[rank - 1] = box.low[rank - 1];
            --rank;
        }
        if (rank == 0) return words;
        ++point[rank - 1];
    }
}

Words TileState::moveTo(const Box& tile, const Box& whole, bool noTemporalReuse) {
    if (m_holdsTile && !noTemporalReuse && tile == m_tile) return {};
    bool keepsOverlap = m_holdsTile && !noTemporalReuse;
    if (m_holdsTile) {
        std::vector<Count> direction(tile.low.size());
        for (std::size_t r = 0; r < direction.size(); ++r) direction[r] = tile.low[r] - m_tile.low[r];
        const bool moved = std::any_of(direction.begin(), direction.end(), [](Count step) { return step != 0; });
        if (moved && !m_hasDirection) {
            m_direction = direction;
            m_hasDirection = true;
        } else if (moved && direction != m_direction) {
            m_hasDirection = false;
            keepsOverlap = false;
        }
    }
    const Words words = wordsOutside(tile, keepsOverlap ? &m_tile : nullptr, whole);
    m_tile = tile;
    m_holdsTile = true;
    return words;
}

} // namespace nestwright
