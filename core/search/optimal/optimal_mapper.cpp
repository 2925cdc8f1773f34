// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/index.h"
#include "core/search/arena.h"
#include "core/search/limits.h"
#include "core/search/lower_bound.h"
#include "core/search/optimal/mapspace.h"
#include "core/search/optimal/pair_search.h"
#include "core/search/optimal/polish.h"
#include "core/search/search_time.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <atomic>

namespace nestwright {
namespace {

constexpr std::size_t kLargestBatch = 64;
constexpr std::size_t kPicksAtOnce = 256;
/// Where nobody set a limit: some seconds, and then the gap says what is left open. What pairs take beyond the partial
/// nests that are looked at, searched and bounded.
constexpr double kMostEffort = 3e6;
constexpr double kPairEffort = 200;
constexpr double kBoundEffort = 0.2;
/// Mappings that are evaluated one by one, in pairs whose bounds leave it open whether they hold a better one.
constexpr double kMostEvaluations = 6000;
/// Mappings that improving the best one by its cycles with stalls may look at.
constexpr std::int64_t kMostPolished = 6000;
/// What one of them takes, and the share of a limited effort that they may have together.
constexpr double kPolishEffort = 10;
constexpr double kPolishShare = 0.25;

/// Of any mapping, without static power.
double leastEnergyPj(const SearchSpace& space) {
    const double staticPj = trivialLowerBound(space, Objective::latency) * space.staticPjPerCycle;
    return std::max(trivialLowerBound(space, Objective::energy) - staticPj, 0.0);
}

bool isPerfect(const Mapping& mapping) {
    return std::all_of(mapping.nodes.begin(), mapping.nodes.end(), [](const MappingNode& node) {
        const auto* loop = std::get_if<Loop>(&node);
        return loop == nullptr || loop->isPerfect();
    });
}

/// A choice of keeping and one of spatial loops, by index.
struct Pair {
    double bound = 0;
    std::uint32_t keeps = 0;
    std::uint32_t pick = 0;
};

bool isBefore(const Pair& a, const Pair& b) {
    if (a.bound != b.bound) return a.bound < b.bound;
    return a.keeps != b.keeps ? a.keeps < b.keeps : a.pick < b.pick;
}

/// Goes through all pairs, those with the least bound first, in batches that all know the best so far: the result
/// doesn't depend on the number of threads.
class OptimalSearch {
public:
    OptimalSearch(SearchSpace space, const MapperOptions& options, const WorkContext& work,
                  SearchClock::time_point begin)
        : m_space(std::move(space))
        , m_options(options)
        , m_work(work)
        , m_begin(begin)
        , m_tables(makeModelTables(m_space, options.context))
        , m_keeps(m_space)
        , m_value(m_space, options.objective)
        , m_leastEnergyPj(leastEnergyPj(m_space)) {}

    [[nodiscard]] bool covers() const { return m_tables.notCovered.empty(); }

    /// `quick`: what the quick mapper has found, if anything; with imperfect factors where these are allowed.
    Result<MappingResult> run(Result<MappingResult> quick) {
        if (quick) {
            m_considered = quick->proof.considered;
            m_bestValue = objectiveValue(quick->cost, *m_space.accelerator, m_options.objective, m_options.metric);
            m_best = std::move(*quick);
        }
        const double trivial = trivialLowerBound(m_space, m_options.objective);
        polishBest(trivial);
        m_placements = spatialPlacements(m_space, leastLanes());
        if (m_best && isProved(trivial)) {
            m_lowerBound = trivial;
        } else {
            searchPicks();
            polishBest(m_lowerBound);
            closeGaps();
        }
        if (m_work.cancel.isCancelled()) return searchCancelled();
        if (!m_best) return quick;
        m_lowerBound = std::min({m_lowerBound, leftOutBound(), m_bestValue / (1 + m_options.gap)});
        m_lowerBound = std::max(m_lowerBound, std::min(trivial, m_bestValue));
        return finish(trivial);
    }

private:
    [[nodiscard]] bool mustStop() const { return nestwright::mustStop(m_options, m_work, m_begin); }

    [[nodiscard]] bool isBudgetSpent() const {
        if (m_options.nodeBudget) return m_considered >= static_cast<double>(*m_options.nodeBudget);
        if (m_options.proofEffort) return m_effort >= *m_options.proofEffort;
        return !m_options.timeLimitSeconds && m_effort >= kMostEffort;
    }

    [[nodiscard]] bool isProved(double bound) const { return bound * (1 + m_options.gap) >= m_bestValue * (1 - kSame); }

    /// What a nest must stay below to be of use.
    [[nodiscard]] double limit() const { return m_best ? m_bestValue * (1 - kSame) / (1 + m_options.gap) : kInfinite; }

    /// With fewer lanes in use no mapping is better than the best so far.
    [[nodiscard]] double leastLanes() const {
        if (!m_best) return 0;
        const double cycles = m_value.cycleLimit(limit(), m_leastEnergyPj);
        if (!(cycles > 0) || cycles == kInfinite) return 0;
        return m_tables.macs / (cycles * m_tables.rate.stepsPerCycle) * (1 - kSame);
    }

    [[nodiscard]] double leftOutBound() const {
        return m_placements.lanesLeftOut == 0 ? kInfinite : boundAt(m_placements.lanesLeftOut);
    }

    /// What no mapping with so many lanes in use, or fewer, can beat.
    [[nodiscard]] double boundAt(double lanes) const {
        return m_value.of(computeCycles(m_tables, lanes), m_leastEnergyPj);
    }

    /// Picks with most lanes first, some hundred at a time.
    void searchPicks() {
        const auto& picks = m_placements.picks;
        for (std::size_t first = 0; first < picks.size() && boundAt(picks[first].lanes) < limit();) {
            const std::size_t end = std::min(first + kPicksAtOnce, picks.size());
            if (mustStop() || isBudgetSpent() || !searchPairs(listPairs(first, end))) {
                m_lowerBound = std::min(m_lowerBound, boundAt(picks[first].lanes));
                return;
            }
            first = end;
        }
    }

    std::vector<Pair> listPairs(std::size_t first, std::size_t end) {
        std::vector<std::vector<Pair>> rows(end - first);
        const double most = limit();
        forEachInParallel(m_options.threads, rows.size(), [&](std::size_t row) {
            if (mustStop()) return;
            std::vector<double> bounds;
            const PairSearch pairs(m_tables, m_placements, m_options);
            pairs.bound(m_keeps, m_placements.picks[first + row], bounds);
            for (std::size_t keeps = 0; keeps < bounds.size(); ++keeps) {
                if (bounds[keeps] >= most) continue;
                rows[row].push_back(
                    {bounds[keeps], static_cast<std::uint32_t>(keeps), static_cast<std::uint32_t>(first + row)});
            }
        });
        std::vector<Pair> pairs;
        for (const auto& row : rows) pairs.insert(pairs.end(), row.begin(), row.end());
        std::sort(pairs.begin(), pairs.end(), isBefore);
        const double all = static_cast<double>(rows.size()) * static_cast<double>(m_keeps.list.size());
        m_prunedPairs += all - static_cast<double>(pairs.size());
        m_effort += kBoundEffort * all;
        return pairs;
    }

    /// False where it had to stop before all were searched.
    bool searchPairs(const std::vector<Pair>& pairs) {
        tbb::enumerable_thread_specific<PairSearch> searches(
            [this] { return PairSearch(m_tables, m_placements, m_options); });
        std::size_t next = 0;
        std::size_t batch = 2;
        for (; next < pairs.size() && pairs[next].bound < limit(); batch = std::min(2 * batch, kLargestBatch)) {
            if (mustStop() || isBudgetSpent()) {
                m_lowerBound = std::min(m_lowerBound, pairs[next].bound);
                return false;
            }
            const std::size_t count = std::min(batch, pairs.size() - next);
            std::vector<PairOutcome> outcomes(count);
            const double most = limit();
            forEachInParallel(m_options.threads, count, [&](std::size_t i) {
                const Pair& pair = pairs[next + i];
                outcomes[i] = searches.local().run(m_keeps.list[pair.keeps], m_placements.picks[pair.pick], most,
                                                   [this] { return mustStop(); });
            });
            for (std::size_t i = 0; i < count; ++i) take(outcomes[i], pairs[next + i]);
            next += count;
            m_work.report(static_cast<double>(next) / static_cast<double>(pairs.size()),
                          message(NW_TEXT("search.optimal.step", "Proving the optimum: %1 of %2 choices searched"),
                                  static_cast<std::int64_t>(next), static_cast<std::int64_t>(pairs.size())));
        }
        m_prunedPairs += static_cast<double>(pairs.size() - next);
        return !mustStop();
    }

    void take(PairOutcome& outcome, const Pair& pair) {
        m_counts += outcome.counts;
        m_considered += outcome.counts.considered;
        m_effort += outcome.counts.considered + kPairEffort;
        m_open.push_back({std::max(outcome.lowerBound, pair.bound), pair.keeps, pair.pick});
        keepBest(outcome);
    }

    void keepBest(PairOutcome& outcome) {
        if (!outcome.best || (m_best && outcome.best->value >= m_bestValue)) return;
        m_bestValue = outcome.best->value;
        m_best = std::move(outcome.best->result);
    }

    /// The best so far by cycles with stalls, from where the bounds have led.
    void polishBest(double bound) {
        if (m_options.metric == Metric::bound || !m_best || isProved(bound) || m_best->mapping == m_polished) return;
        // The quick search has improved imperfect ones by the same figures.
        if (!isPerfect(m_best->mapping)) return;
        const auto tiling = toTiling(m_space, m_best->mapping);
        std::int64_t most = kMostPolished;
        if (m_options.nodeBudget)
            most = std::min(most, *m_options.nodeBudget - static_cast<std::int64_t>(m_considered));
        if (m_options.proofEffort)
            most = std::min(most, static_cast<std::int64_t>(kPolishShare * *m_options.proofEffort / kPolishEffort));
        if (!tiling || most <= 0) return;
        const Polished found = polish(m_space, m_options, *tiling, most, [this] { return mustStop(); });
        m_considered += found.considered;
        m_effort += kPolishEffort * found.considered;
        PairOutcome outcome;
        outcome.best.emplace();
        outcome.best->result.mapping = m_polished = toMapping(m_space, found.tiling);
        auto& cost = outcome.best->result.cost;
        cost = evaluate(*m_space.problem, *m_space.accelerator, m_polished, m_options.context);
        outcome.best->value = objectiveValue(cost, *m_space.accelerator, m_options.objective, m_options.metric);
        if (cost.isValid) keepBest(outcome);
    }

    /// Pairs with a bound below the best so far, in order of their bounds: small ones are evaluated mapping by mapping,
    /// the first that is too large leaves a gap.
    void closeGaps() {
        std::sort(m_open.begin(), m_open.end(), isBefore);
        PairSearch pairs(m_tables, m_placements, m_options);
        double left = kMostEvaluations;
        std::size_t next = 0;
        for (; next < m_open.size() && m_open[next].bound < limit() && !mustStop(); ++next) {
            const Pair& pair = m_open[next];
            auto outcome = pairs.exhaust(m_keeps.list[pair.keeps], m_placements.picks[pair.pick], limit(), left,
                                         [this] { return mustStop(); });
            if (!outcome || outcome->isStopped) break;
            left -= outcome->counts.considered;
            m_considered += outcome->counts.considered;
            keepBest(*outcome);
        }
        if (next < m_open.size()) m_lowerBound = std::min(m_lowerBound, m_open[next].bound);
    }

    /// How far the best is above a bound of it, nothing where the bound is 0.
    [[nodiscard]] std::optional<double> gapTo(double bound) const {
        if (!(bound > 0)) return std::nullopt;
        const double gap = std::max(0.0, m_bestValue / bound - 1);
        return gap <= 2 * kSame ? 0 : gap;
    }

    /// `trivial`: a bound of every mapping, whatever its factors.
    MappingResult finish(double trivial) {
        Proof& proof = m_best->proof;
        proof = {};
        proof.lowerBound = m_lowerBound;
        if (m_options.allowImperfect) {
            proof.perfectBound = m_lowerBound;
            proof.perfectGap = gapTo(m_lowerBound);
            proof.lowerBound = std::min(trivial, m_bestValue);
        }
        proof.gap = gapTo(*proof.lowerBound);
        proof.isOptimal = proof.gap == 0;
        proof.mapspaceSize = mapspaceSize(m_space, m_placements);
        proof.considered = m_considered;
        proof.pruned = {{"capacity", m_counts.capacity},
                        {"dominated", m_counts.dominated},
                        {"bound", m_counts.bound + m_prunedPairs}};
        proof.isTilingFixed = isTilingFixed(m_space);
        proof.seconds = secondsSince(m_begin);
        return std::move(*m_best);
    }

    const SearchSpace m_space;
    const MapperOptions& m_options;
    const WorkContext& m_work;
    const SearchClock::time_point m_begin;
    const ModelTables m_tables;
    const KeepChoices m_keeps;
    const ObjectiveValue m_value;
    const double m_leastEnergyPj;
    SpatialPlacements m_placements;
    std::vector<Pair> m_open; ///< searched, with what their bounds have become
    std::optional<MappingResult> m_best;
    Mapping m_polished; ///< that polishing ended with
    double m_bestValue = kInfinite;
    double m_lowerBound = kInfinite;
    NestCounts m_counts;
    double m_considered = 0;
    double m_prunedPairs = 0;
    double m_effort = 0; ///< as much as it takes to look at so many partial nests
};

class OptimalMapper final : public Mapper {
public:
    [[nodiscard]] Result<MappingResult> map(const Problem& problem, const Accelerator& accelerator,
                                            const MapperOptions& options, const WorkContext& work) const override {
        const auto begin = SearchClock::now();
        auto quick = makeQuickMapper()->map(problem, accelerator, options, {work.cancel, {}});
        if (!quick && quick.error().kind != ErrorKind::infeasible) return quick;
        if (!validate(problem) || !validate(accelerator)) return quick;
        const auto& format = options.context.format;
        if (!(accelerator.peakMacsPerCycle(format == DataType::unknown ? accelerator.defaultFormat : format) > 0))
            return quick;
        SearchSpace space = makeSearchSpace(problem, accelerator, options);
        space.allowImperfect = false;
        if (!constrain(space, options.constraints)) return quick;
        OptimalSearch search(std::move(space), options, work, begin);
        return search.covers() ? search.run(std::move(quick)) : quick;
    }
};

} // namespace

std::unique_ptr<Mapper> makeOptimalMapper() { return std::make_unique<OptimalMapper>(); }

} // namespace nestwright
