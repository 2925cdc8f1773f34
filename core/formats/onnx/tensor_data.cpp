// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/tensor_data.h"

#include "core/formats/onnx/element_type.h"
#include "core/formats/onnx/limits.h"
#include "core/formats/onnx/node_context.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <set>
#include <string_view>

namespace nestwright::onnx_format {
namespace {

SourcePlace placeOf(const std::string& file) { return {file, 0, 0}; }

/// Bytes of `elements` of a type, packed; nothing where that leaves 63 bits.
std::optional<Count> packedBytes(Count elements, DataType type) {
    const auto bits = checkedMultiply(elements, bitsOf(type));
    if (!bits) return std::nullopt;
    return ceilDivide(*bits, 8);
}

/// Entries that the typed fields hold for n elements: complex numbers take two, types below a byte share one.
std::optional<Count> typedEntries(Count elements, DataType type) {
    if (type == DataType::complex64 || type == DataType::complex128) return checkedMultiply(elements, 2);
    if (bitsOf(type) < 8) return packedBytes(elements, type);
    return elements;
}

/// Number of entries in the typed field that the type is stored in, whichever it is.
Count storedEntries(const onnx::TensorProto& tensor, DataType type) {
    switch (type) {
    case DataType::float32:
    case DataType::complex64:
        return tensor.float_data_size();
    case DataType::float64:
    case DataType::complex128:
        return tensor.double_data_size();
    case DataType::int64:
        return tensor.int64_data_size();
    case DataType::uint32:
    case DataType::uint64:
        return tensor.uint64_data_size();
    case DataType::text:
        return tensor.string_data_size();
    default:
        return tensor.int32_data_size();
    }
}

template <class T>
T loadLittleEndian(std::string_view raw, std::size_t index) {
    std::array<unsigned char, sizeof(T)> bytes{};
    std::memcpy(bytes.data(), raw.data() + index * sizeof(T), sizeof(T));
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) word |= std::uint64_t{bytes[i]} << (8 * i);
    if constexpr (std::is_same_v<T, float>) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(word));
    } else if constexpr (std::is_same_v<T, double>) {
        return std::bit_cast<double>(word);
    } else {
        return static_cast<T>(word);
    }
}

double halfToDouble(std::uint16_t bits) {
    const double sign = (bits & 0x8000U) != 0 ? -1.0 : 1.0;
    const int exponent = (bits >> 10U) & 0x1F;
    const int fraction = bits & 0x3FF;
    if (exponent == 0x1F) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
    return exponent == 0 ? sign * std::ldexp(fraction, -24) : sign * std::ldexp(fraction + 1024, exponent - 25);
}

double bfloatToDouble(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16U); }

template <class T>
Value integersFromRaw(std::string_view raw, std::size_t count) {
    Value value;
    for (std::size_t i = 0; i < count; ++i) {
        value.integers.push_back(static_cast<std::int64_t>(loadLittleEndian<T>(raw, i)));
    }
    return value;
}

template <class T>
Value realsFromRaw(std::string_view raw, std::size_t count) {
    Value value;
    value.isReal = true;
    for (std::size_t i = 0; i < count; ++i) value.reals.push_back(static_cast<double>(loadLittleEndian<T>(raw, i)));
    return value;
}

std::optional<Value> valueFromRaw(std::string_view raw, DataType type, std::size_t count) {
    switch (type) {
    case DataType::float32:
        return realsFromRaw<float>(raw, count);
    case DataType::float64:
        return realsFromRaw<double>(raw, count);
    case DataType::int64:
    case DataType::uint64:
        return integersFromRaw<std::int64_t>(raw, count);
    case DataType::int32:
        return integersFromRaw<std::int32_t>(raw, count);
    case DataType::uint32:
        return integersFromRaw<std::uint32_t>(raw, count);
    case DataType::int16:
        return integersFromRaw<std::int16_t>(raw, count);
    case DataType::uint16:
        return integersFromRaw<std::uint16_t>(raw, count);
    case DataType::int8:
        return integersFromRaw<std::int8_t>(raw, count);
    case DataType::uint8:
    case DataType::boolean:
        return integersFromRaw<std::uint8_t>(raw, count);
    case DataType::float16:
    case DataType::bfloat16:
        break;
    default:
        return std::nullopt;
    }
    Value value;
    value.isReal = true;
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits = loadLittleEndian<std::uint16_t>(raw, i);
        value.reals.push_back(type == DataType::float16 ? halfToDouble(bits) : bfloatToDouble(bits));
    }
    return value;
}

std::optional<Value> valueFromFields(const onnx::TensorProto& tensor, DataType type) {
    Value value;
    switch (type) {
    case DataType::float32:
        return Value::ofReals({tensor.float_data().begin(), tensor.float_data().end()});
    case DataType::float64:
        return Value::ofReals({tensor.double_data().begin(), tensor.double_data().end()});
    case DataType::int64:
        return Value::ofIntegers({tensor.int64_data().begin(), tensor.int64_data().end()});
    case DataType::uint32:
    case DataType::uint64:
        for (const auto entry : tensor.uint64_data()) value.integers.push_back(static_cast<std::int64_t>(entry));
        return value;
    case DataType::float16:
    case DataType::bfloat16:
        value.isReal = true;
        for (const auto entry : tensor.int32_data()) {
            const auto bits = static_cast<std::uint16_t>(entry);
            value.reals.push_back(type == DataType::float16 ? halfToDouble(bits) : bfloatToDouble(bits));
        }
        return value;
    default:
        break;
    }
    if (!isInteger(type) || bitsOf(type) < 8) return std::nullopt;
    return Value::ofIntegers({tensor.int32_data().begin(), tensor.int32_data().end()});
}

Result<void> checkDims(const onnx::TensorProto& tensor, const std::string& file) {
    if (static_cast<std::size_t>(tensor.dims_size()) > kMaxRank) {
        return failure(ErrorKind::input,
                       message(NW_TEXT("onnx.tensor.rank", "Tensor \"%1\" has %2 dims; at most %3 are read"),
                               tensor.name(), tensor.dims_size(), kMaxRank),
                       placeOf(file));
    }
    for (int i = 0; i < tensor.dims_size(); ++i) {
        if (tensor.dims(i) >= 0) continue;
        return failure(
            ErrorKind::input,
            message(NW_TEXT("onnx.tensor.negative", "Tensor \"%1\" has the negative extent %2 in axis %3"),
                    tensor.name(), tensor.dims(i), i),
            placeOf(file),
            message(NW_TEXT("onnx.tensor.negative.remedy",
                            "The file is damaged or was written by a faulty tool; export the model again.")));
    }
    return {};
}

std::optional<std::int64_t> parseInteger(const std::string& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Notes what external_data says, key by key; only these four keys mean anything.
void noteExternal(const onnx::TensorProto& tensor, std::optional<Count> bytes, Notes& notes) {
    const std::set<std::string> known = {"location", "offset", "length", "checksum"};
    std::string location;
    for (const auto& entry : tensor.external_data()) {
        if (entry.key() == "location" && location.empty()) location = entry.value();
    }
    notes.add(Severity::informative, "external_data_missing", "", kNoOperator,
              message(NW_TEXT("onnx.external", "Weight data in \"%1\" (tensor \"%2\") is not read: shapes are enough"),
                      location, tensor.name()));
    for (const auto& entry : tensor.external_data()) {
        if (!known.contains(entry.key())) {
            notes.add(Severity::odd, "external_data_key", entry.key(), kNoOperator,
                      message(NW_TEXT("onnx.external.key", "Tensor \"%1\" in \"%2\": the key \"%3\" of its external "
                                                           "data is not part of the format and is ignored"),
                              tensor.name(), location, entry.key()));
        }
        if (entry.key() != "length" && entry.key() != "offset") continue;
        const auto number = parseInteger(entry.value());
        const bool isWrongLength = entry.key() == "length" && bytes && number != *bytes;
        if (number && *number >= 0 && !isWrongLength) continue;
        notes.add(Severity::odd, "external_data_range", "", kNoOperator,
                  message(NW_TEXT("onnx.external.range", "Tensor \"%1\" in \"%2\": %3 %4 of its external data doesn't "
                                                         "fit its %5 bytes; the dims are used"),
                          tensor.name(), location, entry.key(), entry.value(), bytes.value_or(0)));
    }
}

/// Whether the file holds the data, none of it, or a wrong amount.
Result<bool> hasData(const onnx::TensorProto& tensor, DataType type, Count elements, const std::string& file,
                     Notes& notes) {
    const bool isRaw = tensor.has_raw_data() && (!tensor.raw_data().empty() || storedEntries(tensor, type) == 0);
    const Count found = isRaw ? static_cast<Count>(tensor.raw_data().size()) : storedEntries(tensor, type);
    const auto needed = isRaw ? packedBytes(elements, type) : typedEntries(elements, type);
    if (needed == found) return true;
    if (found == 0) {
        notes.add(Severity::informative, "no_data", "", kNoOperator,
                  message(NW_TEXT("onnx.tensor.no_data", "Tensor \"%1\" is stored without its data: its dims are used"),
                          tensor.name()));
        return false;
    }
    return failure(
        ErrorKind::input,
        isRaw ? message(NW_TEXT("onnx.tensor.bytes", "Tensor \"%1\" of %2 %3 elements holds %4 bytes of data, not %5"),
                        tensor.name(), elements, std::string(nameOf(type)), found, needed.value_or(0))
              : message(NW_TEXT("onnx.tensor.entries", "Tensor \"%1\" of %2 %3 elements holds %4 entries, not %5"),
                        tensor.name(), elements, std::string(nameOf(type)), found, needed.value_or(0)),
        placeOf(file),
        message(NW_TEXT("onnx.tensor.bytes.remedy", "The file is damaged or cut; export or download it again.")));
}

} // namespace

Result<StoredTensor> readTensor(const onnx::TensorProto& tensor, const std::string& file, Notes& notes) {
    if (const auto ok = checkDims(tensor, file); !ok) return tl::unexpected(ok.error());
    StoredTensor result;
    result.shape.assign(tensor.dims().begin(), tensor.dims().end());
    result.type = elementTypeOf(tensor.data_type());
    if (result.type == DataType::unknown) {
        notes.add(Severity::missing, "unknown_data_type", std::to_string(tensor.data_type()), kNoOperator,
                  message(NW_TEXT("onnx.tensor.type", "Tensor \"%1\" has the unknown data type %2; its bytes are "
                                                      "unknown"),
                          tensor.name(), tensor.data_type()));
        return result;
    }
    const Tensor extent = makeTensor(tensor.name(), result.shape, result.type);
    const auto elements = extent.elements();
    if (tensor.data_location() == onnx::TensorProto::EXTERNAL) {
        noteExternal(tensor, extent.bytes(), notes);
        return result;
    }
    if (!elements) {
        notes.add(Severity::missing, "huge_tensor", "", kNoOperator,
                  message(NW_TEXT("onnx.tensor.huge", "Tensor \"%1\" has more elements than 63 bits can count"),
                          tensor.name()));
        return result;
    }
    if (tensor.has_segment()) return result;
    const auto held = hasData(tensor, result.type, *elements, file, notes);
    if (!held) return tl::unexpected(held.error());
    if (!*held || *elements > static_cast<Count>(kMaxFoldedElements)) return result;
    const bool isRaw = !tensor.raw_data().empty();
    result.value = isRaw ? valueFromRaw(tensor.raw_data(), result.type, static_cast<std::size_t>(*elements))
                         : valueFromFields(tensor, result.type);
    return result;
}

} // namespace nestwright::onnx_format
