// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/evaluation.h"
#include "core/workload/catalogue.h"

namespace nestwright {

/// Operations per second that vector work runs at: the vector unit's, or two (multiply and add) per MAC lane and cycle
/// at the rate of the format where the device names no vector unit.
[[nodiscard]] double vectorRate(const Accelerator& accelerator, DataType format);

/// Work that is no einsum, in cycles of the device's clock. The unit's busy time is diluted (it does no MACs), waiting
/// for device memory beyond it is blocked, the way of the first block through the levels is delayed. `levels` holds the
/// outermost level alone: bytes pass through it at the rate of its ports, and nothing is kept further in. Energy is
/// that of the memory, of one write to and one read from the next level for all that moves, and of the operations.
[[nodiscard]] Evaluation evaluateVector(const VectorWork& work, const Accelerator& accelerator, DataType format);

} // namespace nestwright
