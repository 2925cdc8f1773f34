// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/flat_pass.h"

#include <memory>

namespace nestwright {

/// evaluate() for searches: the same figures from the same formulas, of mappings with perfect factors, without
/// allocation. What it doesn't cover it says, and the caller falls back to evaluate(). One evaluator a thread.
class FastEvaluator {
public:
    FastEvaluator(const Problem& problem, const Accelerator& accelerator, const EvaluationContext& context = {});
    FastEvaluator(FastEvaluator&&) noexcept;
    FastEvaluator& operator=(FastEvaluator&&) noexcept;
    ~FastEvaluator();

    /// Why no mapping at all is covered; empty where mappings are. (Single ones may still have the status notCovered.)
    [[nodiscard]] const std::string& notCovered() const;

    /// The figures stay until the next evaluation.
    const FlatFigures<double>& operator()(const FlatMapping& mapping);

    /// Accesses of the last valid mapping at a tensor's storage node (by number, outer to inner), as evaluate() gives
    /// them for the node's level: per utilised instance.
    [[nodiscard]] TensorCounts counts(int tensor, int node) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace nestwright
