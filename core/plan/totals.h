// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/memory_need.h"
#include "core/plan/price.h"

namespace nestwright {

/// Sums of the operators' parts by layer type, largest share first.
[[nodiscard]] std::vector<LayerTypeSummary> summarizeByLayerType(const std::vector<PricedOperator>& operators);

/// Samples or tokens that one run makes, and the unit of its rate.
struct RunOutput {
    double count = 1;
    std::string unit = "samples/s";
};

/// The batch as bound, else as the graph's symbols or its first input have it; a decoder without a phase is in prefill.
[[nodiscard]] PlanSlice sliceOf(const Graph& graph, const Bindings& bindings);

/// Samples of the batch; tokens where the phase is decode.
[[nodiscard]] RunOutput runOutputOf(const PlanSlice& slice);

[[nodiscard]] PlanTotals sumUp(const std::vector<PricedOperator>& operators, const MemoryNeed& need,
                               const Accelerator& accelerator, const RunOutput& output);

} // namespace nestwright
