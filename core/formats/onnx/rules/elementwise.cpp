// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/arithmetic.h"
#include "core/formats/onnx/rules/broadcast.h"
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

#include <algorithm>
#include <array>

namespace nestwright::onnx_format {
namespace {

void foldElementwise(NodeContext& node, const Shape& shape, std::size_t operandCount) {
    const auto total = elementsOf(shape);
    if (!total || *total > static_cast<Count>(kMaxFoldedElements)) return;
    std::vector<Value> operands;
    for (std::size_t i = 0; i < operandCount; ++i) {
        const Value* value = node.value(i);
        if (value == nullptr || node.shape(i) == nullptr) return;
        operands.push_back(value->select(broadcastIndices(*node.shape(i), shape)));
    }
    if (auto result = evaluateElementwise(node.type(), operands)) node.setValue(0, std::move(*result));
}

/// Before opset 7 the second operand is only stretched where an attribute says so, along a given axis; the first one
/// gives the shape.
bool hasLegacyBroadcast(const NodeContext& node) {
    return node.opset() < 7 && node.inputCount() == 2 && node.integer("broadcast", 0) != 0;
}

Result<void> broadcastTo(NodeContext& node, DataType type) {
    if (hasLegacyBroadcast(node)) {
        if (const Shape* shape = node.shape(0)) node.setOutput(0, *shape, type);
        node.setType(0, type);
        return {};
    }
    const auto shape = broadcastInputs(node, 0, node.inputCount());
    if (!shape) return tl::unexpected(shape.error());
    node.setType(0, type);
    if (!*shape) return {};
    node.setOutput(0, **shape, type);
    foldElementwise(node, **shape, node.inputCount());
    return {};
}

Result<void> arithmetic(NodeContext& node) { return broadcastTo(node, node.inputType(0)); }
Result<void> comparison(NodeContext& node) { return broadcastTo(node, DataType::boolean); }
Result<void> where(NodeContext& node) { return broadcastTo(node, node.inputType(1)); }

/// The slope is stretched to the input; old files align it with the channels.
Result<void> prelu(NodeContext& node) {
    const Shape* x = node.shape(0);
    const Shape* slope = node.shape(1);
    if (x == nullptr) return sameAsFirst(node);
    if (slope != nullptr && node.opset() >= 7 && !broadcastsTo(*slope, *x)) {
        return node.fail(NW_TEXT("onnx.prelu.slope", "%1: the slope %2 doesn't broadcast to the input %3"),
                         shapeText(*slope), shapeText(*x));
    }
    return sameAsFirst(node);
}

Result<void> unaryWithValue(NodeContext& node) {
    if (auto ok = sameAsFirst(node); !ok) return ok;
    if (const Shape* shape = node.shape(0)) foldElementwise(node, *shape, 1);
    return {};
}

Result<void> unaryToBoolean(NodeContext& node) {
    node.setType(0, DataType::boolean);
    if (const Shape* shape = node.shape(0)) node.setOutput(0, *shape, DataType::boolean);
    return {};
}

/// Output and mask, both of the input's shape.
Result<void> dropout(NodeContext& node) {
    if (const Shape* shape = node.shape(0)) node.setOutput(1, *shape, DataType::boolean);
    return unaryWithValue(node);
}

constexpr std::array kFolded = {"Identity", "Neg",        "Abs", "Floor", "Ceil", "Round",
                                "Sqrt",     "Reciprocal", "Exp", "Log",   "Not",  "Sign"};

constexpr std::array kPlain = {"Acos",
                               "Acosh",
                               "Asin",
                               "Asinh",
                               "Atan",
                               "Atanh",
                               "Celu",
                               "Clip",
                               "Cos",
                               "Cosh",
                               "Elu",
                               "Erf",
                               "Gelu",
                               "Hardmax",
                               "HardSigmoid",
                               "HardSwish",
                               "LeakyRelu",
                               "LogSoftmax",
                               "Mish",
                               "Relu",
                               "Selu",
                               "Shrink",
                               "Sigmoid",
                               "Sin",
                               "Sinh",
                               "Softmax",
                               "Softplus",
                               "Softsign",
                               "Swish",
                               "Tan",
                               "Tanh",
                               "ThresholdedRelu",
                               "Trilu",
                               "BitwiseNot",
                               "CumSum",
                               "CumProd",
                               "ReverseSequence",
                               "LpNormalization",
                               "ScaledTanh",
                               "ParametricSoftplus",
                               "Affine",
                               "ImageScaler",
                               "Crop",
                               "MeanVarianceNormalization",
                               "LRN",
                               "Scale",
                               "Binarizer"};

constexpr std::array kArithmetic = {"Add", "Sub",      "Mul",        "Div",       "Mod",       "Pow",
                                    "Min", "Max",      "Sum",        "Mean",      "And",       "Or",
                                    "Xor", "BitShift", "BitwiseAnd", "BitwiseOr", "BitwiseXor"};

constexpr std::array kComparison = {"Equal", "Less", "Greater", "LessOrEqual", "GreaterOrEqual"};

std::vector<RuleEntry> makeElementwiseRules() {
    std::vector<RuleEntry> rules;
    for (const char* type : kFolded) rules.push_back({"", type, &unaryWithValue, 1});
    for (const char* type : kPlain) rules.push_back({"", type, &sameAsFirst, 1});
    for (const char* type : kArithmetic) rules.push_back({"", type, &arithmetic, 1});
    for (const char* type : kComparison) rules.push_back({"", type, &comparison, 2});
    rules.push_back({"", "IsInf", &unaryToBoolean, 1});
    rules.push_back({"", "IsNaN", &unaryToBoolean, 1});
    rules.push_back({"", "Where", &where, 3});
    rules.push_back({"", "PRelu", &prelu, 2});
    rules.push_back({"", "Dropout", &dropout, 1});
    return rules;
}

} // namespace

const std::vector<RuleEntry>& elementwiseRules() {
    static const std::vector<RuleEntry> kRules = makeElementwiseRules();
    return kRules;
}

} // namespace nestwright::onnx_format
