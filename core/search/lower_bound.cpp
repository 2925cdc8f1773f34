// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/lower_bound.h"

#include "core/search/objective_value.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace nestwright {
namespace {

/// Longest rank whose coordinates are counted one by one.
constexpr Count kLongestCountedRank = 1 << 16;

double touchedCoordinates(const Problem& problem, const ProjectionRank& rank) {
    Count longest = 1;
    Count extent = 1;
    for (const auto& term : rank) {
        if (term.coefficient == 0) continue;
        const Count bound = problem.dims[static_cast<std::size_t>(term.dim)].bound;
        longest = std::max(longest, bound);
        extent += std::abs(term.coefficient) * (bound - 1);
    }
    if (rank.size() < 2 || extent > kLongestCountedRank) return static_cast<double>(longest);
    std::vector<char> touched(static_cast<std::size_t>(extent), 0);
    touched[0] = 1;
    for (const auto& term : rank) {
        const auto step = static_cast<std::size_t>(std::abs(term.coefficient));
        const auto bound = static_cast<std::size_t>(problem.dims[static_cast<std::size_t>(term.dim)].bound);
        if (step == 0) continue;
        std::vector<char> next(touched.size(), 0);
        for (std::size_t i = 0; i < touched.size(); ++i) {
            if (touched[i] == 0) continue;
            for (std::size_t k = 0; k < bound; ++k) next[i + k * step] = 1;
        }
        touched = std::move(next);
    }
    return static_cast<double>(std::count(touched.begin(), touched.end(), 1));
}

bool sharesDims(const Problem& problem, int tensor) {
    std::vector<int> uses(problem.dims.size(), 0);
    for (const auto& rank : problem.tensors[static_cast<std::size_t>(tensor)].projection) {
        for (const auto& term : rank) ++uses[static_cast<std::size_t>(term.dim)];
    }
    return std::any_of(uses.begin(), uses.end(), [](int count) { return count > 1; });
}

} // namespace

double touchedElements(const Problem& problem, int tensor) {
    const bool isDiagonal = sharesDims(problem, tensor);
    double product = 1;
    double largest = 1;
    for (const auto& rank : problem.tensors[static_cast<std::size_t>(tensor)].projection) {
        const double coordinates = touchedCoordinates(problem, rank);
        product *= coordinates;
        largest = std::max(largest, coordinates);
    }
    return isDiagonal ? largest : product;
}

double trivialLowerBound(const SearchSpace& space, Objective objective) {
    const Problem& problem = *space.problem;
    const Level& outermost = space.accelerator->levels.front();
    double readBits = 0;
    double writeBits = 0;
    for (int tensor = 0; tensor < space.tensors; ++tensor) {
        const int bits = space.accelerator->elementPerWord ? outermost.wordBits
                                                           : problem.tensors[static_cast<std::size_t>(tensor)].bits;
        (tensor == space.output ? writeBits : readBits) += touchedElements(problem, tensor) * bits;
    }
    double cycles = problem.macs() / (space.accelerator->lanes() * space.macsPerLaneCycle);
    if (outermost.readBitsPerCycle) cycles = std::max(cycles, readBits / *outermost.readBitsPerCycle);
    if (outermost.writeBitsPerCycle) cycles = std::max(cycles, writeBits / *outermost.writeBitsPerCycle);
    if (outermost.sharedBitsPerCycle) cycles = std::max(cycles, (readBits + writeBits) / *outermost.sharedBitsPerCycle);
    const double accesses = 1.0 / (static_cast<double>(outermost.wordBits) * outermost.blockWords);
    const double energy = problem.macs() * space.macEnergyPj + readBits * accesses * outermost.energy.readPj +
                          writeBits * accesses * outermost.energy.updatePj + cycles * space.staticPjPerCycle;
    return objectiveValue(cycles, energy, objective);
}

} // namespace nestwright
