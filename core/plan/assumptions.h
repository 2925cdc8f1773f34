// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/plan/plan.h"

namespace nestwright {

/// What a plan takes for granted about the workload, the accelerator and the model, figures written for people.
/// `formatIsChosen`: nobody asked for the plan's number format.
[[nodiscard]] std::vector<Message> assumptionsOf(const Accelerator& accelerator, const PlanResult& result,
                                                 bool formatIsChosen);

} // namespace nestwright
