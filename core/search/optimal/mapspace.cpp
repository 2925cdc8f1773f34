// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/mapspace.h"

#include "core/base/index.h"

#include <algorithm>
#include <map>

namespace nestwright {
namespace {

constexpr std::size_t kMostSpreads = 200'000;

/// Ways to write `value` as a product of one factor a level, within the limits.
double waysOf(const SearchSpace& space, int dim, Count value) {
    std::map<Count, double> ways = {{value, 1.0}}; // by what is left
    for (int level = 0; level < space.levels; ++level) {
        std::map<Count, double> next;
        for (const auto& [left, count] : ways) {
            for (const Count factor : divisorsOf(left)) {
                if (space.limits) {
                    const auto slot = at(temporalSlot(level));
                    if (factor < space.limits->least[slot][at(dim)] || factor > space.limits->most[slot][at(dim)])
                        continue;
                }
                next[left / factor] += count;
            }
        }
        ways = std::move(next);
    }
    const auto done = ways.find(1);
    return done == ways.end() ? 0 : done->second;
}

double ordersOf(const SearchSpace& space) {
    double orders = 1;
    for (int level = 0; level < space.levels; ++level) {
        double loops = 0;
        for (int dim = 0; dim < space.dims; ++dim) {
            if (space.bounds[at(dim)] == 1) continue;
            if (space.limits) {
                const auto slot = at(temporalSlot(level));
                const auto& inner = space.limits->innermost[slot];
                const auto& outer = space.limits->outermost[slot];
                const bool isPlaced = std::find(inner.begin(), inner.end(), dim) != inner.end() ||
                                      std::find(outer.begin(), outer.end(), dim) != outer.end();
                if (isPlaced || space.limits->most[slot][at(dim)] == 1) continue;
            }
            orders *= ++loops;
        }
    }
    return orders;
}

} // namespace

std::optional<double> mapspaceSize(const SearchSpace& space, const SpatialPlacements& placements) {
    std::map<std::vector<Count>, double> spreads = {{space.bounds, 1.0}}; // by what is left to temporal loops
    for (const auto& choices : placements.choices) {
        std::map<std::vector<Count>, double> next;
        for (const auto& [left, count] : spreads) {
            for (const auto& choice : choices) {
                std::vector<Count> rest = left;
                bool divides = true;
                for (std::size_t d = 0; d < rest.size() && divides; ++d) {
                    divides = rest[d] % choice.product[d] == 0;
                    if (divides) rest[d] /= choice.product[d];
                }
                if (divides) next[std::move(rest)] += count;
            }
            if (next.size() > kMostSpreads) return std::nullopt;
        }
        spreads = std::move(next);
    }
    std::vector<std::map<Count, double>> ways(at(space.dims));
    double tilings = 0;
    for (const auto& [left, count] : spreads) {
        double product = count;
        for (int dim = 0; dim < space.dims; ++dim) {
            const auto [known, isNew] = ways[at(dim)].try_emplace(left[at(dim)], 0.0);
            if (isNew) known->second = waysOf(space, dim, left[at(dim)]);
            product *= known->second;
        }
        tilings += product;
    }
    return tilings * ordersOf(space) * static_cast<double>(keepChoices(space).size());
}

} // namespace nestwright
