// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <vector>

namespace nestwright {

/// One einsum of an operator: which of the plan's distinct problems it is.
struct DraftEinsum {
    int problem = 0;
    Count repeats = 1;
    LayerType layerType = LayerType::unknown;
};

/// An operator before it is priced.
struct DraftOperator {
    OperatorId id = kNoOperator;
    OperatorWork work;
    std::vector<DraftEinsum> einsums;
    std::optional<VectorWork> vector; ///< in the plan's format, less what fusion keeps on the chip
    LayerType vectorLayerType = LayerType::unknown;
    bool launches = false; ///< false for views, folded constants and control
    int kernel = -1;
    double bytesSaved = 0;
};

/// The work of all operators in one number format, equal problems stored once.
struct Draft {
    std::vector<DraftOperator> operators;
    std::vector<Problem> problems;
    std::vector<std::vector<int>> kernels; ///< indices of `operators`
};

/// Describes every operator. Equal problems (but for their names) become one, in order of first appearance.
[[nodiscard]] Result<Draft> makeDraft(const Graph& graph, DataType format, const WorkContext& work,
                                      std::vector<Warning>& warnings);

/// One kernel an operator; with Fusion::automatic an elementwise operator joins the kernel that makes its latest input
/// where it is that tensor's only reader and keeps its number of elements: one launch, and the tensor stays on the
/// chip.
void assignKernels(const Graph& graph, DataType format, Fusion fusion, Draft& draft);

} // namespace nestwright
