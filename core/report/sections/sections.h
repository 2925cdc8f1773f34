// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/build_report.h"

#include <string>

namespace nestwright::report {

/// One accelerator of the report: its description, its plan and how both are called in texts, ids and hashes.
struct Entry {
    const Accelerator* accelerator = nullptr;
    const PlanResult* plan = nullptr;
    std::string label;  ///< "NVIDIA H100 SXM5 80GB"
    std::string slug;   ///< "h100-sxm": letters, digits and hyphens, for ids
    std::string native; ///< the native JSON
    std::string sha256; ///< of `native`
};

/// What every section is made from.
struct Source {
    const ReportInputs* inputs = nullptr;
    const Graph* graph = nullptr;
    std::vector<Entry> entries;
};

[[nodiscard]] Facts metadataFacts(const Source& source);
[[nodiscard]] Section summarySection(const Source& source);
[[nodiscard]] Section comparisonSection(const Source& source);
[[nodiscard]] Section chainSection(const Source& source);
[[nodiscard]] Section layerTypeSection(const Source& source);
[[nodiscard]] Section mappingSheetSection(const Source& source);
[[nodiscard]] Section loopNestSection(const Source& source);
[[nodiscard]] Section deviceMemorySection(const Source& source);
[[nodiscard]] Section evidenceSection(const Source& source);
[[nodiscard]] Section checklistSection(const Source& source);
[[nodiscard]] Section assumptionsSection(const Source& source);
[[nodiscard]] Section acceleratorSection(const Source& source);
[[nodiscard]] Section glossarySection(const Source& source);

} // namespace nestwright::report
