// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/element_type.h"
#include "core/formats/onnx/rules/broadcast.h"
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

#include <array>

namespace nestwright::onnx_format {
namespace {

Result<void> likeFirstAs(NodeContext& node, DataType type) {
    node.setType(0, type);
    if (const Shape* shape = node.shape(0)) node.setOutput(0, *shape, type);
    return {};
}

DataType askedOutputType(const NodeContext& node, DataType fallback) {
    const std::int64_t asked = node.integer("output_dtype", 0);
    return asked == 0 ? fallback : elementTypeOf(asked);
}

Result<void> quantize(NodeContext& node) {
    const DataType type = node.hasInput(2) ? node.inputType(2) : askedOutputType(node, DataType::uint8);
    return likeFirstAs(node, type);
}

Result<void> dequantize(NodeContext& node) { return likeFirstAs(node, askedOutputType(node, node.inputType(1))); }

Result<void> dynamicQuantize(NodeContext& node) {
    node.setOutput(1, {}, DataType::float32);
    node.setOutput(2, {}, DataType::uint8);
    return likeFirstAs(node, DataType::uint8);
}

/// A, its scale and zero point, B, its scale and zero point, and those of the result.
Result<void> quantizedBinary(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* a = node.shape(0);
    const Shape* b = node.shape(3);
    if (a == nullptr || b == nullptr) return {};
    auto shape = broadcast(*a, *b);
    if (!shape) {
        return node.fail(NW_TEXT("onnx.quantized.broadcast", "%1: its inputs %2 and %3 don't broadcast"), shapeText(*a),
                         shapeText(*b));
    }
    node.setOutput(0, std::move(*shape), node.inputType(0));
    return {};
}

/// Scale and zero point of the result, then a tensor, its scale and zero point for each operand.
Result<void> quantizedConcat(NodeContext& node) {
    node.setType(0, node.inputType(2));
    if (node.shape(2) == nullptr) return {};
    Shape output = *node.shape(2);
    const auto axis = normalAxisOf(node, node.integer("axis", 1), output.size());
    if (!axis) return tl::unexpected(axis.error());
    for (std::size_t i = 5; i < node.inputCount(); i += 3) {
        const Shape* part = node.shape(i);
        if (part == nullptr) return {};
        const auto sum = part->size() == output.size() ? checkedAdd(output[*axis], (*part)[*axis]) : std::nullopt;
        if (!sum) {
            return node.fail(NW_TEXT("onnx.quantized.concat", "%1: %2 doesn't go with %3"), shapeText(*part),
                             shapeText(output));
        }
        output[*axis] = *sum;
    }
    node.setOutput(0, std::move(output), node.inputType(2));
    return {};
}

constexpr std::array kQuantizedUnary = {"QLinearSigmoid", "QLinearLeakyRelu", "QLinearSoftmax"};

std::vector<RuleEntry> makeQuantizationRules() {
    std::vector<RuleEntry> rules = {{"", "QuantizeLinear", &quantize, 2},
                                    {"", "DequantizeLinear", &dequantize, 2},
                                    {"", "DynamicQuantizeLinear", &dynamicQuantize, 1},
                                    {"com.microsoft", "QuantizeLinear", &quantize, 2},
                                    {"com.microsoft", "DequantizeLinear", &dequantize, 2},
                                    {"com.microsoft", "QLinearAdd", &quantizedBinary, 7},
                                    {"com.microsoft", "QLinearMul", &quantizedBinary, 7},
                                    {"com.microsoft", "QLinearConcat", &quantizedConcat, 3}};
    for (const char* type : kQuantizedUnary) rules.push_back({"com.microsoft", type, &sameAsFirst, 1});
    // Quantization as Brevitas and QONNX write it: numbers are rounded, shapes stay.
    for (const char* domain : {"onnx.brevitas", "qonnx.custom_op.general", "finn.custom_op.general"}) {
        for (const char* type : {"Quant", "BipolarQuant", "Trunc", "FloatQuant", "IntQuant"}) {
            rules.push_back({domain, type, &sameAsFirst, 1});
        }
    }
    return rules;
}

} // namespace

const std::vector<RuleEntry>& quantizationRules() {
    static const std::vector<RuleEntry> kRules = makeQuantizationRules();
    return kRules;
}

} // namespace nestwright::onnx_format
