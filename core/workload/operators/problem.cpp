// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/describe.h"
#include "core/workload/problem_graph.h"

#include <algorithm>
#include <array>

namespace nestwright::catalogue {
namespace {

/// A window in any tensor makes it a convolution, a dim that all tensors share a batched product.
LayerType typeOf(const Problem& problem) {
    bool isWindow = false;
    for (const auto& tensor : problem.tensors) {
        for (const auto& rank : tensor.projection) isWindow = isWindow || rank.size() > 1;
    }
    if (isWindow) return LayerType::conv;
    for (int dim = 0; dim < static_cast<int>(problem.dims.size()); ++dim) {
        const bool isBatch = problem.classOf(dim) == DimClass::shared;
        if (isBatch && problem.dims[static_cast<std::size_t>(dim)].bound > 1) return LayerType::batchedGemm;
    }
    return LayerType::gemm;
}

Result<OperatorWork> describeProblem(const OperatorView& view, const Entry&) {
    auto problem = problemOf(view.op());
    if (!problem) return tl::unexpected(problem.error());
    const LayerType type = typeOf(*problem);
    OperatorWork work = view.start(type);
    work.dims = problem->dims;
    addEinsum(work, std::move(*problem), type);
    return work;
}

constexpr std::array kEntries = {Entry{kProblemDomain, kProblemType, LayerType::gemm, describeProblem}};

} // namespace

std::span<const Entry> problems() { return kEntries; }

} // namespace nestwright::catalogue
