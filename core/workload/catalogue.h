// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/workload/graph.h"
#include "core/workload/layer_type.h"
#include "core/workload/problem.h"

#include <optional>
#include <string>
#include <vector>

namespace nestwright {

/// Multiply-add work of an operator: one problem, run `repeats` times.
struct EinsumWork {
    Problem problem;
    Count repeats = 1;
    LayerType layerType = LayerType::gemm;
    bool isSequential = false; ///< each repeat needs the result of the one before (recurrent layers)
};

/// Work of the vector unit or the memory path, with its true passes over memory.
struct VectorWork {
    double operations = 0; ///< arithmetic operations of the vector unit, all passes together
    double readBytes = 0;  ///< all passes together
    double writeBytes = 0;
    int passes = 1; ///< over the largest input (softmax over a long row: 3)
};

/// What the catalogue says of one operator. Nothing in `macs` means unknown, never 0.
struct OperatorWork {
    LayerType layerType = LayerType::unknown;
    std::vector<EinsumWork> einsums;
    std::optional<VectorWork> vector;
    std::optional<Count> macs;   ///< over all einsums and repeats
    std::optional<double> flops; ///< 2 x MACs plus the vector operations
    /// Of attention: the share of `macs` that remains where a query sees no key after its own place. Nothing elsewhere.
    std::optional<double> causalMacs;
    Count weightBytes = 0; ///< weights read, each once
    Count inputBytes = 0;  ///< activations and caches read, each once
    Count outputBytes = 0;
    /// The dims that describe it, for people and files: M, N, K; N, C, K, P, Q, R, S; ...
    std::vector<Dim> dims;
    std::vector<Warning> warnings;
};

/// The work of an operator of the graph. An error where its shapes contradict its type (the message names the node);
/// an unknown operator is no error: it moves its bytes, and a warning names it.
[[nodiscard]] Result<OperatorWork> describeWork(const Graph& graph, OperatorId id);

/// Layer type, for colour and grouping, of an operator type without looking at shapes.
[[nodiscard]] LayerType layerTypeOf(const std::string& domain, const std::string& type);

/// Whether the catalogue has an entry for the operator type.
[[nodiscard]] bool isKnownOperator(const std::string& domain, const std::string& type);

} // namespace nestwright
