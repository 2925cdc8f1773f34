// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/workload/catalogue.h"

namespace nestwright {

/// The number format of a plan: what was asked for, else bf16 where the accelerator computes it, else its default; a
/// format that can't be computed is an error that lists the others.
[[nodiscard]] Result<DataType> chooseFormat(const Accelerator& accelerator, DataType wanted);

[[nodiscard]] bool isFloat(DataType type);

/// Bits of an element in the plan: those of the format for floating-point tensors, its own for integers (indices,
/// weights that are quantized already).
[[nodiscard]] double plannedBits(const Tensor& tensor, DataType format);
[[nodiscard]] double plannedBytes(const Tensor& tensor, DataType format); ///< 0 where the shape is unknown

/// The operator's problem with the bits of the format; partial sums of formats up to 16 bits take 32. A quantized
/// problem of its own keeps its bits.
[[nodiscard]] Problem inFormat(const Problem& problem, const Graph& graph, const Operator& op, DataType format);

/// The operator's vector work with bytes in the format.
[[nodiscard]] VectorWork inFormat(const VectorWork& work, const Graph& graph, const Operator& op, DataType format);

} // namespace nestwright
