// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/distinct.h"

#include <algorithm>
#include <map>

namespace nestwright {
namespace {

struct Interval {
    Count low = 0;
    Count high = 0; ///< inclusive
};

/// Sorted, apart from each other by a gap.
using Intervals = std::vector<Interval>;

Intervals merged(Intervals intervals) {
    std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) { return a.low < b.low; });
    Intervals result;
    for (const auto& interval : intervals) {
        if (!result.empty() && interval.low <= result.back().high + 1) {
            result.back().high = std::max(result.back().high, interval.high);
        } else {
            result.push_back(interval);
        }
    }
    return result;
}

Intervals sumOf(const Intervals& a, const Intervals& b) {
    Intervals sums;
    sums.reserve(a.size() * b.size());
    for (const auto& left : a) {
        for (const auto& right : b) sums.push_back({left.low + right.low, left.high + right.high});
    }
    return merged(std::move(sums));
}

/// What coefficient x dim covers when the dim comes in tiles, each filled.
Intervals coveredBy(Count coefficient, Count bound, Count tile) {
    const auto interval = [&](Count first, Count last) {
        return Interval{std::min(coefficient * first, coefficient * last),
                        std::max(coefficient * first, coefficient * last)};
    };
    if (std::abs(coefficient) <= 1) return {interval(0, bound - 1)};
    Intervals intervals;
    for (Count first = 0; first < bound; first += tile)
        intervals.push_back(interval(first, std::min(first + tile, bound) - 1));
    return merged(std::move(intervals));
}

double rankWords(const Problem& problem, const Nest& nest, const ProjectionRank& rank, int depth) {
    std::map<int, Count> coefficients;
    for (const auto& term : rank) coefficients[term.dim] += term.coefficient;
    Intervals covered = {{0, 0}};
    for (const auto& [dim, coefficient] : coefficients) {
        const Count bound = problem.dims[static_cast<std::size_t>(dim)].bound;
        const Count tile = nest.hasLoopOutside(dim, depth) ? nest.coverFull(dim, depth) : bound;
        covered = sumOf(covered, coveredBy(coefficient, bound, tile));
    }
    double words = 0;
    for (const auto& interval : covered) words += static_cast<double>(interval.high - interval.low + 1);
    return words;
}

} // namespace

double distinctWords(const Problem& problem, const Nest& nest, int tensor, int depth) {
    double words = 1;
    for (const auto& rank : problem.tensors[static_cast<std::size_t>(tensor)].projection)
        words *= rankWords(problem, nest, rank, depth);
    return words;
}

} // namespace nestwright
