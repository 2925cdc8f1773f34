// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

namespace nestwright::onnx_format {

/// What a constant is to the operator that reads it at an input.
enum class Slot {
    constant,  ///< never a parameter: a scale, a shape, a running statistic
    parameter, ///< a weight or bias by the operator's definition
    operand    ///< an operand that a model may keep its parameters in: of Add, Mul, Concat, Gather
};

[[nodiscard]] Slot slotOf(const Operator& op, std::size_t input);

} // namespace nestwright::onnx_format
