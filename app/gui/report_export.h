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

/// The report of a model on planned accelerators, or some sections of it, with the call of nestwright-cli that makes it
/// again.
[[nodiscard]] Result<std::shared_ptr<const report::Document>>
buildReportOf(const LoadedModel& model, const std::vector<Accelerator>& accelerators,
              const std::vector<PlanPointer>& plans, const std::vector<std::string>& sections = {});

/// Writes a report; the format follows from the suffix. The old file stays where writing fails. On the GUI thread only:
/// the charts of a PDF are widgets.
[[nodiscard]] Result<void> writeReport(const report::Document& document, const QString& path);

} // namespace nestwright::gui
