// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search_space.h"

#include <utility>
#include <vector>

namespace nestwright {

/// What a candidate roughly costs. It only ranks candidates: the figures that a result carries come from evaluate().
struct Estimate {
    bool fits = false;
    int tooSmallLevel = -1; ///< where it doesn't fit: the level whose room is exceeded
    double computeCycles = 0;
    double boundCycles = 0; ///< busiest of compute and the levels' ports
    double busyCycles = 0;  ///< of all ports together: tells candidates of equal bound apart
    double startCycles = 0; ///< first tiles on their way in, last ones out, and transfers that can't overlap
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
    };

    void measureTiles(const Tiling& tiling);
    [[nodiscard]] int firstOverfullLevel(const Tiling& tiling) const;
    /// Whether a temporal loop outside the level moves the tensor (or, with `moving` false, leaves it in place).
    [[nodiscard]] bool hasLoopOutside(const Tiling& tiling, int tensor, int level, bool moving) const;
    [[nodiscard]] int childLevel(const Tiling& tiling, int tensor, int level) const;
    [[nodiscard]] double bitsOf(const Tiling& tiling, int tensor, int level, int child) const;
    /// Elements that enter (or leave) one tile slot of the level over the whole run.
    [[nodiscard]] double elementsMoved(const Tiling& tiling, int tensor, int level) const;
    [[nodiscard]] double newElements(int tensor, int level, int dim) const;
    /// Different tiles that one instance of `parent` serves at a time in `child`.
    [[nodiscard]] double distinctChildren(const Tiling& tiling, int tensor, int parent, int child) const;
    [[nodiscard]] double partitionElements(const Tiling& tiling, int tensor, int level) const;
    void addTraffic(const Tiling& tiling, int tensor, Estimate& estimate);
    void addLink(const Tiling& tiling, int tensor, int parent, int child, Estimate& estimate);
    void addPorts(Estimate& estimate) const;

    const SearchSpace& m_space;
    std::vector<Count> m_extents;   ///< [level x dims + dim], one row more than levels: the MACs
    std::vector<double> m_elements; ///< [level x tensors + tensor]: tile, also where it isn't kept
    std::vector<double> m_used;     ///< [level]: instances in use
    std::vector<Demand> m_demand;   ///< [level], of one instance
};

/// Lower is better, first figure first.
using Score = std::pair<double, double>;

/// How a candidate ranks under an objective and a metric.
[[nodiscard]] Score scoreOf(const Estimate& estimate, Objective objective, Metric metric);
[[nodiscard]] Score scoreOf(const Evaluation& cost, Objective objective, Metric metric);

} // namespace nestwright
