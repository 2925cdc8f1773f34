// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/plan/plan.h"
#include "core/report/document.h"
#include "core/workload/graph.h"

#include <string>
#include <vector>

namespace nestwright::report {

/// What the report says about where and how it was made. The caller fills it (core has no clock and no Qt).
struct RunMetadata {
    std::string programVersion;
    std::string commit;
    std::string compiler;
    std::string qtVersion;
    std::string operatingSystem;
    std::string cpu;
    std::string host;
    std::string madeAt;  ///< ISO 8601, UTC
    std::string command; ///< the exact command that reproduces it
    std::uint64_t seed = 1;
};

struct ReportInputs {
    std::string author;
    const Graph* graph = nullptr; ///< not null
    std::vector<Accelerator> accelerators;
    std::vector<std::string> acceleratorFiles; ///< as distinctLabels() takes them; may be empty
    std::vector<PlanPointer> plans;            ///< one an accelerator, same order
    std::vector<Warning> warnings;             ///< about the files that it is made from
    RunMetadata metadata;
    std::vector<std::string> sections; ///< ids to keep; empty: all but `leftOut`
    std::vector<std::string> leftOut;  ///< ids to go without where `sections` names none
};

/// The report as a tree. The error names a section id that does not exist.
[[nodiscard]] Result<Document> buildReport(const ReportInputs& inputs);

/// Ids of the sections that a report on so many accelerators has, in order; without an argument of all there are.
[[nodiscard]] std::vector<std::string> sectionIds(std::size_t accelerators = 2);

} // namespace nestwright::report
