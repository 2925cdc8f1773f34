// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json_output.h"
#include "core/base/source_note.h"
#include "core/plan/plan.h"
#include "core/workload/graph.h"

#include <string>

namespace nestwright::cli {

/// "nestwright.plan/1"; `label` is what the accelerator is called. An operator or layer type without MACs has an MFU of
/// 0. Warnings are those of the accelerator's description (`notes`), then those of the plan.
[[nodiscard]] Json planJson(const PlanResult& plan, const std::string& label, const Graph& graph,
                            const SourceNotes& notes);

/// A plan for a person: totals, time by layer type, the operators that take longest, assumptions.
[[nodiscard]] std::string planText(const PlanResult& plan, const std::string& label);

} // namespace nestwright::cli
