// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/evaluation.h"
#include "core/cost/flat_tables.h"

#include <Eigen/Core>

#include <memory>

namespace nestwright {

/// Many mappings of one structure (the same places, orders and nodes), a column each of bounds by place.
using BoundColumns = Eigen::ArrayXXd;

/// What a batch costs, by column. Cycles and energy mean something where `isValid` is 1.
struct BatchFigures {
    Eigen::ArrayXd isValid; ///< 1, or 0 where factors, lanes or rooms don't fit
    Eigen::ArrayXd boundCycles;
    Eigen::ArrayXd cycles;
    Eigen::ArrayXd energyPj;
};

/// The figures of FastEvaluator for mappings side by side, from the same formulas over vectors.
class BatchEvaluator {
public:
    BatchEvaluator(const Problem& problem, const Accelerator& accelerator, const EvaluationContext& context = {},
                   TimeFigures timeFigures = TimeFigures::all);
    BatchEvaluator(BatchEvaluator&&) noexcept;
    BatchEvaluator& operator=(BatchEvaluator&&) noexcept;
    ~BatchEvaluator();

    /// Evaluates all columns; false where they are not covered. `figures` grows to the number of columns and is not
    /// allocated again for as many.
    [[nodiscard]] bool operator()(const FlatMapping& structure, const Eigen::Ref<const BoundColumns>& bounds,
                                  BatchFigures& figures);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace nestwright
