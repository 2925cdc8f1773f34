// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/spatial_starts.h"

#include "core/base/index.h"

#include <algorithm>
#include <cmath>

namespace nestwright {
namespace {

/// Dims that may share an axis: with three, what is left of the lanes is rarely worth a fourth.
constexpr int kDimsPerAxis = 3;
/// Candidates within this share of lanes in use count as equal.
constexpr double kUtilizationStep = 0.02;

struct Candidate {
    Tiling tiling;
    double utilization = 0; ///< of the lanes of the axes that were visited
    double demand = 0;      ///< log of the different words that children ask for at a time, over the fan-outs

    [[nodiscard]] int bucket() const { return static_cast<int>(std::floor(utilization / kUtilizationStep)); }
};

/// Whether `a` ranks before `b`.
bool isBetter(const Candidate& a, const Candidate& b) {
    if (a.bucket() != b.bucket()) return a.bucket() > b.bucket();
    if (a.demand != b.demand) return a.demand < b.demand;
    return a.tiling.factors < b.tiling.factors;
}

Count largestDivisor(Count value, Count limit) {
    for (Count divisor = std::min(value, limit); divisor > 1; --divisor) {
        if (value % divisor == 0) return divisor;
    }
    return 1;
}

/// Factors of a dim worth trying on `lanes` lanes when `left` iterations remain.
std::vector<Count> factorChoices(const SearchSpace& space, Count left, Count lanes, int wanted) {
    std::vector<Count> choices;
    const auto add = [&](Count factor) {
        if (factor > 1 && std::find(choices.begin(), choices.end(), factor) == choices.end()) choices.push_back(factor);
    };
    const Count divisor = largestDivisor(left, lanes);
    if (space.allowImperfect) {
        const Count most = std::min(left, lanes);
        add(ceilDivide(left, ceilDivide(left, most))); // the fewest lanes that still need as few passes
        add(divisor);
        add(most);
        add(most / 2);
    } else {
        add(divisor);
        if (divisor > 2) add(largestDivisor(left, divisor - 1));
        if (divisor > 4) add(largestDivisor(left, divisor / 2));
    }
    if (static_cast<int>(choices.size()) > wanted) choices.resize(at(wanted));
    return choices;
}

class AxisFiller {
public:
    AxisFiller(const SearchSpace& space, int slot, double lanesBefore)
        : m_space(space)
        , m_slot(slot)
        , m_lanes(lanesBefore * static_cast<double>(space.lanes[at(slot)])) {}

    void fill(const Candidate& from, std::vector<Candidate>& into) {
        m_into = &into;
        Count lanes = m_space.lanes[at(m_slot)];
        for (int dim = 0; dim < m_space.dims; ++dim) lanes /= from.tiling.factors[at(dim * m_space.slots + m_slot)];
        extend(from.tiling, lanes, 0, kDimsPerAxis);
    }

private:
    void extend(const Tiling& tiling, Count lanes, int firstDim, int depth) {
        add(tiling);
        if (depth == 0 || lanes < 2) return;
        for (int dim = firstDim; dim < m_space.dims; ++dim) {
            if (m_space.mayCarry[at(m_slot)][at(dim)] == 0) continue;
            const int home = m_space.home[at(dim)];
            if (home < 0) continue;
            const Count left = tiling.factors[at(dim * m_space.slots + home)];
            for (const Count factor : factorChoices(m_space, left, lanes, depth + 1)) {
                Tiling next = tiling;
                next.factors[at(dim * m_space.slots + m_slot)] *= factor;
                if (deriveHome(m_space, next, dim)) extend(next, lanes / factor, dim + 1, depth - 1);
            }
        }
    }

    void add(const Tiling& tiling) {
        Candidate candidate{tiling, 0, demandOf(tiling)};
        double passes = 1;
        for (int dim = 0; dim < m_space.dims; ++dim) {
            for (int level = 0; level < m_space.levels; ++level)
                passes *= static_cast<double>(tiling.factors[at(dim * m_space.slots + temporalSlot(level))]);
        }
        candidate.utilization = m_space.problem->macs() / passes / m_lanes;
        m_into->push_back(std::move(candidate));
    }

    double demandOf(const Tiling& tiling) const {
        double demand = 0;
        for (int level = 0; level < m_space.levels; ++level) {
            const Fanout& fanout = m_space.accelerator->levels[at(level)].fanout;
            double words = 0;
            for (int tensor = 0; tensor < m_space.tensors; ++tensor) {
                const bool isOutput = tensor == m_space.output;
                const bool isShared = isOutput ? fanout.spatialReduction : fanout.multicast;
                double distinct = 1;
                for (int dim = 0; dim < m_space.dims; ++dim) {
                    if (isShared && m_space.moves[at(tensor)][at(dim)] == 0) continue;
                    const Count* factors = tiling.factors.data() + dim * m_space.slots;
                    distinct *= static_cast<double>(factors[ySlot(level)] * factors[xSlot(level)]);
                }
                words += distinct;
            }
            demand += std::log2(words);
        }
        return demand;
    }

    const SearchSpace& m_space;
    int m_slot;
    double m_lanes;
    std::vector<Candidate>* m_into = nullptr;
};

} // namespace

std::vector<Tiling> spatialStarts(const SearchSpace& space, int count) {
    std::vector<Candidate> beam = {{unitTiling(space), 1, 0}};
    double lanes = 1;
    for (int level = space.levels - 1; level >= 0; --level) {
        for (const int slot : {xSlot(level), ySlot(level)}) {
            if (space.lanes[at(slot)] < 2) continue;
            std::vector<Candidate> next;
            AxisFiller filler(space, slot, lanes);
            for (const auto& candidate : beam) filler.fill(candidate, next);
            lanes *= static_cast<double>(space.lanes[at(slot)]);
            const auto kept = std::min(next.size(), at(count));
            std::partial_sort(next.begin(), next.begin() + static_cast<std::ptrdiff_t>(kept), next.end(), isBetter);
            next.resize(kept);
            beam = std::move(next);
        }
    }
    std::vector<Tiling> starts;
    for (auto& candidate : beam) starts.push_back(std::move(candidate.tiling));
    return starts;
}

} // namespace nestwright
