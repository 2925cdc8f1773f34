// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/element_type.h"
#include "core/formats/onnx/rules/broadcast.h"
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

#include <algorithm>

namespace nestwright::onnx_format {
namespace {

/// NumPy's matmul: vectors become matrices, leading axes broadcast.
Result<Shape> multiplied(const NodeContext& node, Shape a, Shape b) {
    if (a.empty() || b.empty()) {
        return node.fail(NW_TEXT("onnx.matmul.scalar", "%1: an operand is a scalar; a matrix product needs rank 1 or "
                                                       "more"));
    }
    const Shape givenA = a;
    const Shape givenB = b;
    const bool isRow = a.size() == 1;
    const bool isColumn = b.size() == 1;
    if (isRow) a.insert(a.begin(), 1);
    if (isColumn) b.push_back(1);
    if (a.back() != b[b.size() - 2]) {
        return node.fail(NW_TEXT("onnx.matmul.inner", "%1: the inner extents of %2 and %3 differ"), shapeText(givenA),
                         shapeText(givenB));
    }
    auto result = broadcast({a.begin(), a.end() - 2}, {b.begin(), b.end() - 2});
    if (!result) {
        return node.fail(NW_TEXT("onnx.matmul.batch", "%1: the leading axes of %2 and %3 don't broadcast"),
                         shapeText(givenA), shapeText(givenB));
    }
    if (!isRow) result->push_back(a[a.size() - 2]);
    if (!isColumn) result->push_back(b.back());
    return *result;
}

Result<void> matmulOf(NodeContext& node, std::size_t left, std::size_t right, DataType type) {
    node.setType(0, type);
    const Shape* a = node.shape(left);
    const Shape* b = node.shape(right);
    if (a == nullptr || b == nullptr) return {};
    auto result = multiplied(node, *a, *b);
    if (!result) return tl::unexpected(result.error());
    node.setOutput(0, std::move(*result), type);
    return {};
}

Result<void> matmul(NodeContext& node) { return matmulOf(node, 0, 1, node.inputType(0)); }
Result<void> matmulInteger(NodeContext& node) { return matmulOf(node, 0, 1, DataType::int32); }
Result<void> matmulIntegerToFloat(NodeContext& node) { return matmulOf(node, 0, 1, node.inputType(2)); }
Result<void> dynamicQuantizeMatmul(NodeContext& node) { return matmulOf(node, 0, 1, node.inputType(0)); }
Result<void> qlinearMatmul(NodeContext& node) { return matmulOf(node, 0, 3, node.inputType(7)); }

/// Swaps the last two axes, and moves the batch axis of transBatchX = 1 back in front of them first.
void transposeOperand(Shape& shape, bool matrix, bool batch) {
    if (shape.size() < 2) return;
    if (batch) std::rotate(shape.begin(), shape.begin() + 1, shape.end() - 1);
    if (matrix) std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
}

Result<void> fusedMatmul(NodeContext& node) {
    node.setType(0, node.inputType(0));
    if (node.shape(0) == nullptr || node.shape(1) == nullptr) return {};
    Shape a = *node.shape(0);
    Shape b = *node.shape(1);
    transposeOperand(a, node.integer("transA", 0) != 0, node.integer("transBatchA", 0) != 0);
    transposeOperand(b, node.integer("transB", 0) != 0, node.integer("transBatchB", 0) != 0);
    auto result = multiplied(node, std::move(a), std::move(b));
    if (!result) return tl::unexpected(result.error());
    node.setOutput(0, std::move(*result), node.inputType(0));
    return {};
}

/// The weight is packed; attributes K and N give its extents.
Result<void> matmulPacked(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* a = node.shape(0);
    if (a == nullptr) return {};
    const Count k = node.integer("K", 0);
    const Count n = node.integer("N", 0);
    if (a->empty() || a->back() != k || n < 1) {
        return node.fail(NW_TEXT("onnx.matmul.packed", "%1: the input %2 doesn't go with K = %3 and N = %4"),
                         shapeText(*a), k, n);
    }
    Shape output = *a;
    output.back() = n;
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

Result<void> checkGemmRank(const NodeContext& node, std::size_t input, const Shape& shape) {
    if (shape.size() == 2) return {};
    return node.failWith(message(NW_TEXT("onnx.gemm.remedy", "Use MatMul for operands with leading axes, or reshape "
                                                             "them to matrices.")),
                         NW_TEXT("onnx.gemm.rank", "%1 takes matrices of rank 2, but \"%2\" has the shape %3 of rank "
                                                   "%4"),
                         node.inputName(input), shapeText(shape), shape.size());
}

Result<void> gemmWith(NodeContext& node, std::size_t right, std::size_t bias, DataType type) {
    node.setType(0, type);
    const Shape* a = node.shape(0);
    const Shape* b = node.shape(right);
    if (a != nullptr) {
        if (auto ok = checkGemmRank(node, 0, *a); !ok) return ok;
    }
    if (b != nullptr) {
        if (auto ok = checkGemmRank(node, right, *b); !ok) return ok;
    }
    if (a == nullptr || b == nullptr) return {};
    const std::size_t transA = node.integer("transA", 0) != 0 ? 1 : 0;
    const std::size_t transB = node.integer("transB", 0) != 0 ? 1 : 0;
    if ((*a)[1 - transA] != (*b)[transB]) {
        return node.fail(NW_TEXT("onnx.gemm.inner", "%1: the inner extents of %2 and %3 differ (transA %4, transB %5)"),
                         shapeText(*a), shapeText(*b), transA, transB);
    }
    const Shape output = {(*a)[transA], (*b)[1 - transB]};
    const Shape* c = node.shape(bias);
    if (c != nullptr && !broadcastsTo(*c, output)) {
        return node.failWith(message(NW_TEXT("onnx.gemm.bias.remedy", "Its bias must be a scalar, a row, a column or a "
                                                                      "matrix of the output's extents.")),
                             NW_TEXT("onnx.gemm.bias", "%1: the bias %2 doesn't broadcast to the output %3"),
                             shapeText(*c), shapeText(output));
    }
    node.setOutput(0, output, type);
    return {};
}

Result<void> gemm(NodeContext& node) { return gemmWith(node, 1, 2, node.inputType(0)); }

/// The type of the result is an attribute, where it isn't that of A.
Result<void> gemmFloat8(NodeContext& node) {
    const std::int64_t asked = node.integer("dtype", 0);
    return gemmWith(node, 1, 2, asked == 0 ? node.inputType(0) : elementTypeOf(asked));
}

/// A, a_scale, a_zero_point, B, b_scale, b_zero_point, C, y_scale, y_zero_point.
Result<void> qgemm(NodeContext& node) {
    return gemmWith(node, 3, 6, node.hasInput(8) ? node.inputType(8) : DataType::float32);
}

Result<void> determinant(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* x = node.shape(0);
    if (x == nullptr) return {};
    if (x->size() < 2 || (*x)[x->size() - 1] != (*x)[x->size() - 2]) {
        return node.fail(NW_TEXT("onnx.det", "%1 needs square matrices, not %2"), shapeText(*x));
    }
    node.setOutput(0, {x->begin(), x->end() - 2}, node.inputType(0));
    return {};
}

} // namespace

const std::vector<RuleEntry>& matmulRules() {
    static const std::vector<RuleEntry> kRules = {{"", "MatMul", &matmul, 2},
                                                  {"", "MatMulInteger", &matmulInteger, 2},
                                                  {"", "QLinearMatMul", &qlinearMatmul, 8},
                                                  {"", "Gemm", &gemm, 2},
                                                  {"", "Det", &determinant, 1},
                                                  {"com.microsoft", "FusedMatMul", &fusedMatmul, 2},
                                                  {"com.microsoft", "TransposeMatMul", &fusedMatmul, 2},
                                                  {"com.microsoft", "FusedMatMulActivation", &fusedMatmul, 2},
                                                  {"com.microsoft", "FusedGemm", &gemm, 2},
                                                  {"com.microsoft", "GemmFloat8", &gemmFloat8, 2},
                                                  {"com.microsoft", "GemmFastGelu", &matmul, 2},
                                                  {"com.microsoft", "QGemm", &qgemm, 6},
                                                  {"com.microsoft", "MatMulNBits", &matmulPacked, 2},
                                                  {"com.microsoft", "MatMulBnb4", &matmulPacked, 2},
                                                  {"com.microsoft", "MatMulInteger16", &matmulInteger, 2},
                                                  {"com.microsoft", "MatMulIntegerToFloat", &matmulIntegerToFloat, 4},
                                                  {"com.microsoft", "DynamicQuantizeMatMul", &dynamicQuantizeMatmul, 2},
                                                  {"com.microsoft", "QLinearMatMul", &qlinearMatmul, 8}};
    return kRules;
}

} // namespace nestwright::onnx_format
