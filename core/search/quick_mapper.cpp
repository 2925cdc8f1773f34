// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figure_text.h"
#include "core/search/arena.h"
#include "core/search/limits.h"
#include "core/search/local_search.h"
#include "core/search/lower_bound.h"
#include "core/search/search_time.h"
#include "core/search/spatial_starts.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace nestwright {
namespace {

constexpr int kStarts = 8; ///< with perfect and, where allowed, as many with imperfect spatial factors
/// Estimates of one search; a third goes to all starts alike, the rest to the best of them.
constexpr std::int64_t kEstimates = 24000;
constexpr std::size_t kPromising = 4;
/// Shakes in a row without success after which a start is given up, at first and when it is promising.
constexpr int kFirstKicks = 8;
constexpr int kMoreKicks = 60;
/// Of the starts, those whose best tilings are priced by evaluate().
constexpr std::size_t kFinalists = 6;
/// What evaluate() may do in one search and over one tiling, in units of countingEffort().
constexpr double kTotalEffort = 1200;
constexpr double kLargestEffort = 300;

struct Ranked {
    Tiling tiling;
    std::optional<Score> score;
    std::int64_t considered = 0;
};

class Search {
public:
    /// `begin`: from when on the time limit counts.
    Search(SearchSpace space, const MapperOptions& options, const WorkContext& work, SearchClock::time_point begin)
        : m_options(options)
        , m_work(work)
        , m_space(std::move(space))
        , m_begin(begin) {}

    Result<MappingResult> run() {
        std::vector<Ranked> ranked = makeStarts();
        const std::int64_t estimates = m_options.nodeBudget.value_or(kEstimates);
        forEachInParallel(m_options.threads, ranked.size(), [&](std::size_t i) {
            improve(ranked[i], true, kFirstKicks, estimates / 3 / (2 * kStarts), m_options.seed + i);
        });
        sortByScore(ranked);
        const std::size_t promising = std::min(kPromising, ranked.size());
        forEachInParallel(m_options.threads, promising, [&](std::size_t i) {
            improve(ranked[i], false, kMoreKicks, estimates * 2 / 3 / static_cast<std::int64_t>(kPromising),
                    m_options.seed + 2 * kStarts + i);
        });
        if (m_work.cancel.isCancelled()) return searchCancelled();
        sortByScore(ranked);
        for (const auto& candidate : ranked) m_considered += candidate.considered;
        judgeFinalists(ranked);
        if (m_known) offer(*m_known);
        if (!m_best && !offerSmallest()) return nothingFits();
        refine();
        if (m_work.cancel.isCancelled()) return searchCancelled();
        return finish();
    }

    /// What an earlier search has found, if anything, is among the candidates, and its effort among this one's.
    void goOnFrom(const Search& earlier) {
        if (earlier.m_best) m_known = earlier.m_bestTiling;
        m_considered = earlier.m_considered;
    }

private:
    [[nodiscard]] std::vector<Ranked> makeStarts() const {
        SearchSpace perfect = m_space;
        perfect.allowImperfect = false;
        std::vector<Tiling> tilings = spatialStarts(perfect, kStarts);
        if (m_space.allowImperfect) {
            for (auto& start : spatialStarts(m_space, kStarts)) {
                const bool isKnown = std::find(tilings.begin(), tilings.end(), start) != tilings.end();
                if (!isKnown) tilings.push_back(std::move(start));
            }
        }
        std::vector<Ranked> starts;
        for (auto& tiling : tilings) starts.push_back({std::move(tiling), std::nullopt, 0});
        return starts;
    }

    static void sortByScore(std::vector<Ranked>& ranked) {
        std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
            if (a.score.has_value() != b.score.has_value()) return a.score.has_value();
            return a.score.has_value() && *a.score < *b.score;
        });
    }

    [[nodiscard]] double effortBudget() const {
        const double most = m_options.nodeBudget ? static_cast<double>(*m_options.nodeBudget) : kTotalEffort;
        return std::min(kTotalEffort, most);
    }

    void judgeFinalists(const std::vector<Ranked>& ranked) {
        std::size_t judged = 0;
        const Tiling* last = nullptr;
        for (const auto& candidate : ranked) {
            if (judged == kFinalists || !candidate.score) return;
            if (last != nullptr && candidate.tiling == *last) continue;
            offer(candidate.tiling);
            last = &candidate.tiling;
            ++judged;
        }
    }

    [[nodiscard]] bool mustStop() const { return nestwright::mustStop(m_options, m_work, m_begin); }

    /// Improves a start by estimates, `budget` of them at most.
    void improve(Ranked& candidate, bool isNew, int kicks, std::int64_t budget, std::uint64_t seed) const {
        Estimator estimator(m_space);
        if (isNew && !repair(m_space, estimator, candidate.tiling)) return;
        std::int64_t considered = 0;
        const Price price = [&](const Tiling& tiling) -> std::optional<Score> {
            ++considered;
            if (!isWithinLimits(m_space, tiling)) return std::nullopt;
            const Estimate estimate = estimator(tiling);
            if (!estimate.fits || countingEffort(m_space, tiling) > kLargestEffort) return std::nullopt;
            return scoreOf(m_space, estimate, m_options.objective, m_options.metric);
        };
        const Stop stop = [&] { return considered >= budget || mustStop(); };
        if (isNew) growTiles(m_space, price, stop, candidate.tiling);
        climbWithKicks(m_space, price, stop, seed, kicks, candidate.tiling);
        candidate.score = price(candidate.tiling);
        candidate.considered += considered;
    }

    std::optional<Score> offer(const Tiling& tiling) {
        ++m_considered;
        if (!isWithinLimits(m_space, tiling)) return std::nullopt;
        m_effort += countingEffort(m_space, tiling);
        const Mapping mapping = toMapping(m_space, tiling);
        Evaluation cost = evaluate(*m_space.problem, *m_space.accelerator, mapping, m_options.context);
        if (!cost.isValid) return std::nullopt;
        const Score score = scoreOf(m_space, cost, m_options.objective, m_options.metric);
        if (!m_best || score < m_bestScore) {
            m_bestScore = score;
            m_bestTiling = tiling;
            m_best = MappingResult{mapping, std::move(cost), {}};
        }
        return score;
    }

    /// One-element tiles; with the reduction inside one level in turn, since complete sums may be narrower.
    bool offerSmallest() {
        for (int level = 0; level < m_space.levels; ++level) {
            Tiling tiling = unitTiling(m_space);
            for (int dim = 0; dim < m_space.dims && level > 0; ++dim) {
                const int home = m_space.home[static_cast<std::size_t>(dim)];
                if (!m_space.isReduction(dim) || home < 0 || home >= temporalSlot(level)) continue;
                Tiling moved = tiling;
                Count* factors = moved.factors.data() + dim * m_space.slots;
                factors[temporalSlot(level)] *= factors[home];
                if (deriveHome(m_space, moved, dim)) tiling = std::move(moved);
            }
            keepLeast(tiling);
            if (level == 0) m_smallest = toMapping(m_space, tiling);
            if (offer(tiling)) return true;
        }
        return false;
    }

    /// Keeps what must be kept, and the smallest tensor where a level has loops and would keep nothing.
    void keepLeast(Tiling& tiling) const {
        tiling.keeps.clear();
        for (const auto& row : m_space.mustKeep) tiling.keeps.insert(tiling.keeps.end(), row.begin(), row.end());
        for (int level = 0; level < m_space.levels; ++level) {
            if (!hasBareLoops(m_space, tiling, level)) continue;
            int smallest = -1;
            for (int tensor = 0; tensor < m_space.tensors; ++tensor) {
                const bool may =
                    m_space.mayKeep[static_cast<std::size_t>(level)][static_cast<std::size_t>(tensor)] != 0;
                const auto& problem = *m_space.problem;
                if (may && (smallest < 0 || problem.tensorElements(tensor) < problem.tensorElements(smallest)))
                    smallest = tensor;
            }
            if (smallest >= 0) tiling.keeps[static_cast<std::size_t>(level * m_space.tensors + smallest)] = 1;
        }
    }

    void refine() {
        const double budget = effortBudget();
        Estimator estimator(m_space);
        const Price price = [&](const Tiling& tiling) -> std::optional<Score> {
            if (!estimator(tiling).fits || countingEffort(m_space, tiling) > kLargestEffort) return std::nullopt;
            return offer(tiling);
        };
        const Stop stop = [&] { return m_effort >= budget || mustStop(); };
        Tiling tiling = m_bestTiling;
        climb(m_space, price, stop, m_options.seed, tiling);
    }

    Result<MappingResult> finish() {
        Proof& proof = m_best->proof;
        const double bound = trivialLowerBound(m_space, m_options.objective);
        const double value = objectiveValue(m_best->cost, *m_space.accelerator, m_options.objective, m_options.metric);
        proof.lowerBound = bound;
        if (bound > 0) proof.gap = std::max(0.0, value / bound - 1);
        proof.considered = static_cast<double>(m_considered);
        proof.seconds = secondsSince(m_begin);
        proof.isTilingFixed = isTilingFixed(m_space);
        return std::move(*m_best);
    }

    /// The smallest mapping is valid, but uses too few lanes.
    [[nodiscard]] Result<MappingResult> tooFewLanes() const {
        return failure(ErrorKind::infeasible,
                       message(NW_TEXT("search.constraint.use", "No mapping of %1 that was found within the "
                                                                "constraints keeps %2 % of the lanes of %3 in use"),
                               m_space.problem->name, 100 * m_space.limits->minLaneUse, m_space.accelerator->name),
                       {}, message(NW_TEXT("search.constraint.use.remedy", "Ask for a smaller share.")));
    }

    [[nodiscard]] Result<MappingResult> nothingFits() const {
        const auto found = violations(*m_space.problem, *m_space.accelerator, m_smallest);
        if (found.empty() && m_space.limits) return tooFewLanes();
        const auto worst = std::find_if(found.begin(), found.end(),
                                        [](const Violation& violation) { return violation.code == "capacity"; });
        if (worst == found.end()) {
            return failure(ErrorKind::infeasible,
                           message(NW_TEXT("search.nothing_valid", "No mapping of %1 on %2 is valid: %3"),
                                   m_space.problem->name, m_space.accelerator->name,
                                   found.empty() ? std::string("?") : found.front().message.text()));
        }
        if (worst->level == m_space.accelerator->levels.front().name) {
            return failure(ErrorKind::infeasible,
                           message(NW_TEXT("search.nothing_fits.outermost",
                                           "%1 doesn't fit %2: level %3 holds every tensor as a whole, needs %4 for %5 "
                                           "and has %6"),
                                   m_space.problem->name, m_space.accelerator->name, worst->level,
                                   bytesText(worst->needed.value_or(0) / 8), worst->tensor,
                                   bytesText(worst->available.value_or(0) / 8)),
                           {},
                           message(NW_TEXT("search.nothing_fits.outermost.remedy",
                                           "Take a smaller batch or sequence, a narrower format, or an accelerator "
                                           "with more memory.")));
        }
        return failure(
            ErrorKind::infeasible,
            message(NW_TEXT("search.nothing_fits",
                            "No mapping of %1 fits %2: level %3 needs %4 bits for one-element tiles of %5 and has %6"),
                    m_space.problem->name, m_space.accelerator->name, worst->level, worst->needed.value_or(0),
                    worst->tensor, worst->available.value_or(0)),
            {},
            m_space.limits
                ? message(NW_TEXT("search.nothing_fits.constrained",
                                  "Enlarge %1, let tensors bypass it, or loosen the constraints"),
                          worst->level)
                : message(NW_TEXT("search.nothing_fits.remedy", "Enlarge %1 or let tensors bypass it"), worst->level));
    }

    const MapperOptions& m_options;
    const WorkContext& m_work;
    const SearchSpace m_space;
    const SearchClock::time_point m_begin;
    std::optional<Tiling> m_known;
    std::optional<MappingResult> m_best;
    Score m_bestScore;
    Tiling m_bestTiling;
    Mapping m_smallest;
    std::int64_t m_considered = 0;
    double m_effort = 0; ///< of evaluate() so far
};

class QuickMapper final : public Mapper {
public:
    [[nodiscard]] Result<MappingResult> map(const Problem& problem, const Accelerator& accelerator,
                                            const MapperOptions& options, const WorkContext& work) const override {
        if (auto checked = validate(problem); !checked) return tl::unexpected<Error>(checked.error());
        if (auto checked = validate(accelerator); !checked) return tl::unexpected<Error>(checked.error());
        const DataType format =
            options.context.format == DataType::unknown ? accelerator.defaultFormat : options.context.format;
        if (!(accelerator.peakMacsPerCycle(format) > 0)) {
            return failure(ErrorKind::infeasible, message(NW_TEXT("search.format", "%1 can't compute %2"),
                                                          accelerator.name, std::string(nameOf(format))));
        }
        SearchSpace space = makeSearchSpace(problem, accelerator, options);
        if (auto narrowed = constrain(space, options.constraints); !narrowed) return tl::unexpected(narrowed.error());
        const auto begin = SearchClock::now();
        if (!options.allowImperfect) return Search(std::move(space), options, work, begin).run();
        // Among so many more tilings the search may miss the perfect ones: these come first, for half of the budget.
        MapperOptions half = options;
        if (half.nodeBudget) half.nodeBudget = std::max<std::int64_t>(1, *half.nodeBudget / 2);
        SearchSpace perfect = space;
        perfect.allowImperfect = false;
        Search first(std::move(perfect), half, work, begin);
        // Where it finds nothing, the one below says why.
        static_cast<void>(first.run());
        Search second(std::move(space), half, work, begin);
        second.goOnFrom(first);
        return second.run();
    }
};

} // namespace

std::unique_ptr<Mapper> makeQuickMapper() { return std::make_unique<QuickMapper>(); }

} // namespace nestwright
