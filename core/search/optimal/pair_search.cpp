// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/pair_search.h"

#include "core/base/index.h"
#include "core/search/limits.h"
#include "core/search/objective_value.h"
#include "core/search/optimal/pair_enumeration.h"
#include "core/search/optimal/uneven_mapping.h"

#include <algorithm>

namespace nestwright {
namespace {

/// Searches for one pair that weigh ports against each other.
constexpr int kMostPortRounds = 4;

} // namespace

double ObjectiveValue::of(double cycles, double energyPj) const {
    return objectiveValue(cycles, energyPj + cycles * m_staticPj, m_objective);
}

double ObjectiveValue::energyLimit(double value, double cycles) const {
    switch (m_objective) {
    case Objective::latency:
        return kInfinite;
    case Objective::energy:
        return value - cycles * m_staticPj;
    case Objective::edp:
        return value / cycles - cycles * m_staticPj;
    }
    return kInfinite;
}

double ObjectiveValue::cycleLimit(double value, double energyPj) const {
    switch (m_objective) {
    case Objective::latency:
        return value;
    case Objective::energy:
        return m_staticPj > 0 ? (value - energyPj) / m_staticPj : kInfinite;
    case Objective::edp:
        return value / energyPj; // static power only lowers it
    }
    return value;
}

KeepChoices::KeepChoices(const SearchSpace& space)
    : list(keepChoices(space))
    , wanted(at(space.tensors)) {
    for (const auto& keeps : list) {
        std::vector<std::uint32_t> ofTensors;
        for (int t = 0; t < space.tensors; ++t) {
            std::uint32_t bits = 0;
            for (int l = 0; l < space.levels; ++l) {
                if (keeps[at(l * space.tensors + t)] != 0) bits |= 1U << l;
            }
            auto& known = wanted[at(t)];
            if (std::find(known.begin(), known.end(), bits) == known.end()) known.push_back(bits);
            ofTensors.push_back(bits);
        }
        levels.push_back(std::move(ofTensors));
    }
}

PairSearch::PairSearch(const ModelTables& tables, const SpatialPlacements& placements, const MapperOptions& options)
    : m_tables(tables)
    , m_space(*tables.space)
    , m_placements(placements)
    , m_options(options)
    , m_value(*tables.space, options.objective)
    , m_nests(tables) {
    for (int l = 0; l < m_space.levels; ++l) {
        for (std::size_t kind = 0; kind < portKinds; ++kind) {
            if (tables.rates[at(l)][kind] > 0) m_ports.push_back({l, kind});
        }
        m_placesMatter = m_placesMatter || m_space.accelerator->levels[at(l)].fanout.links;
    }
    m_placesMatter =
        m_placesMatter && tables.context.rules.linkTransfers != CountingRules::LinkTransfers::off &&
        std::any_of(tables.tensors.begin(), tables.tensors.end(), [](const auto& tensor) { return tensor.isSliding; });
}

NestModel PairSearch::model(const std::vector<char>& keeps, const SpatialPick& pick, const Meter& meter) const {
    return makeNestModel(m_tables, keeps, m_placements, pick, meter);
}

double PairSearch::leastCycles(const std::vector<char>& keeps, const SpatialPick& pick) const {
    double cycles = computeCycles(m_tables, pick.lanes);
    if (m_options.objective == Objective::energy && m_space.staticPjPerCycle == 0) return cycles;
    for (const auto& port : m_ports)
        cycles = std::max(cycles, model(keeps, pick, {0, {{port.level, port.kind, 1}}}).fixed);
    return cycles;
}

void PairSearch::bound(const KeepChoices& keeps, const SpatialPick& pick, std::vector<double>& bounds) const {
    const double compute = computeCycles(m_tables, pick.lanes);
    const bool timeCounts = m_options.objective != Objective::energy || m_space.staticPjPerCycle > 0;
    std::vector<FixedShares> ports;
    for (const auto& port : m_ports) {
        if (timeCounts)
            ports.push_back(fixedShares(m_tables, m_placements, pick, {0, {{port.level, port.kind, 1}}}, keeps.wanted));
    }
    FixedShares energy;
    const bool energyCounts = m_options.objective != Objective::latency;
    if (energyCounts) energy = fixedShares(m_tables, m_placements, pick, {}, keeps.wanted);
    const auto sumOf = [&](const FixedShares& shares, std::size_t choice) {
        double sum = shares.shared;
        for (std::size_t t = 0; t < keeps.wanted.size(); ++t) sum += shares.byTensor[t][keeps.levels[choice][t]];
        return sum;
    };
    bounds.resize(keeps.list.size());
    for (std::size_t choice = 0; choice < keeps.list.size(); ++choice) {
        double cycles = compute;
        for (const auto& port : ports) cycles = std::max(cycles, sumOf(port, choice));
        bounds[choice] = energyCounts ? m_value.of(cycles, sumOf(energy, choice)) : cycles;
    }
}

PairOutcome PairSearch::run(const std::vector<char>& keeps, const SpatialPick& pick, double limit,
                            const NestSearch::Stop& stop) {
    PairOutcome outcome;
    const NestCounts before = m_nests.counts();
    m_lastCost.reset();
    if (m_options.objective == Objective::latency) {
        outcome.lowerBound = minimizeCycles(keeps, pick, leastCycles(keeps, pick), limit, outcome, stop);
    } else {
        minimizeEnergy(keeps, pick, limit, outcome, stop);
    }
    outcome.counts = m_nests.counts();
    outcome.counts.considered -= before.considered;
    outcome.counts.capacity -= before.capacity;
    outcome.counts.dominated -= before.dominated;
    outcome.counts.bound -= before.bound;
    return outcome;
}

std::optional<PairOutcome> PairSearch::exhaust(const std::vector<char>& keeps, const SpatialPick& pick, double limit,
                                               double most, const NestSearch::Stop& stop) {
    PairEnumeration enumeration(m_space, m_placements, keeps, pick);
    if (enumeration.count() > most) return std::nullopt;
    PairOutcome outcome;
    enumeration.run([&](const Tiling& tiling, const FoundNest& nest) {
        ++outcome.counts.considered;
        outcome.isStopped = outcome.isStopped || stop();
        if (!outcome.isStopped) judgeTiling(tiling, nest, outcome);
    });
    outcome.lowerBound = outcome.best ? std::min(limit, outcome.best->value) : limit;
    return outcome;
}

void PairSearch::minimizeEnergy(const std::vector<char>& keeps, const SpatialPick& pick, double limit,
                                PairOutcome& outcome, const NestSearch::Stop& stop) {
    double cycles = leastCycles(keeps, pick);
    outcome.lowerBound = m_value.of(cycles, model(keeps, pick, {}).fixed);
    const auto found = m_nests.run(model(keeps, pick, {}), m_value.energyLimit(limit, cycles), stop);
    outcome.isStopped = m_nests.isStopped();
    if (outcome.isStopped) return;
    if (!found) {
        outcome.lowerBound = limit;
        return;
    }
    outcome.lowerBound = m_value.of(cycles, found->cost);
    judge(keeps, pick, *found, outcome);
    const bool isPortBound = m_lastCost && m_lastCost->boundCycles > cycles * (1 + 1e-9);
    const bool cyclesCount = m_options.objective == Objective::edp || m_space.staticPjPerCycle > 0;
    if (!isPortBound || !cyclesCount) return;
    cycles = minimizeCycles(keeps, pick, cycles, m_value.cycleLimit(limit, found->cost), outcome, stop);
    outcome.lowerBound = std::min(limit, m_value.of(cycles, found->cost));
}

double PairSearch::minimizeCycles(const std::vector<char>& keeps, const SpatialPick& pick, double cycles, double limit,
                                  PairOutcome& outcome, const NestSearch::Stop& stop) {
    if (cycles >= limit) return limit;
    Meter meter{0, {}};
    if (!m_ports.empty() && !m_lastCost) meter.ports.push_back({m_ports.front().level, m_ports.front().kind, 1});
    for (int round = 0; round < kMostPortRounds; ++round) {
        if (m_lastCost) {
            if (m_lastCost->boundCycles <= cycles * (1 + 1e-9)) return cycles;
            const auto busiest = busiestPort(*m_lastCost);
            if (!busiest) return cycles;
            // The busiest port gets half of the weight, what was weighed before the other half.
            for (auto& port : meter.ports) port.weight /= 2;
            const double weight = meter.ports.empty() ? 1 : 0.5;
            meter.ports.push_back({busiest->level, busiest->kind, weight});
        }
        const auto found = m_nests.run(model(keeps, pick, meter), limit, stop);
        outcome.isStopped = outcome.isStopped || m_nests.isStopped();
        if (outcome.isStopped) return cycles;
        if (!found) return limit;
        cycles = std::max(cycles, found->cost);
        m_lastCost.reset();
        judge(keeps, pick, *found, outcome);
        if (!m_lastCost) return cycles;
    }
    return cycles;
}

std::optional<PairSearch::PortAt> PairSearch::busiestPort(const Evaluation& cost) const {
    const auto level =
        std::max_element(cost.levels.begin(), cost.levels.end(),
                         [](const LevelCosts& a, const LevelCosts& b) { return a.boundCycles < b.boundCycles; });
    const int l = static_cast<int>(level - cost.levels.begin());
    std::optional<PortAt> busiest;
    double most = 0;
    for (const auto& port : m_ports) {
        if (port.level != l) continue;
        const std::string name = portName(m_space.accelerator->levels[at(l)], port.kind);
        const auto load = std::find_if(level->ports.begin(), level->ports.end(),
                                       [&](const PortLoad& one) { return one.name == name; });
        if (load == level->ports.end() || load->busyCycles <= most) continue;
        most = load->busyCycles;
        busiest = port;
    }
    return busiest;
}

Tiling PairSearch::tilingOf(const std::vector<char>& keeps, const SpatialPick& pick, const FoundNest& nest) const {
    Tiling tiling;
    tiling.keeps = keeps;
    tiling.factors.assign(at(m_space.dims * m_space.slots), 1);
    for (int l = 0; l < m_space.levels; ++l) {
        const FanoutChoice& choice = m_placements.choices[at(l)][pick.choice[at(l)]];
        for (int d = 0; d < m_space.dims; ++d) {
            tiling.factors[at(d * m_space.slots + xSlot(l))] = choice.x[at(d)];
            tiling.factors[at(d * m_space.slots + ySlot(l))] = choice.y[at(d)];
        }
    }
    setTemporalLoops(m_space, nest, tiling);
    return tiling;
}

void PairSearch::judge(const std::vector<char>& keeps, const SpatialPick& pick, const FoundNest& nest,
                       PairOutcome& outcome) {
    const Tiling tiling = tilingOf(keeps, pick, nest);
    judgeTiling(tiling, nest, outcome);
    if (m_placesMatter && outcome.best && outcome.best->value > outcome.lowerBound * (1 + kSame))
        judgeOtherPlaces(pick, tiling, nest, outcome);
}

void PairSearch::judgeTiling(const Tiling& tiling, const FoundNest& nest, PairOutcome& outcome) {
    if (!isWithinLimits(m_space, tiling)) return;
    JudgedMapping judged;
    judged.result.mapping = m_space.isUneven ? unevenMapping(m_space, tiling, nest) : toMapping(m_space, tiling);
    judged.result.cost = evaluate(*m_space.problem, *m_space.accelerator, judged.result.mapping, m_options.context);
    if (!judged.result.cost.isValid) return;
    m_lastCost = judged.result.cost;
    judged.value = objectiveValue(judged.result.cost, *m_space.accelerator, m_options.objective, m_options.metric);
    if (!outcome.best || judged.value < outcome.best->value) outcome.best = std::move(judged);
}

void PairSearch::judgeOtherPlaces(const SpatialPick& pick, Tiling tiling, const FoundNest& nest, PairOutcome& outcome) {
    for (int l = 0; l < m_space.levels; ++l) {
        const FanoutChoice& choice = m_placements.choices[at(l)][pick.choice[at(l)]];
        const Tiling before = tiling;
        for (const auto& x : choice.others) {
            Tiling other = before;
            for (int d = 0; d < m_space.dims; ++d) {
                other.factors[at(d * m_space.slots + xSlot(l))] = x[at(d)];
                other.factors[at(d * m_space.slots + ySlot(l))] = choice.product[at(d)] / x[at(d)];
            }
            const double known = outcome.best ? outcome.best->value : kInfinite;
            judgeTiling(other, nest, outcome);
            if (outcome.best && outcome.best->value < known) tiling = std::move(other);
        }
    }
}

} // namespace nestwright
