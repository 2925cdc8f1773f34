// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nestwright {

/// Element types of tensors and number formats of arithmetic.
enum class DataType : std::uint8_t {
    unknown,
    float64,
    float32,
    tf32,
    bfloat16,
    float16,
    float8e4m3,
    float8e4m3b11,
    float8e5m2,
    float8e8m0,
    float4e2m1,
    int64,
    int32,
    int16,
    int8,
    int4,
    int2,
    uint64,
    uint32,
    uint16,
    uint8,
    uint4,
    uint2,
    boolean,
    text,
    complex64,
    complex128
};

/// Bits of one element; 0 where it has no fixed size (text, unknown). tf32 is stored in 32 bits.
[[nodiscard]] int bitsOf(DataType type);

/// Short name as in the command line and in files: "bf16", "fp8", "int8", "fp32", ...
[[nodiscard]] std::string_view nameOf(DataType type);

/// The type with that name. "fp8" is float8e4m3, "fp4" is float4e2m1; "float32", "half" and the like are known too.
[[nodiscard]] std::optional<DataType> dataTypeFromName(std::string_view name);

} // namespace nestwright
