// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/projection.h"

#include <algorithm>
#include <set>

namespace nestwright {
namespace {

/// Sums of multiples of the loops' steps are all different in every rank, checked rank by rank: each step is longer
/// than everything that the shorter ones can add up to.
bool isInjective(const Nest& nest, const SpatialGroup& group, std::size_t ranks) {
    for (std::size_t r = 0; r < ranks; ++r) {
        std::vector<std::pair<Count, Count>> steps; // distance, bound
        for (std::size_t i = 0; i < group.loops.size(); ++i) {
            const Count distance = std::abs(group.steps[i][r]);
            if (distance > 0)
                steps.emplace_back(distance, nest.loops()[static_cast<std::size_t>(group.loops[i])].loop.bound);
        }
        std::sort(steps.begin(), steps.end());
        Count reach = 0;
        for (const auto& [distance, bound] : steps) {
            if (distance <= reach) return false;
            reach += (bound - 1) * distance;
        }
    }
    return true;
}

double countPlaces(const Nest& nest, const SpatialGroup& group, std::size_t ranks) {
    std::set<Coordinates> places = {Coordinates(ranks, 0)};
    for (std::size_t i = 0; i < group.loops.size(); ++i) {
        std::set<Coordinates> next;
        for (Count k = 0; k < nest.loops()[static_cast<std::size_t>(group.loops[i])].loop.bound; ++k) {
            for (auto place : places) {
                for (std::size_t r = 0; r < ranks; ++r) place[r] += k * group.steps[i][r];
                next.insert(std::move(place));
            }
        }
        places = std::move(next);
    }
    return static_cast<double>(places.size());
}

void finish(const Nest& nest, SpatialGroup& group, std::size_t ranks) {
    group.isInjective = isInjective(nest, group, ranks);
    for (std::size_t i = 0; i < group.loops.size(); ++i) {
        const auto bound = static_cast<double>(nest.loops()[static_cast<std::size_t>(group.loops[i])].loop.bound);
        group.children *= bound;
        if (!isZero(group.steps[i])) group.distinctPlaces *= bound;
    }
    if (!group.isInjective) group.distinctPlaces = countPlaces(nest, group, ranks);
}

} // namespace

Coordinates projectStep(const Problem& problem, int tensor, int dim, Count distance) {
    Coordinates step;
    for (const auto& rank : problem.tensors[static_cast<std::size_t>(tensor)].projection) {
        Count moved = 0;
        for (const auto& term : rank) {
            if (term.dim == dim) moved += term.coefficient * distance;
        }
        step.push_back(moved);
    }
    return step;
}

Coordinates lowerCorner(const Problem& problem, int tensor, const std::vector<Count>& extents) {
    Coordinates corner;
    for (const auto& rank : problem.tensors[static_cast<std::size_t>(tensor)].projection) {
        Count low = 0;
        for (const auto& term : rank) {
            if (term.coefficient < 0) low += term.coefficient * (extents[static_cast<std::size_t>(term.dim)] - 1);
        }
        corner.push_back(low);
    }
    return corner;
}

bool isZero(const Coordinates& coordinates) {
    return std::all_of(coordinates.begin(), coordinates.end(), [](Count c) { return c == 0; });
}

double boxElements(const Coordinates& extents) {
    double product = 1;
    for (const Count extent : extents) product *= static_cast<double>(std::max<Count>(extent, 0));
    return product;
}

std::vector<SpatialGroup> spatialGroups(const Problem& problem, const Nest& nest, int tensor, int fromDepth,
                                        int toDepth) {
    std::vector<SpatialGroup> groups;
    for (int i = fromDepth; i < toDepth; ++i) {
        const auto& [loop, stride] = nest.loops()[static_cast<std::size_t>(i)];
        if (!loop.isSpatial) continue;
        if (groups.empty() || groups.back().fanoutLevel != loop.fanoutLevel)
            groups.push_back({loop.fanoutLevel, {}, {}});
        groups.back().loops.push_back(i);
        groups.back().steps.push_back(projectStep(problem, tensor, loop.dim, stride));
    }
    for (auto& group : groups) finish(nest, group, problem.tensors[static_cast<std::size_t>(tensor)].projection.size());
    return groups;
}

} // namespace nestwright
