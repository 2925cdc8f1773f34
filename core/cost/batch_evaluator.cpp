// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/batch_evaluator.h"

#include "core/cost/flat_pass.h"

namespace nestwright {
namespace {

constexpr int kLanes = 8;
using Lanes = Eigen::Array<double, kLanes, 1>;

} // namespace

/// Flags are 1 or 0 beside the figures, so that they vectorise alike.
template <>
struct LaneMath<Lanes> {
    using Flag = Lanes;
    static constexpr int lanes = kLanes;
    static double get(const Lanes& a, int lane) { return a[lane]; }
    static void set(Lanes& a, int lane, double value) { a[lane] = value; }
    static Lanes larger(const Lanes& a, const Lanes& b) { return a.max(b); }
    static Lanes choose(const Lanes& condition, const Lanes& yes, const Lanes& no) {
        return condition * yes + (1.0 - condition) * no;
    }
    static Lanes roundedUp(const Lanes& a) { return a.ceil(); }
    static Lanes isMore(const Lanes& a, const Lanes& b) { return (a > b).cast<double>(); }
    static Lanes isSame(const Lanes& a, const Lanes& b) { return (a == b).cast<double>(); }
    static Lanes both(const Lanes& a, const Lanes& b) { return a * b; }
    static Lanes either(const Lanes& a, const Lanes& b) { return a.max(b); }
    static bool any(const Lanes& flags) { return (flags > 0).any(); }
    static Lanes flag(bool value) { return Lanes::Constant(value ? 1 : 0); }
    static void mark(Lanes& flags, int lane, bool value) { flags[lane] = value ? 1 : 0; }
};

namespace {

/// The columns from one on, the last repeated where there are too few.
struct SomeColumns {
    const Eigen::Ref<const BoundColumns>& bounds;
    Eigen::Index first;

    [[nodiscard]] Lanes at(std::size_t place) const {
        Lanes result;
        for (int lane = 0; lane < kLanes; ++lane)
            result[lane] = bounds(static_cast<Eigen::Index>(place), std::min(first + lane, bounds.cols() - 1));
        return result;
    }
    [[nodiscard]] bool isLoop(std::size_t place) const { return (at(place) > 1.0).any(); }
};

} // namespace

struct BatchEvaluator::State {
    explicit State(FlatTables worked)
        : tables(std::move(worked))
        , pass(tables) {}
    FlatTables tables;
    FlatPass<Lanes> pass;
};

BatchEvaluator::BatchEvaluator(const Problem& problem, const Accelerator& accelerator, const EvaluationContext& context,
                               TimeFigures timeFigures)
    : m_state(std::make_unique<State>(makeFlatTables(problem, accelerator, context, timeFigures))) {}

BatchEvaluator::BatchEvaluator(BatchEvaluator&&) noexcept = default;
BatchEvaluator& BatchEvaluator::operator=(BatchEvaluator&&) noexcept = default;
BatchEvaluator::~BatchEvaluator() = default;

bool BatchEvaluator::operator()(const FlatMapping& structure, const Eigen::Ref<const BoundColumns>& bounds,
                                BatchFigures& figures) {
    for (auto* column : {&figures.isValid, &figures.boundCycles, &figures.cycles, &figures.energyPj})
        column->setZero(bounds.cols());
    for (Eigen::Index first = 0; first < bounds.cols(); first += kLanes) {
        const auto& block = m_state->pass.run(structure, SomeColumns{bounds, first});
        if (block.status == FlatStatus::notCovered) return false;
        if (block.status != FlatStatus::valid) continue;
        const Eigen::Index count = std::min<Eigen::Index>(kLanes, bounds.cols() - first);
        figures.isValid.segment(first, count) = block.isValid.head(count);
        figures.boundCycles.segment(first, count) = block.boundCycles.head(count);
        figures.cycles.segment(first, count) = block.cycles.head(count);
        figures.energyPj.segment(first, count) = block.energyPj.head(count);
    }
    return true;
}

} // namespace nestwright
