// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/evaluation.h"

#include <string>

namespace nestwright::cli {

/// An evaluation for a person: figures, attribution, bottleneck, accesses by level. Of an invalid mapping
/// the number of violations, which are messages.
[[nodiscard]] std::string evaluationText(const Evaluation& evaluation, const Problem& problem);

} // namespace nestwright::cli
