// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/describe.h"

#include <algorithm>
#include <array>

namespace nestwright::catalogue {
namespace {

// Operations per output element: each arithmetic step of the formula counts one, and so does each evaluation of exp,
// log, sqrt or a division. Composites: sigmoid 4 (negate, exp, add, divide), tanh 6 (by exp), erf 8 (rational
// approximation), gelu 12 (erf and 4 more), tanh gelu 14, silu 5.

/// One pass: every operand read once (a broadcast one too), the result written once.
Result<OperatorWork> describeElementwise(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    setVector(work, view, entry.operations * static_cast<double>(view.elements()));
    work.dims = {{"elements", view.elements()}};
    return work;
}

/// Sum, Mean, Max, Min of n operands: n - 1 operations an element.
Result<OperatorWork> describeVariadic(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const auto operands = static_cast<double>(view.op().inputs.size());
    const double operations = (operands > 1 ? operands - 1 : 0) + (entry.type == "Mean" ? 1 : 0);
    setVector(work, view, operations * static_cast<double>(view.elements()));
    work.dims = {{"elements", view.elements()}};
    return work;
}

/// Positions of x: [batch, length, heads x dim] or [batch, heads, length, dim].
double positionsOf(const Shape& shape) {
    if (shape.size() < 3) return static_cast<double>(product(shape));
    return static_cast<double>(shape[0]) * static_cast<double>(shape[shape.size() == 4 ? 2 : 1]);
}

/// The share of each head that is turned; all of it where the attributes don't say otherwise.
double rotatedShare(const OperatorView& view, const Shape& shape) {
    const auto turned = static_cast<double>(view.op().integer("rotary_embedding_dim", 0));
    const auto heads = static_cast<double>(view.op().integer("num_heads", 0));
    if (turned <= 0 || shape.empty() || shape.back() < 1 || (shape.size() == 3 && heads <= 0)) return 1;
    const double dim = static_cast<double>(shape.back()) / (shape.size() == 3 ? heads : 1.0);
    return std::min(1.0, turned / dim);
}

/// A table of cos or sin: as many rows are read as there are positions, at most all. Other inputs are read whole.
Result<OperatorWork> describeRotary(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const Shape* shape = view.inputShape(0);
    if (shape == nullptr) {
        setVector(work, view, 0);
        return work;
    }
    countReads(work, view, [&](std::size_t i, const Tensor& tensor, double whole) {
        const bool isTable =
            i > 0 && tensor.shape && tensor.shape->size() == 2 && tensor.role != TensorRole::activation;
        const double row = isTable ? static_cast<double>(tensor.shape->back()) : 0;
        return isTable ? std::min(whole, bytesOf(positionsOf(*shape) * row, &tensor)) : whole;
    });
    setVector(work, view, entry.operations * rotatedShare(view, *shape) * static_cast<double>(view.elements()));
    work.dims = {{"elements", view.elements()}};
    return work;
}

/// Trees walk from root to leaf; their depth isn't in the shapes, so a node test for each tree's share is not known and
/// one operation a node of the ensemble bounds it.
Result<OperatorWork> describeTrees(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const auto nodes = static_cast<double>(view.op().integers("nodes_nodeids").size());
    const Shape* shape = view.inputShape(0);
    const double rows = shape == nullptr || shape->empty() ? 1.0 : static_cast<double>(shape->front());
    setVector(work, view, rows * nodes);
    return work;
}

/// A linear model's products are vector work: two operations a coefficient and row.
Result<OperatorWork> describeLinear(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const auto* coefficients = view.op().attributes.contains("coefficients")
                                   ? std::get_if<std::vector<double>>(&view.op().attributes.at("coefficients"))
                                   : nullptr;
    const Shape* shape = view.inputShape(0);
    const double rows = shape == nullptr || shape->empty() ? 1.0 : static_cast<double>(shape->front());
    setVector(work, view, coefficients == nullptr ? 0.0 : 2.0 * rows * static_cast<double>(coefficients->size()));
    return work;
}

constexpr Entry unary(std::string_view type, double operations, std::string_view domain = kOnnx) {
    return {domain, type, LayerType::elementwise, describeElementwise, operations};
}

constexpr Entry variadic(std::string_view type) { return {kOnnx, type, LayerType::elementwise, describeVariadic, 1}; }

constexpr std::array kElementwises = {
    // Arithmetic
    unary("Add", 1),
    unary("Sub", 1),
    unary("Mul", 1),
    unary("Div", 1),
    unary("Mod", 2),
    unary("Pow", 2),
    unary("Neg", 1),
    unary("Abs", 1),
    unary("Sign", 1),
    unary("Reciprocal", 1),
    unary("Sqrt", 1),
    unary("Exp", 1),
    unary("Log", 1),
    unary("Ceil", 1),
    unary("Floor", 1),
    unary("Round", 1),
    unary("Erf", 8),
    unary("Sin", 1),
    unary("Cos", 1),
    unary("Tan", 1),
    unary("Asin", 1),
    unary("Acos", 1),
    unary("Atan", 1),
    unary("Sinh", 4),
    unary("Cosh", 4),
    unary("Tanh", 6),
    unary("Asinh", 4),
    unary("Acosh", 4),
    unary("Atanh", 4),
    variadic("Sum"),
    variadic("Mean"),
    variadic("Max"),
    variadic("Min"),
    // Activations
    unary("Relu", 1),
    unary("LeakyRelu", 2),
    unary("PRelu", 2),
    unary("ThresholdedRelu", 1),
    unary("Clip", 2),
    unary("Elu", 3),
    unary("Selu", 4),
    unary("Celu", 4),
    unary("Sigmoid", 4),
    unary("HardSigmoid", 4),
    unary("HardSwish", 5),
    unary("Softplus", 3),
    unary("Softsign", 3),
    unary("Mish", 10),
    unary("Gelu", 12),
    unary("Swish", 5),
    unary("Shrink", 2),
    unary("Affine", 2),
    unary("ScaledTanh", 8),
    unary("ParametricSoftplus", 5),
    // Logic and comparison
    unary("And", 1),
    unary("Or", 1),
    unary("Xor", 1),
    unary("Not", 1),
    unary("Equal", 1),
    unary("Greater", 1),
    unary("GreaterOrEqual", 1),
    unary("Less", 1),
    unary("LessOrEqual", 1),
    unary("Where", 1),
    unary("IsNaN", 1),
    unary("IsInf", 1),
    unary("BitShift", 1),
    unary("BitwiseAnd", 1),
    unary("BitwiseOr", 1),
    unary("BitwiseXor", 1),
    unary("BitwiseNot", 1),
    // Formats
    unary("Cast", 1),
    unary("CastLike", 1),
    unary("QuantizeLinear", 4),
    unary("DequantizeLinear", 2),
    unary("QuantizeLinear", 4, kMicrosoft),
    unary("DequantizeLinear", 2, kMicrosoft),
    // Random numbers: a few steps of an integer generator and a scaling
    unary("RandomNormal", 10),
    unary("RandomNormalLike", 10),
    unary("RandomUniform", 6),
    unary("RandomUniformLike", 6),
    unary("Bernoulli", 7),
    unary("Multinomial", 7),
    // com.microsoft: fused activations and quantized arithmetic (dequantize both, compute, quantize)
    unary("Gelu", 12, kMicrosoft),
    unary("FastGelu", 15, kMicrosoft),
    unary("BiasGelu", 13, kMicrosoft),
    unary("QuickGelu", 6, kMicrosoft),
    unary("BiasDropout", 1, kMicrosoft),
    unary("BiasAdd", 2, kMicrosoft),
    unary("BiasSplitGelu", 14, kMicrosoft),
    unary("QLinearAdd", 9, kMicrosoft),
    unary("QLinearMul", 9, kMicrosoft),
    unary("QLinearSigmoid", 10, kMicrosoft),
    unary("QLinearLeakyRelu", 8, kMicrosoft),
    unary("Inverse", 1, kMicrosoft),
    // QONNX: scale, offset, round, clip and back
    unary("Quant", 6, kBrevitas),
    unary("IntQuant", 6, kQonnx),
    unary("Quant", 6, kQonnx),
    unary("FloatQuant", 8, kBrevitas),
    unary("FloatQuant", 8, kQonnx),
    unary("BipolarQuant", 2, kBrevitas),
    unary("BipolarQuant", 2, kQonnx),
    unary("Trunc", 4, kBrevitas),
    unary("Trunc", 4, kQonnx),
    // Position embedding
    Entry{kOnnx, "RotaryEmbedding", LayerType::elementwise, describeRotary, 3},
    Entry{kMicrosoft, "RotaryEmbedding", LayerType::elementwise, describeRotary, 3},
    // ai.onnx.ml
    unary("ArrayFeatureExtractor", 0, kOnnxMl),
    unary("Binarizer", 1, kOnnxMl),
    unary("CastMap", 1, kOnnxMl),
    unary("CategoryMapper", 1, kOnnxMl),
    unary("DictVectorizer", 1, kOnnxMl),
    unary("FeatureVectorizer", 0, kOnnxMl),
    unary("Imputer", 1, kOnnxMl),
    unary("LabelEncoder", 1, kOnnxMl),
    unary("Normalizer", 3, kOnnxMl),
    unary("OneHotEncoder", 1, kOnnxMl),
    unary("Scaler", 2, kOnnxMl),
    unary("ZipMap", 0, kOnnxMl),
    Entry{kOnnxMl, "LinearClassifier", LayerType::elementwise, describeLinear, 2},
    Entry{kOnnxMl, "LinearRegressor", LayerType::elementwise, describeLinear, 2},
    Entry{kOnnxMl, "SVMClassifier", LayerType::elementwise, describeLinear, 2},
    Entry{kOnnxMl, "SVMRegressor", LayerType::elementwise, describeLinear, 2},
    Entry{kOnnxMl, "TreeEnsemble", LayerType::elementwise, describeTrees, 1},
    Entry{kOnnxMl, "TreeEnsembleClassifier", LayerType::elementwise, describeTrees, 1},
    Entry{kOnnxMl, "TreeEnsembleRegressor", LayerType::elementwise, describeTrees, 1},
};

} // namespace

std::span<const Entry> elementwises() { return kElementwises; }

} // namespace nestwright::catalogue
