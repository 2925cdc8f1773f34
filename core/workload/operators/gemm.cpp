// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/attention_role.h"
#include "core/workload/operators/describe.h"

#include <algorithm>
#include <array>
#include <limits>

namespace nestwright::catalogue {
namespace {

/// Where a product's operands stand among the inputs and how they are turned.
struct Operands {
    std::size_t left = 0;
    std::size_t right = 1;
    bool isLeftTransposed = false;
    bool isRightTransposed = false;
};

/// Two matrices at the end of their shapes, with the extents before them; vectors get an extent of 1.
struct Matrix {
    Shape leading;
    Count rows = 1;
    Count columns = 1;
};

Matrix matrixOf(const Shape& shape, bool isTransposed, bool isLeft) {
    Matrix matrix;
    if (shape.size() == 1) {
        (isLeft ? matrix.columns : matrix.rows) = shape[0];
        return matrix;
    }
    matrix.leading.assign(shape.begin(), shape.end() - 2);
    matrix.rows = shape[shape.size() - (isTransposed ? 1 : 2)];
    matrix.columns = shape[shape.size() - (isTransposed ? 2 : 1)];
    return matrix;
}

bool isWeight(const Tensor* tensor) { return tensor != nullptr && tensor->role == TensorRole::weight; }

/// Leading extents that both have are the batch; those that only the left one has join its rows (M), those that only
/// the right one has join its columns (N).
Result<MatrixProduct> productOf(const OperatorView& view, const Shape& a, const Shape& b, Operands operands) {
    if (a.empty() || b.empty()) {
        return view.error(
            NW_TEXT("matmul.scalar", "%1 \"%2\": shapes %3 and %4; a scalar is no operand of a matrix product"),
            textOf(a), textOf(b));
    }
    const Matrix left = matrixOf(a, operands.isLeftTransposed, true);
    const Matrix right = matrixOf(b, operands.isRightTransposed, false);
    if (left.columns != right.rows) {
        return view.error(NW_TEXT("matmul.inner", "%1 \"%2\": shapes %3 and %4 do not multiply: %5 against %6"),
                          textOf(a), textOf(b), left.columns, right.rows);
    }
    MatrixProduct gemm;
    gemm.m = left.rows;
    gemm.n = right.columns;
    gemm.k = left.columns;
    const std::size_t rank = std::max(left.leading.size(), right.leading.size());
    for (std::size_t back = 1; back <= rank; ++back) {
        const Count x = back <= left.leading.size() ? left.leading[left.leading.size() - back] : 1;
        const Count y = back <= right.leading.size() ? right.leading[right.leading.size() - back] : 1;
        if (x != y && x != 1 && y != 1) {
            return view.error(
                NW_TEXT("matmul.broadcast", "%1 \"%2\": the leading extents of %3 and %4 do not broadcast"), textOf(a),
                textOf(b));
        }
        if (x == y)
            gemm.batch = saturatedMultiply(gemm.batch, x);
        else if (y == 1)
            gemm.m = saturatedMultiply(gemm.m, x);
        else
            gemm.n = saturatedMultiply(gemm.n, y);
    }
    gemm.leftBits = elementBits(view.input(operands.left));
    gemm.rightBits = elementBits(view.input(operands.right));
    gemm.outputBits = elementBits(view.output(0));
    gemm.isLeftWeight = isWeight(view.input(operands.left)) && !isWeight(view.input(operands.right));
    return gemm;
}

LayerType typeOf(const OperatorView& view, const MatrixProduct& gemm, Operands operands) {
    const bool hasWeight = isWeight(view.input(operands.left)) || isWeight(view.input(operands.right));
    const LayerType plain = gemm.batch > 1 ? LayerType::batchedGemm : LayerType::gemm;
    return hasWeight ? plain : attentionRoleOf(view).value_or(plain);
}

OperatorWork workOf(const OperatorView& view, const MatrixProduct& gemm, LayerType type) {
    OperatorWork work = view.start(type);
    work.dims = dimsOf(gemm);
    addEinsum(work, problemOf(gemm), type);
    return work;
}

Result<OperatorWork> describeProduct(const OperatorView& view, Operands operands) {
    const Shape* a = view.inputShape(operands.left);
    const Shape* b = view.inputShape(operands.right);
    if (a == nullptr || b == nullptr) return view.unknownShapes(LayerType::gemm);
    const auto gemm = productOf(view, *a, *b, operands);
    if (!gemm) return tl::unexpected(gemm.error());
    const LayerType type = typeOf(view, *gemm, operands);
    OperatorWork work = workOf(view, *gemm, type);
    const Count queries = matrixOf(*a, operands.isLeftTransposed, true).rows;
    if (type == LayerType::attentionScore) work.causalMacs = causalMacs(work, queries, gemm->n);
    if (type == LayerType::attentionValue) work.causalMacs = causalMacs(work, queries, gemm->k);
    return work;
}

/// The bias is broadcast one way: each of its extents, counted from the back, is 1 or the output's.
bool isBroadcast(const Shape& bias, Count m, Count n) {
    const Shape output = {m, n};
    if (bias.size() > 2) return false;
    for (std::size_t i = 0; i < bias.size(); ++i) {
        const Count extent = bias[bias.size() - 1 - i];
        if (extent != 1 && extent != output[1 - i]) return false;
    }
    return true;
}

Result<OperatorWork> describeGemm(const OperatorView& view, const Entry&) {
    const Shape* a = view.inputShape(0);
    const Shape* b = view.inputShape(1);
    if (a == nullptr || b == nullptr) return view.unknownShapes(LayerType::gemm);
    if (a->size() != 2 || b->size() != 2) {
        return view.error(NW_TEXT("gemm.rank",
                                  "%1 \"%2\": A %3 and B %4 must both have rank 2; MatMul multiplies tensors of "
                                  "higher rank"),
                          textOf(*a), textOf(*b));
    }
    const Operands operands{0, 1, view.op().integer("transA", 0) != 0, view.op().integer("transB", 0) != 0};
    const auto gemm = productOf(view, *a, *b, operands);
    if (!gemm) return tl::unexpected(gemm.error());
    OperatorWork work = workOf(view, *gemm, typeOf(view, *gemm, operands));
    const double outputs = static_cast<double>(gemm->m) * static_cast<double>(gemm->n);
    if (view.op().real("alpha", 1.0) != 1.0) addEpilogue(work, outputs);
    if (view.input(2) != nullptr) addEpilogue(work, outputs);
    if (view.op().has("activation")) addEpilogue(work, outputs);
    const Shape* bias = view.inputShape(2);
    if (bias != nullptr && !isBroadcast(*bias, gemm->m, gemm->n)) {
        work.warnings.push_back(
            view.warning("bias_broadcast",
                         message(NW_TEXT("gemm.bias", "%1 \"%2\": the bias of shape %3 does not broadcast to %4 x %5"),
                                 view.op().type, view.op().name, textOf(*bias), gemm->m, gemm->n)));
    }
    return work;
}

Result<OperatorWork> describeMatMul(const OperatorView& view, const Entry&) {
    return describeProduct(view, Operands{});
}

/// a, its scale and zero point, b with its own, the output's. Requantization: 3 operations an output element.
Result<OperatorWork> describeQLinearMatMul(const OperatorView& view, const Entry&) {
    auto work = describeProduct(view, Operands{0, 3, false, false});
    if (work) addEpilogue(*work, 3.0 * static_cast<double>(view.elements()));
    return work;
}

/// A, its scale and zero point, B with its own, C, the output's. Scaling and bias: 4 operations an output element.
Result<OperatorWork> describeQGemm(const OperatorView& view, const Entry&) {
    const Operands operands{0, 3, view.op().integer("transA", 0) != 0, view.op().integer("transB", 0) != 0};
    auto work = describeProduct(view, operands);
    if (work) addEpilogue(*work, 4.0 * static_cast<double>(view.elements()));
    return work;
}

/// A product whose result gets a bias and the tanh form of gelu: 15 operations an output element.
Result<OperatorWork> describeGemmFastGelu(const OperatorView& view, const Entry&) {
    auto work = describeProduct(view, Operands{});
    if (work) addEpilogue(*work, 15.0 * static_cast<double>(view.elements()));
    return work;
}

/// A is quantized on the way in (4 operations an element), the result scaled on the way out (2, with a bias 3).
Result<OperatorWork> describeDynamicQuantizeMatMul(const OperatorView& view, const Entry&) {
    auto work = describeProduct(view, Operands{});
    const Tensor* a = view.input(0);
    if (!work || a == nullptr) return work;
    addEpilogue(*work,
                4.0 * static_cast<double>(a->elements().value_or(0)) + 3.0 * static_cast<double>(view.elements()));
    return work;
}

/// A and B are int8 (or uint8), the result is scaled to floating point: 2 operations an element, with a bias 3.
Result<OperatorWork> describeMatMulIntegerToFloat(const OperatorView& view, const Entry&) {
    auto work = describeProduct(view, Operands{});
    if (work) addEpilogue(*work, 3.0 * static_cast<double>(view.elements()));
    return work;
}

/// The last two extents may be turned; alpha scales the result. A turned batch (transBatchA) permutes A's leading
/// extents and leaves every count as it is.
Result<OperatorWork> describeFusedMatMul(const OperatorView& view, const Entry&) {
    const Operands operands{0, 1, view.op().integer("transA", 0) != 0, view.op().integer("transB", 0) != 0};
    auto work = describeProduct(view, operands);
    if (work && view.op().real("alpha", 1.0) != 1.0) addEpilogue(*work, static_cast<double>(view.elements()));
    return work;
}

/// A [.., K] times N x K weights of 2 to 8 bits, stored in blocks along K with a scale each; unpacking costs a
/// subtraction and a multiplication a weight.
Result<OperatorWork> describeMatMulNBits(const OperatorView& view, const Entry&) {
    const Shape* a = view.inputShape(0);
    if (a == nullptr) return view.unknownShapes(LayerType::gemm);
    MatrixProduct gemm;
    gemm.k = view.op().integer("K", 0);
    gemm.n = view.op().integer("N", 0);
    if (gemm.k < 1 || gemm.n < 1 || a->empty() || a->back() != gemm.k) {
        return view.error(
            NW_TEXT("matmul.nbits", "%1 \"%2\": A has shape %3, but the attributes say K = %4 and N = %5"), textOf(*a),
            gemm.k, gemm.n);
    }
    gemm.m = product(*a, 0, a->size() - 1);
    gemm.leftBits = elementBits(view.input(0));
    gemm.rightBits = static_cast<int>(std::clamp<std::int64_t>(view.op().integer("bits", 4), 1, 8));
    gemm.outputBits = elementBits(view.output(0));
    OperatorWork work = workOf(view, gemm, LayerType::gemm);
    addEpilogue(work, 2.0 * static_cast<double>(gemm.k) * static_cast<double>(gemm.n));
    return work;
}

constexpr std::array kMatrixProducts = {
    Entry{kOnnx, "Gemm", LayerType::gemm, describeGemm},
    Entry{kOnnx, "MatMul", LayerType::gemm, describeMatMul},
    Entry{kOnnx, "MatMulInteger", LayerType::gemm, describeMatMul},
    Entry{kOnnx, "QLinearMatMul", LayerType::gemm, describeQLinearMatMul},
    Entry{kMicrosoft, "QLinearMatMul", LayerType::gemm, describeQLinearMatMul},
    Entry{kMicrosoft, "FusedGemm", LayerType::gemm, describeGemm},
    Entry{kMicrosoft, "GemmFloat8", LayerType::gemm, describeGemm},
    Entry{kMicrosoft, "FusedMatMul", LayerType::gemm, describeFusedMatMul},
    Entry{kMicrosoft, "TransposeMatMul", LayerType::gemm, describeFusedMatMul},
    Entry{kMicrosoft, "MatMulNBits", LayerType::gemm, describeMatMulNBits},
    Entry{kMicrosoft, "MatMulBnb4", LayerType::gemm, describeMatMulNBits},
    Entry{kMicrosoft, "QGemm", LayerType::gemm, describeQGemm},
    Entry{kMicrosoft, "GemmFastGelu", LayerType::gemm, describeGemmFastGelu},
    Entry{kMicrosoft, "MatMulInteger16", LayerType::gemm, describeMatMul},
    Entry{kMicrosoft, "MatMulIntegerToFloat", LayerType::gemm, describeMatMulIntegerToFloat},
    Entry{kMicrosoft, "DynamicQuantizeMatMul", LayerType::gemm, describeDynamicQuantizeMatMul},
};

} // namespace

std::span<const Entry> matrixProducts() { return kMatrixProducts; }

} // namespace nestwright::catalogue
