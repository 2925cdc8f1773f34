// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/index.h"
#include "core/search/optimal/nest_search.h"

namespace nestwright {

std::uint32_t NestSearch::placedAlone(int level) const {
    std::uint32_t bits = 0;
    if (!m_space.isUneven || level == 0) return bits;
    for (int t = 0; t < m_space.tensors; ++t) {
        if (m_model->keeps[at(level * m_space.tensors + t)] != 0) bits |= 1U << t;
    }
    return bits;
}

int NestSearch::outermostLink(int t, int level, const Entry& from) const {
    const bool isPlaced = (from.placed >> t & 1U) != 0;
    return m_rooms[at(t)].outermostPlaced[at(isPlaced ? level - 1 : level)];
}

int NestSearch::nodeLink(int t, int level) const { return m_rooms[at(t)].outermostPlaced[at(level)] - 1; }

void NestSearch::placeAlone(std::int32_t index, int level, int t) {
    const Entry from = m_entries[at(index)];
    Entry to = from;
    to.parent = index;
    to.dim = -1;
    to.level = static_cast<std::int16_t>(level);
    to.placed |= 1U << t;
    const Fits fits = [&](std::size_t outputWidth) { return fitsAlone(t, level, from, outputWidth, to.roomBits); };
    const Capacity capacity = t == m_space.output ? checkRoom(level, from, fits) : Capacity{fits(0), false};
    if (!capacity.fits) {
        ++m_counts.capacity;
        return;
    }
    placeNode(t, level, from, capacity.mustFinish, to.status, to.cost);
    if (m_anySliding) endGap(t, to.status);
    if (to.cost >= m_limit && !hasTail(to.status)) {
        ++m_counts.bound;
        return;
    }
    push(to, m_heads);
}

/// Whether the tile fits beside those of the level that stand already; `roomBits` becomes what they take together.
bool NestSearch::fitsAlone(int t, int level, const Entry& from, std::size_t outputWidth, double& roomBits) {
    const Level& place = m_space.accelerator->levels[at(level)];
    std::array<TileInRoom, 1> tile = {tileInRoom(t, level, from, outputWidth)};
    const double needed = assignSlots(tile, place.buffering, slotRoomBits(place));
    roomBits = from.roomBits + needed;
    if (tile[0].ownRoomBits >= 0) return tile[0].bits * tile[0].slots <= tile[0].ownRoomBits;
    return roomBits <= nestwright::roomBits(place);
}

} // namespace nestwright
