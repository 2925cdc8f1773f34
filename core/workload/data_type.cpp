// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/data_type.h"

#include <array>
#include <utility>

namespace nestwright {
namespace {

struct TypeEntry {
    DataType type;
    std::string_view name;
    int bits;
};

constexpr std::array kDataTypes = {TypeEntry{DataType::unknown, "unknown", 0},
                                   TypeEntry{DataType::float64, "fp64", 64},
                                   TypeEntry{DataType::float32, "fp32", 32},
                                   TypeEntry{DataType::tf32, "tf32", 32},
                                   TypeEntry{DataType::bfloat16, "bf16", 16},
                                   TypeEntry{DataType::float16, "fp16", 16},
                                   TypeEntry{DataType::float8e4m3, "fp8", 8},
                                   TypeEntry{DataType::float8e4m3b11, "fp8_e4m3b11", 8},
                                   TypeEntry{DataType::float8e5m2, "fp8_e5m2", 8},
                                   TypeEntry{DataType::float8e8m0, "fp8_e8m0", 8},
                                   TypeEntry{DataType::float4e2m1, "fp4", 4},
                                   TypeEntry{DataType::int64, "int64", 64},
                                   TypeEntry{DataType::int32, "int32", 32},
                                   TypeEntry{DataType::int16, "int16", 16},
                                   TypeEntry{DataType::int8, "int8", 8},
                                   TypeEntry{DataType::int4, "int4", 4},
                                   TypeEntry{DataType::int2, "int2", 2},
                                   TypeEntry{DataType::uint64, "uint64", 64},
                                   TypeEntry{DataType::uint32, "uint32", 32},
                                   TypeEntry{DataType::uint16, "uint16", 16},
                                   TypeEntry{DataType::uint8, "uint8", 8},
                                   TypeEntry{DataType::uint4, "uint4", 4},
                                   TypeEntry{DataType::uint2, "uint2", 2},
                                   TypeEntry{DataType::boolean, "bool", 8},
                                   TypeEntry{DataType::text, "string", 0},
                                   TypeEntry{DataType::complex64, "complex64", 64},
                                   TypeEntry{DataType::complex128, "complex128", 128}};

constexpr std::pair<std::string_view, DataType> kAliases[] = {
    {"float32", DataType::float32},       {"float", DataType::float32},       {"float64", DataType::float64},
    {"double", DataType::float64},        {"float16", DataType::float16},     {"half", DataType::float16},
    {"bfloat16", DataType::bfloat16},     {"fp8_e4m3", DataType::float8e4m3}, {"float8_e4m3fn", DataType::float8e4m3},
    {"float8_e5m2", DataType::float8e5m2}};

const TypeEntry& entryOf(DataType type) {
    for (const auto& entry : kDataTypes) {
        if (entry.type == type) return entry;
    }
    return kDataTypes.front();
}

} // namespace

int bitsOf(DataType type) { return entryOf(type).bits; }

std::string_view nameOf(DataType type) { return entryOf(type).name; }

std::optional<DataType> dataTypeFromName(std::string_view name) {
    for (const auto& entry : kDataTypes) {
        if (entry.name == name && entry.type != DataType::unknown) return entry.type;
    }
    for (const auto& [alias, type] : kAliases) {
        if (alias == name) return type;
    }
    return std::nullopt;
}

} // namespace nestwright
