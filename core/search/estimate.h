// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search_space.h"

#include <utility>
#include <vector>

namespace nestwright {

/// What a candidate roughly costs. It only ranks candidates: the figures that a result carries come from evaluate().
struct Estimate {
    bool fits = false;
    int tooSmallLevel = -1;      ///< where it doesn't fit: the level whose room is exceeded
    double paddedCycles = 0;     ///< compute, with all passes full
    double computeCycles = 0;    ///< compute, last passes as short as they are
    double portCycles = 0;       ///< of the busiest port
    double steadyPortCycles = 0; ///< of the busiest port, without what it does before the first MAC and after the last
    double busyCycles = 0;       ///< of all ports together: tells candidates of equal bound apart
    double startCycles = 0;      ///< first tiles on their way in, last ones out, and transfers that can't overlap
    double energyPj = 0;
};

/// Capacity as violations() checks it, and traffic by products of loop bounds (no halo between siblings, no links).
class Estimator {
public:
    explicit Estimator(const SearchSpace& space);

    [[nodiscard]] Estimate operator()(const Tiling& tiling);

private:
    struct Demand {
        double readBits = 0;
        double writeBits = 0;
        double startCycles = 0; ///< of the busy time, before the first MAC and after the last
    };

    void measureTiles(const Tiling& tiling);
    void measureSteps(const Tiling& tiling);
    [[nodiscard]] int firstOverfullLevel(const Tiling& tiling) const;
    /// Whether a temporal loop outside the level moves the tensor.
    [[nodiscard]] bool isRefilled(const Tiling& tiling, int tensor, int level) const;
    /// Whether outputs may leave a level (or the MACs) as partial sums: a level's own loops may stand in any order.
    [[nodiscard]] bool returnsUnfinished(const Tiling& tiling, int tensor, int child) const;
    [[nodiscard]] int childLevel(const Tiling& tiling, int tensor, int level) const;
    [[nodiscard]] double bitsOf(const Tiling& tiling, int tensor, int level, int child) const;
    /// Elements that enter (or leave) one tile slot of the level over the whole run.
    [[nodiscard]] double elementsMoved(const Tiling& tiling, int tensor, int level) const;
    [[nodiscard]] double newElements(int tensor, int level, int dim) const;
    /// Different tiles that one instance of `parent` serves at a time in `child`.
    [[nodiscard]] double distinctChildren(const Tiling& tiling, int tensor, int parent, int child) const;
    /// How much shorter the tensor's loops (the MACs': all loops) are than with all passes full.
    [[nodiscard]] double shortened(int tensor, int child) const;
    [[nodiscard]] double partitionElements(const Tiling& tiling, int tensor, int level) const;
    void addTraffic(const Tiling& tiling, int tensor, Estimate& estimate);
    void addLink(const Tiling& tiling, int tensor, int parent, int child, Estimate& estimate);
    void addPorts(Estimate& estimate) const;

    const SearchSpace& m_space;
    std::vector<Count> m_extents;   ///< [level x dims + dim], one row more than levels: the MACs
    std::vector<double> m_elements; ///< [level x tensors + tensor]: tile, also where it isn't kept
    std::vector<double> m_used;     ///< [level]: instances in use
    std::vector<double> m_shorter;  ///< [dim]: temporal steps over what they would be with all passes full
    std::vector<Demand> m_demand;   ///< [level], of one instance
};

/// How long evaluate() takes over the tiling's mapping, in rough units of a perfect one: with imperfect factors it
/// walks the nest with every class of instances that differ, and both multiply up.
[[nodiscard]] double countingEffort(const SearchSpace& space, const Tiling& tiling);

/// Lower is better, first figure first.
using Score = std::pair<double, double>;

/// How cycles and the energy of accesses rank under an objective: of equal values the one that takes less of what the
/// objective doesn't count is ahead. Static power over the cycles comes on top.
[[nodiscard]] Score scoreOf(const SearchSpace& space, double cycles, double accessesPj, Objective objective);
/// How a candidate ranks under an objective and a metric.
[[nodiscard]] Score scoreOf(const SearchSpace& space, const Estimate& estimate, Objective objective, Metric metric);
[[nodiscard]] Score scoreOf(const SearchSpace& space, const Evaluation& cost, Objective objective, Metric metric);

} // namespace nestwright
