// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/polish.h"

#include "core/cost/fast_evaluator.h"
#include "core/search/limits.h"

namespace nestwright {
namespace {

constexpr int kKicks = 200;
/// A mapping that the fast evaluator doesn't cover takes as long as so many that it does.
constexpr std::int64_t kSlowEffort = 20;

/// Prices tilings as evaluate() does.
class ExactPrice {
public:
    ExactPrice(const SearchSpace& space, const MapperOptions& options)
        : m_space(space)
        , m_options(options)
        , m_fast(*space.problem, *space.accelerator, options.context) {}

    [[nodiscard]] std::int64_t effort() const { return m_effort; }
    [[nodiscard]] double considered() const { return m_considered; }

    std::optional<Score> operator()(const Tiling& tiling) {
        ++m_effort;
        if (!isWithinLimits(m_space, tiling)) return std::nullopt;
        ++m_considered;
        const Mapping mapping = toMapping(m_space, tiling);
        const auto flat =
            m_fast.notCovered().empty() ? flatMapping(*m_space.problem, *m_space.accelerator, mapping) : std::nullopt;
        if (flat) {
            const auto& figures = m_fast(*flat);
            if (figures.status == FlatStatus::valid)
                return figures.isValid
                           ? std::optional(scoreOf(m_space, cyclesOf(figures), figures.energyPj, m_options.objective))
                           : std::nullopt;
            if (figures.status != FlatStatus::notCovered) return std::nullopt;
        }
        m_effort += kSlowEffort;
        const Evaluation cost = evaluate(*m_space.problem, *m_space.accelerator, mapping, m_options.context);
        if (!cost.isValid) return std::nullopt;
        return scoreOf(m_space, cost, m_options.objective, m_options.metric);
    }

private:
    [[nodiscard]] double cyclesOf(const FastEvaluator::Figures& figures) const {
        return m_options.metric == Metric::bound ? figures.boundCycles : figures.cycles;
    }

    const SearchSpace& m_space;
    const MapperOptions& m_options;
    FastEvaluator m_fast;
    std::int64_t m_effort = 0;
    double m_considered = 0;
};

} // namespace

Polished polish(const SearchSpace& space, const MapperOptions& options, Tiling start, std::int64_t most,
                const Stop& stop) {
    ExactPrice exact(space, options);
    const Price price = [&](const Tiling& tiling) { return exact(tiling); };
    const Stop enough = [&] { return exact.effort() >= most || stop(); };
    climbWithKicks(space, price, enough, options.seed, kKicks, start);
    return {std::move(start), exact.considered()};
}

} // namespace nestwright
