// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/plan/plan.h"

namespace nestwright {

/// Whether a device's memory holds what a plan needs; not known where the description doesn't give its size.
enum class MemoryFit { fits, tooSmall, unknown };

[[nodiscard]] inline MemoryFit memoryFitOf(const PlanTotals& totals, const Accelerator& accelerator) {
    if (!accelerator.device.memoryBytes) return MemoryFit::unknown;
    return totals.fits ? MemoryFit::fits : MemoryFit::tooSmall;
}

} // namespace nestwright
