// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"
#include "core/workload/problem.h"

namespace nestwright {

/// Domain and type of the operator that stands for a problem of its own rather than for one of a model.
inline constexpr std::string_view kProblemDomain = "nestwright";
inline constexpr std::string_view kProblemType = "Problem";
/// Format of a graph that graphOf() made.
inline constexpr std::string_view kProblemFormat = "problem";

/// A model of one operator whose work is the problem; its attributes hold the problem.
[[nodiscard]] Graph graphOf(const Problem& problem);

/// Adds the problem as one more operator to a model. `made[t]`: the tensor of the model that the problem's tensor t is;
/// kNoTensor: a tensor of its own. Returns what tensor the output is.
TensorId addProblem(Graph& graph, const Problem& problem, const std::vector<TensorId>& made);

/// The problem of such an operator. The error says what is broken in its attributes.
[[nodiscard]] Result<Problem> problemOf(const Operator& op);

} // namespace nestwright
