// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/describe.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nestwright::catalogue {
namespace {

double inputElements(const OperatorView& view) {
    const Tensor* input = view.input(0);
    return input == nullptr ? 0.0 : static_cast<double>(input->elements().value_or(0));
}

/// Softmax over an axis (before opset 13: over all axes from it on). Operations per element: maximum, subtraction, exp,
/// sum, division. Rows that stay on the chip are read once, longer ones three times: maximum, sum, result.
Result<OperatorWork> describeSoftmax(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const Shape* shape = view.inputShape(0);
    if (shape == nullptr || shape->empty()) {
        setVector(work, view, entry.operations * inputElements(view));
        return work;
    }
    const int opset = view.graph().opset;
    const bool isFlattened = opset > 0 && opset < 13;
    const auto written = view.op().integer("axis", isFlattened ? 1 : -1);
    const auto axis = axisOf(written, shape->size());
    if (!axis) {
        return view.error(NW_TEXT("softmax.axis", "%1 \"%2\": axis %3 lies outside the shape %4"), written,
                          textOf(*shape));
    }
    const Count row = isFlattened ? product(*shape, *axis, shape->size()) : (*shape)[*axis];
    work.dims = {{"rows", row > 0 ? product(*shape) / row : 0}, {"cols", row}};
    setVector(work, view, entry.operations * inputElements(view), row <= kRowOnChip ? 1 : 3);
    return work;
}

/// Every input element takes part once; the result is written once.
Result<OperatorWork> describeReduction(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    setVector(work, view, entry.operations * inputElements(view));
    work.dims = {{"elements", static_cast<Count>(inputElements(view))}};
    return work;
}

/// A heap of k: each element is compared with its root and, at worst, sifted down log2 k levels.
Result<OperatorWork> describeTopK(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const Shape* output = view.outputShape(0);
    const auto axis = output == nullptr ? std::nullopt : axisOf(view.op().integer("axis", -1), output->size());
    const double k = axis ? std::max(1.0, static_cast<double>((*output)[*axis])) : 1.0;
    setVector(work, view, (1.0 + std::ceil(std::log2(k))) * inputElements(view));
    work.dims = {{"elements", static_cast<Count>(inputElements(view))}};
    return work;
}

/// 5 n log2 n operations, the count of a radix-2 complex transform, over the last axis but one of the input.
Result<OperatorWork> describeFourier(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const double elements = static_cast<double>(view.elements());
    const Shape* output = view.outputShape(0);
    const double row =
        output == nullptr || output->size() < 2 ? elements : static_cast<double>((*output)[output->size() - 2]);
    setVector(work, view, 2.5 * elements * std::log2(std::max(row, 2.0)));
    return work;
}

/// Pairs of boxes are compared: spatial positions squared, 12 operations for an overlap.
Result<OperatorWork> describeSuppression(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const Shape* scores = view.inputShape(1);
    const double boxes = scores == nullptr || scores->size() != 3 ? 0.0 : static_cast<double>((*scores)[2]);
    const double classes = scores == nullptr || scores->size() != 3
                               ? 0.0
                               : static_cast<double>((*scores)[0]) * static_cast<double>((*scores)[1]);
    setVector(work, view, 12.0 * classes * boxes * boxes / 2);
    return work;
}

constexpr Entry reduction(std::string_view type, double operations) {
    return {kOnnx, type, LayerType::reduction, describeReduction, operations};
}

constexpr std::array kReductions = {
    Entry{kOnnx, "Softmax", LayerType::softmax, describeSoftmax, 5},
    Entry{kOnnx, "LogSoftmax", LayerType::softmax, describeSoftmax, 6},
    Entry{kOnnx, "Hardmax", LayerType::softmax, describeSoftmax, 2},
    Entry{kMicrosoft, "BiasSoftmax", LayerType::softmax, describeSoftmax, 6},
    Entry{kMicrosoft, "QLinearSoftmax", LayerType::softmax, describeSoftmax, 8},
    reduction("ReduceSum", 1),
    reduction("ReduceMean", 1),
    reduction("ReduceMax", 1),
    reduction("ReduceMin", 1),
    reduction("ReduceProd", 1),
    reduction("ReduceL1", 2),
    reduction("ReduceL2", 2),
    reduction("ReduceSumSquare", 2),
    reduction("ReduceLogSum", 1),
    reduction("ReduceLogSumExp", 2),
    reduction("ArgMax", 1),
    reduction("ArgMin", 1),
    reduction("CumSum", 1),
    reduction("CumProd", 1),
    reduction("Det", 1),
    reduction("DynamicQuantizeLinear", 6),
    reduction("NegativeLogLikelihoodLoss", 2),
    reduction("SoftmaxCrossEntropyLoss", 7),
    Entry{kOnnx, "TopK", LayerType::reduction, describeTopK, 1},
    Entry{kOnnx, "DFT", LayerType::reduction, describeFourier, 1},
    Entry{kOnnx, "STFT", LayerType::reduction, describeFourier, 1},
    Entry{kOnnx, "NonMaxSuppression", LayerType::reduction, describeSuppression, 1},
};

} // namespace

std::span<const Entry> reductions() { return kReductions; }

} // namespace nestwright::catalogue
