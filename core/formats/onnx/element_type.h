// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/data_type.h"

#include <cstdint>
#include <optional>

namespace nestwright::onnx_format {

/// The type behind a number of TensorProto.DataType, of any version of the format up to IR 13; unknown elsewhere.
[[nodiscard]] DataType elementTypeOf(std::int64_t onnxType);

/// The number in TensorProto.DataType; nothing for types that the format doesn't have.
[[nodiscard]] std::optional<int> onnxTypeOf(DataType type);

/// float16, bfloat16, float8, ..., float64.
[[nodiscard]] bool isFloating(DataType type);

/// Signed and unsigned integers and booleans.
[[nodiscard]] bool isInteger(DataType type);

} // namespace nestwright::onnx_format
