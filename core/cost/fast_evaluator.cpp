// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/fast_evaluator.h"

namespace nestwright {
namespace {

struct OneMapping {
    const FlatMapping& mapping;
    [[nodiscard]] bool isLoop(std::size_t place) const { return mapping.bound[place] > 1; }
    [[nodiscard]] double at(std::size_t place) const { return static_cast<double>(mapping.bound[place]); }
};

} // namespace

struct FastEvaluator::State {
    explicit State(FlatTables worked)
        : tables(std::move(worked))
        , pass(tables) {}
    FlatTables tables;
    FlatPass<double> pass;
};

FastEvaluator::FastEvaluator(const Problem& problem, const Accelerator& accelerator, const EvaluationContext& context)
    : m_state(std::make_unique<State>(makeFlatTables(problem, accelerator, context))) {}

FastEvaluator::FastEvaluator(FastEvaluator&&) noexcept = default;
FastEvaluator& FastEvaluator::operator=(FastEvaluator&&) noexcept = default;
FastEvaluator::~FastEvaluator() = default;

const std::string& FastEvaluator::notCovered() const { return m_state->tables.notCovered; }

const FlatFigures<double>& FastEvaluator::operator()(const FlatMapping& mapping) {
    return m_state->pass.run(mapping, OneMapping{mapping});
}

TensorCounts FastEvaluator::counts(int tensor, int node) const {
    const auto& state = m_state->pass.node(tensor, node);
    const double instances = m_state->pass.instances(m_state->pass.levelOf(tensor, node));
    TensorCounts counts;
    counts.isKept = true;
    counts.tileWords = state.tile;
    counts.partitionWords = state.partition / instances;
    counts.reads = state.accesses.reads / instances;
    counts.fills = state.accesses.fills / instances;
    counts.updates = state.accesses.updates / instances;
    counts.temporalReductions = state.accesses.temporalReductions / instances;
    counts.energyPj = state.energyPj;
    return counts;
}

} // namespace nestwright
