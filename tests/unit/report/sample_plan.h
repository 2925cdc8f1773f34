// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/build_report.h"

#include <string>
#include <vector>

namespace nestwright::test {

/// A hand-made network of sixty operators with long names, and accelerators to plan it on.
[[nodiscard]] Graph sampleGraph();
[[nodiscard]] Accelerator sampleAccelerator(const std::string& id, const std::string& name, double speed);

/// A plan with plausible figures: every operator's four times add up, and so do layer types and totals. `speed` divides
/// all times.
[[nodiscard]] PlanPointer samplePlan(const Graph& graph, const Accelerator& accelerator, double speed);

/// A report on one to three accelerators. `graph` has to outlive it.
[[nodiscard]] report::ReportInputs sampleInputs(const Graph& graph, int accelerators);

/// Every section that the inputs ask for; a failure stops the test.
[[nodiscard]] report::Document sampleDocument(const report::ReportInputs& inputs);

/// Node names that spreadsheets, browsers and table writers trip over.
[[nodiscard]] std::vector<std::string> nastyNames();

} // namespace nestwright::test
