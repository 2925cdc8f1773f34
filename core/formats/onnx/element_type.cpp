// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/element_type.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nestwright::onnx_format {
namespace {

// TensorProto.DataType of the ONNX format, IR version 13. The two FNUZ variants have the bits of their siblings.
constexpr std::array kElementTypes = {
    std::pair{1, DataType::float32},     std::pair{2, DataType::uint8},       std::pair{3, DataType::int8},
    std::pair{4, DataType::uint16},      std::pair{5, DataType::int16},       std::pair{6, DataType::int32},
    std::pair{7, DataType::int64},       std::pair{8, DataType::text},        std::pair{9, DataType::boolean},
    std::pair{10, DataType::float16},    std::pair{11, DataType::float64},    std::pair{12, DataType::uint32},
    std::pair{13, DataType::uint64},     std::pair{14, DataType::complex64},  std::pair{15, DataType::complex128},
    std::pair{16, DataType::bfloat16},   std::pair{17, DataType::float8e4m3}, std::pair{18, DataType::float8e4m3},
    std::pair{19, DataType::float8e5m2}, std::pair{20, DataType::float8e5m2}, std::pair{21, DataType::uint4},
    std::pair{22, DataType::int4},       std::pair{23, DataType::float4e2m1}, std::pair{24, DataType::float8e8m0},
    std::pair{25, DataType::uint2},      std::pair{26, DataType::int2}};

} // namespace

DataType elementTypeOf(std::int64_t onnxType) {
    const auto it = std::find_if(kElementTypes.begin(), kElementTypes.end(),
                                 [onnxType](const auto& entry) { return entry.first == onnxType; });
    return it == kElementTypes.end() ? DataType::unknown : it->second;
}

std::optional<int> onnxTypeOf(DataType type) {
    const auto it = std::find_if(kElementTypes.begin(), kElementTypes.end(),
                                 [type](const auto& entry) { return entry.second == type; });
    if (it == kElementTypes.end()) return std::nullopt;
    return it->first;
}

bool isFloating(DataType type) { return type >= DataType::float64 && type <= DataType::float4e2m1; }

bool isInteger(DataType type) {
    return (type >= DataType::int64 && type <= DataType::uint2) || type == DataType::boolean;
}

} // namespace nestwright::onnx_format
