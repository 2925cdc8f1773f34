// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/element_type.h"
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

namespace nestwright::onnx_format {
namespace {

Value converted(const Value& value, DataType to) {
    Value result;
    result.isReal = isFloating(to);
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (result.isReal) {
            result.reals.push_back(value.real(i));
        } else if (to == DataType::boolean) {
            result.integers.push_back(value.real(i) != 0 ? 1 : 0);
        } else {
            result.integers.push_back(value.integer(i));
        }
    }
    return result;
}

Result<void> castTo(NodeContext& node, DataType type) {
    node.setType(0, type);
    const Shape* shape = node.shape(0);
    if (shape == nullptr) return {};
    node.setOutput(0, *shape, type);
    const Value* value = node.value(0);
    if (value != nullptr && (isFloating(type) || isInteger(type))) node.setValue(0, converted(*value, type));
    return {};
}

Result<void> cast(NodeContext& node) {
    const std::int64_t number = node.integer("to", 0);
    const DataType type = elementTypeOf(number);
    if (type == DataType::unknown) {
        node.note(Severity::missing, "unknown_data_type",
                  NW_TEXT("onnx.cast.type", "%1 casts to the unknown data type %2"), number);
    }
    return castTo(node, type);
}

Result<void> castLike(NodeContext& node) { return castTo(node, node.inputType(1)); }

/// The bits keep their number: the last axis grows or shrinks with the width of the type.
Result<void> bitCast(NodeContext& node) {
    const DataType type = elementTypeOf(node.integer("to", 0));
    node.setType(0, type);
    const Shape* shape = node.shape(0);
    if (shape != nullptr && bitsOf(type) == bitsOf(node.inputType(0))) node.setOutput(0, *shape, type);
    return {};
}

} // namespace

const std::vector<RuleEntry>& castRules() {
    static const std::vector<RuleEntry> kRules = {
        {"", "Cast", &cast, 1}, {"", "CastLike", &castLike, 2}, {"", "BitCast", &bitCast, 1}};
    return kRules;
}

} // namespace nestwright::onnx_format
