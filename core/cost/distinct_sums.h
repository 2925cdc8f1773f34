// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"

#include <algorithm>
#include <bitset>
#include <cstdlib>
#include <numeric>
#include <span>

namespace nestwright {

/// Places that a spatial loop can take in a rank: 0, distance, ..., (bound - 1) x distance.
struct SpatialSteps {
    Count distance = 0;
    Count bound = 1;
};

/// How many different sums the loops' places have; 0 where that is too long to find out. Sorts and joins the loops.
inline double distinctSums(std::span<SpatialSteps> loops) {
    constexpr Count kLongestSpan = 4096;
    for (auto& loop : loops) loop.distance = std::abs(loop.distance);
    std::sort(loops.begin(), loops.end(), [](const auto& a, const auto& b) { return a.distance < b.distance; });
    std::size_t used = 0;
    for (const auto& loop : loops) {
        if (used > 0 && loop.distance == loops[used - 1].distance * loops[used - 1].bound) {
            loops[used - 1].bound *= loop.bound;
        } else {
            loops[used++] = loop;
        }
    }
    double product = 1;
    Count reach = 0;
    Count divisor = 0;
    bool isInjective = true;
    for (std::size_t i = 0; i < used; ++i) {
        isInjective = isInjective && loops[i].distance > reach;
        reach += (loops[i].bound - 1) * loops[i].distance;
        divisor = std::gcd(divisor, loops[i].distance);
        product *= static_cast<double>(loops[i].bound);
    }
    if (isInjective) return product;
    if (used == 2) {
        // (i, j) and (i + b', j - a') have the same sum: of each such chain its head counts.
        const Count rows = loops[0].bound - loops[1].distance / divisor;
        const Count columns = loops[1].bound - loops[0].distance / divisor;
        return product - static_cast<double>(std::max<Count>(0, rows) * std::max<Count>(0, columns));
    }
    if (reach / divisor >= kLongestSpan) return 0;
    std::bitset<kLongestSpan> places(1);
    for (std::size_t i = 0; i < used; ++i) {
        const auto distance = static_cast<std::size_t>(loops[i].distance / divisor);
        auto shifted = places;
        for (Count k = 1; k < loops[i].bound; ++k) {
            shifted <<= distance;
            places |= shifted;
        }
    }
    return static_cast<double>(places.count());
}

} // namespace nestwright
