// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"

#include <limits>
#include <span>

namespace nestwright {

/// A tensor's tile that asks a level for room.
struct TileInRoom {
    double bits = 0;         ///< of one tile
    double ownRoomBits = -1; ///< the tensor's own part of the level; negative: it shares the rest
    bool isKept = false;
    bool isRefilled = false; ///< replaced during the run, so that a second slot is of use
    int slots = 0;           ///< result
};

/// Room that tensors without their own part of the level share; infinite where it is unbounded.
[[nodiscard]] inline double roomBits(const Level& level) {
    return level.capacityBits ? static_cast<double>(*level.capacityBits) : std::numeric_limits<double>::infinity();
}

/// The same with the room of further copies, which only second slots can use.
[[nodiscard]] inline double slotRoomBits(const Level& level) { return roomBits(level) * level.tileCopies; }

/// Second slots of the tiles that share `room`, smallest tile first.
inline void shareSecondSlots(std::span<TileInRoom> tiles, double room) {
    const TileInRoom* previous = nullptr;
    for (std::size_t round = 0; round < tiles.size(); ++round) {
        TileInRoom* next = nullptr;
        for (auto& tile : tiles) {
            if (!tile.isKept || !tile.isRefilled || tile.ownRoomBits >= 0) continue;
            const bool isDone = previous != nullptr &&
                                (tile.bits < previous->bits || (tile.bits == previous->bits && &tile <= previous));
            if (!isDone && (next == nullptr || tile.bits < next->bits)) next = &tile;
        }
        if (next == nullptr) return;
        next->slots = next->bits <= room ? 2 : 1;
        if (next->slots == 2) room -= next->bits;
        previous = next;
    }
}

/// Gives every kept tile one slot, and two where it is refilled and the level is double-buffered or, in a
/// single-buffered one, where the room is there, smallest tile first. Returns the bits of the shared room that the
/// declared buffering asks for. `sharedRoom`: as slotRoomBits().
inline double assignSlots(std::span<TileInRoom> tiles, Buffering buffering, double sharedRoom) {
    double needed = 0;
    for (auto& tile : tiles) {
        tile.slots = tile.isKept ? (tile.isRefilled && buffering == Buffering::doubled ? 2 : 1) : 0;
        if (tile.ownRoomBits < 0) needed += tile.bits * tile.slots;
    }
    if (buffering == Buffering::doubled) return needed;
    double shared = needed;
    for (auto& tile : tiles) {
        if (!tile.isKept || !tile.isRefilled) continue;
        const double room = tile.ownRoomBits < 0 ? sharedRoom - shared : tile.ownRoomBits - tile.bits;
        if (tile.bits <= room) tile.slots = 2;
        if (tile.ownRoomBits < 0) shared += tile.bits;
    }
    if (shared > sharedRoom) shareSecondSlots(tiles, sharedRoom - needed);
    return needed;
}

} // namespace nestwright
