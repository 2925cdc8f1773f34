// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/flat_pass.h"

#include <memory>

namespace nestwright {

/// evaluate() for searches: the same figures from the same formulas, of mappings with perfect factors, without
/// allocation. What it doesn't cover it says, and the caller falls back to evaluate(). One evaluator a thread.
class FastEvaluator {
public:
    using Figures = FlatFigures<double>;

    FastEvaluator(const Problem& problem, const Accelerator& accelerator, const EvaluationContext& context = {},
                  TimeFigures timeFigures = TimeFigures::all);
    FastEvaluator(FastEvaluator&&) noexcept;
    FastEvaluator& operator=(FastEvaluator&&) noexcept;
    ~FastEvaluator();

    /// Why no mapping at all is covered; empty where mappings are. (Single ones may still have the status notCovered.)
    [[nodiscard]] const std::string& notCovered() const;

    /// Evaluates a mapping, from which the edits below go on. Figures stay until the next evaluation.
    const Figures& operator()(const FlatMapping& mapping);

    /// Moves a factor from a place to another of the same dim; the bound in `from` must be a multiple of it.
    const Figures& moveFactor(int from, int to, Count factor);
    /// Swaps the loops of two places, dims, axes and bounds.
    const Figures& swapLoops(int a, int b);
    /// Drops the tensor's node in the level, or keeps it there with so many places of loops outside.
    const Figures& toggleKeep(int tensor, int level, int depth);
    /// Takes the last edit back, once.
    const Figures& undo();

    /// The mapping as evaluated or edited last.
    [[nodiscard]] const FlatMapping& mapping() const;
    /// Its figures.
    [[nodiscard]] const Figures& figures() const;
    /// Accesses of the mapping, if valid, at a tensor's storage node (by number, outer to inner), as evaluate() gives
    /// them for the node's level: per utilised instance.
    [[nodiscard]] TensorCounts counts(int tensor, int node) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace nestwright
