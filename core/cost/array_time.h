// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"

#include <algorithm>

namespace nestwright {

/// Cycles for which a systolic array fills and drains.
struct ArrayStall {
    double waits = 0; ///< between its tiles, all together
    double load = 0;  ///< of the first tile, before anything else
    double skew = 0;  ///< of the last wavefront, after all else

    [[nodiscard]] double total() const { return waits + load + skew; }
    ArrayStall& operator+=(const ArrayStall& more) {
        waits += more.waits;
        load += more.load;
        skew += more.skew;
        return *this;
    }
};

/// Of an array of which a mapping uses so many lanes along x and y. The array takes so many tiles one after another,
/// each for an equal share of the time in which MACs issue. Between two tiles it waits for the old wavefront, where the
/// array drains with each tile, and for the rest of the new tile's load: all of it where the elements have room for one
/// tile only, and otherwise what the old tile's stay doesn't cover.
[[nodiscard]] inline ArrayStall arrayStall(const ArrayTiming& timing, double lanesX, double lanesY, double tiles,
                                           double computeCycles, bool hasRoomForNext) {
    const double skew = timing.hopCycles * (lanesX + lanesY - 2);
    const double wave = timing.drainsEachTile ? skew : 0;
    const double hidden = timing.tileLoadCycles - computeCycles / tiles;
    const double wait = hasRoomForNext ? std::max(wave, hidden) : wave + timing.tileLoadCycles;
    return {(tiles - 1) * std::max(0.0, wait), timing.tileLoadCycles, skew};
}

} // namespace nestwright
