// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/loading.h"
#include "core/accelerator/accelerator.h"
#include "core/plan/plan.h"
#include "core/report/document.h"

#include <QString>

#include <memory>
#include <vector>

namespace nestwright::gui {

/// What a report is made from.
struct ReportOrder {
    ModelPointer model;
    std::vector<Accelerator> accelerators;
    std::vector<std::string> origins; ///< presets' ids and paths, by accelerator; "" where that isn't known
    std::vector<PlanPointer> plans;   ///< by accelerator
    PlanOptions options;
    std::vector<std::string> sections; ///< to make; empty: all
    std::vector<std::string> leftOut;  ///< of all, what the call that makes the report again goes without
};

/// The report of a model on planned accelerators, or some sections of it, with the call of nestwright-cli that makes it
/// again.
[[nodiscard]] Result<std::shared_ptr<const report::Document>> buildReportOf(const ReportOrder& order);

/// The report without some of its sections.
[[nodiscard]] std::shared_ptr<const report::Document> without(std::shared_ptr<const report::Document> whole,
                                                              const std::vector<std::string>& leftOut);

/// Whether the file's suffix asks for pages.
[[nodiscard]] bool isPdf(const QString& path);

/// Writes a report in any form but pages; which one follows from the suffix. The old file stays where writing fails.
[[nodiscard]] Result<void> writeReport(const report::Document& document, const QString& path);

} // namespace nestwright::gui
