// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/mapspace.h"

#include "core/base/index.h"

#include <algorithm>
#include <cmath>
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

/// Ways to write `value` as a product of so many factors.
double waysOf(Count value, int parts) {
    std::map<Count, int> exponents;
    for (const Count prime : primeFactorsOf(value)) ++exponents[prime];
    double ways = 1;
    for (const auto& [prime, exponent] : exponents) {
        for (int i = 1; i <= exponent; ++i) ways *= static_cast<double>(parts - 1 + i) / i;
    }
    return ways;
}

double factorial(int count) {
    double product = 1;
    for (int i = 2; i <= count; ++i) product *= i;
    return product;
}

/// The loops of an uneven mapping stand in the outermost level, inside a node of a level or in one without. A mapping
/// counts once for each order of nodes that have no loops between them.
double unevenSize(const SearchSpace& space, const std::map<std::vector<Count>, double>& spreads) {
    int moving = 0;
    for (const Count bound : space.bounds) moving += bound > 1 ? 1 : 0;
    std::map<int, double> sizes; // by places
    double sum = 0;
    for (const auto& keeps : keepChoices(space)) {
        int places = 1;
        double orders = 1;
        for (int level = 1; level < space.levels; ++level) {
            const auto row = keeps.begin() + level * space.tensors;
            const auto kept = static_cast<int>(std::count(row, row + space.tensors, 1));
            places += std::max(kept, 1);
            orders *= factorial(kept);
        }
        const auto [known, isNew] = sizes.try_emplace(places, 0.0);
        for (auto spread = spreads.begin(); isNew && spread != spreads.end(); ++spread) {
            double ways = spread->second;
            for (const Count left : spread->first) ways *= waysOf(left, places);
            known->second += ways;
        }
        sum += known->second * orders * std::pow(factorial(moving), places);
    }
    return sum;
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
    if (space.isUneven) return space.limits ? std::nullopt : std::optional(unevenSize(space, spreads));
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
