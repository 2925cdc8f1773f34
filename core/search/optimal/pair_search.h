// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/optimal/nest_search.h"

#include <limits>

namespace nestwright {

inline constexpr double kInfinite = std::numeric_limits<double>::infinity();
/// Values so near to each other are the same: sums in different order differ by as much.
inline constexpr double kSame = 1e-9;

/// What an objective makes of cycles and energy (without static power).
class ObjectiveValue {
public:
    ObjectiveValue(const SearchSpace& space, Objective objective)
        : m_staticPj(space.staticPjPerCycle)
        , m_objective(objective) {}

    [[nodiscard]] Objective objective() const { return m_objective; }
    [[nodiscard]] double of(double cycles, double energyPj) const;
    /// Energy from which on the value is no less than `value`, at so many cycles; infinite where energy doesn't count.
    [[nodiscard]] double energyLimit(double value, double cycles) const;
    /// The same of cycles, at so much energy.
    [[nodiscard]] double cycleLimit(double value, double energyPj) const;

private:
    double m_staticPj;
    Objective m_objective;
};

/// A mapping with what evaluate() makes of it.
struct JudgedMapping {
    MappingResult result;
    double value = 0;
};

/// What the search of one pair, of a choice of keeping and one of spatial loops, came to.
struct PairOutcome {
    double lowerBound = 0; ///< of the value of all its mappings, or the limit where they are no better than it
    std::optional<JudgedMapping> best;
    NestCounts counts;
    bool isStopped = false;
};

/// Choices of keeping, and by tensor which sets of levels occur in them.
struct KeepChoices {
    explicit KeepChoices(const SearchSpace& space);

    std::vector<std::vector<char>> list;
    std::vector<std::vector<std::uint32_t>> levels; ///< [choice][tensor]: a bit a level
    std::vector<std::vector<std::uint32_t>> wanted; ///< [tensor]
};

/// Bounds and searches pairs. One a thread.
class PairSearch {
public:
    PairSearch(const ModelTables& tables, const SpatialPlacements& placements, const MapperOptions& options);

    /// What no mapping of a pick and each of the choices of keeping can beat, without a search.
    void bound(const KeepChoices& keeps, const SpatialPick& pick, std::vector<double>& bounds) const;
    [[nodiscard]] PairOutcome run(const std::vector<char>& keeps, const SpatialPick& pick, double limit,
                                  const NestSearch::Stop& stop);
    /// Evaluates every mapping of the pair, if there are no more than so many; nothing otherwise.
    [[nodiscard]] std::optional<PairOutcome> exhaust(const std::vector<char>& keeps, const SpatialPick& pick,
                                                     double limit, double most, const NestSearch::Stop& stop);

private:
    struct PortAt {
        int level = 0;
        std::size_t kind = readPort;
    };
    [[nodiscard]] double leastCycles(const std::vector<char>& keeps, const SpatialPick& pick) const;
    [[nodiscard]] NestModel model(const std::vector<char>& keeps, const SpatialPick& pick, const Meter& meter) const;
    void judge(const std::vector<char>& keeps, const SpatialPick& pick, const FoundNest& nest, PairOutcome& outcome);
    /// `nest`: whose nodes an uneven mapping takes.
    void judgeTiling(const Tiling& tiling, const FoundNest& nest, PairOutcome& outcome);
    /// The same nest with its spatial loops in other places of the meshes.
    void judgeOtherPlaces(const SpatialPick& pick, Tiling tiling, const FoundNest& nest, PairOutcome& outcome);
    [[nodiscard]] Tiling tilingOf(const std::vector<char>& keeps, const SpatialPick& pick, const FoundNest& nest) const;
    void minimizeEnergy(const std::vector<char>& keeps, const SpatialPick& pick, double limit, PairOutcome& outcome,
                        const NestSearch::Stop& stop);
    /// Raises the bound on the cycles by the ports that turn out to be busiest.
    double minimizeCycles(const std::vector<char>& keeps, const SpatialPick& pick, double cycles, double limit,
                          PairOutcome& outcome, const NestSearch::Stop& stop);
    [[nodiscard]] std::optional<PortAt> busiestPort(const Evaluation& cost) const;

    const ModelTables& m_tables;
    const SearchSpace& m_space;
    const SpatialPlacements& m_placements;
    const MapperOptions& m_options;
    ObjectiveValue m_value;
    NestSearch m_nests;
    std::vector<PortAt> m_ports;
    bool m_placesMatter = false; ///< neighbours may serve each other
    std::optional<Evaluation> m_lastCost;
};

} // namespace nestwright
