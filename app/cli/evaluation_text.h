// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/next_change.h"

#include <string>

namespace nestwright::cli {

/// "useful 1.6 %, diluted 7.0 %, blocked 5.3 %, delayed 86.1 %": the shares of the whole time.
[[nodiscard]] std::string attributionText(const Attribution& time);

/// What ideal, bound, cycles and utilization mean.
extern const char* const kCyclesNote;

/// An evaluation for a person: figures, attribution, bottleneck, accesses by level. Of an invalid mapping
/// the number of violations, which are messages.
[[nodiscard]] std::string evaluationText(const Evaluation& evaluation, const Problem& problem);

/// What changes of the machine would save of these cycles, a line each.
[[nodiscard]] std::string changesText(const std::vector<Change>& changes, double cycles);

} // namespace nestwright::cli
