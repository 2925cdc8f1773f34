// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace nestwright {

/// The einsum of the operator that takes longest; nullptr where it isn't one.
[[nodiscard]] const PlannedMapping* mainMapping(const PlannedOperator& op);

/// "M1024 N4096": extents above 1 by dim; "1" where there are none.
[[nodiscard]] std::string extentsText(const Problem& problem, const std::vector<Count>& extents);

/// "L2: M256 N512; SMEM: M128 N128 K32; lanes: M8 N16": what each level holds and what runs side by
/// side; "" where the operator isn't mapped.
[[nodiscard]] std::string tilingText(const PlannedOperator& op, const Accelerator& accelerator);

} // namespace nestwright
