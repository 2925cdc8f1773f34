// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/describe.h"

#include <algorithm>
#include <array>

namespace nestwright::catalogue {
namespace {

// Operations per element are the steps of the textbook formula, each counted once (a square root or a division is one):
// layer norm: sum, subtract mean, square, sum, multiply by the inverse deviation, scale, shift = 7;
// RMS norm: square, sum, multiply, scale = 4; batch norm at inference: scale and shift = 2.

double elementsOf(const Tensor* tensor) {
    return tensor == nullptr ? 0.0 : static_cast<double>(tensor->elements().value_or(0));
}

Count rowOf(const Shape& shape, std::size_t firstAxis) { return product(shape, firstAxis, shape.size()); }

/// Passes over a row that doesn't stay on the chip: statistics, then the normalization itself.
int passesFor(Count row, int longPasses) { return row <= kRowOnChip ? 1 : longPasses; }

void setRows(OperatorWork& work, Count elements, Count row) {
    work.dims = {{"rows", row > 0 ? elements / row : 0}, {"cols", row}};
}

OperatorWork overRows(const OperatorView& view, const Entry& entry, Count row, int longPasses, double operations) {
    OperatorWork work = view.start(entry.layerType);
    const double elements = elementsOf(view.input(0));
    setRows(work, static_cast<Count>(elements), row);
    setVector(work, view, operations * elements, passesFor(row, longPasses));
    return work;
}

OperatorWork withoutShape(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    setVector(work, view, 0);
    return work;
}

/// Running statistics are known before: one pass.
Result<OperatorWork> describeBatchNorm(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    setVector(work, view, entry.operations * elementsOf(view.input(0)));
    if (const Shape* shape = view.inputShape(0); shape != nullptr && shape->size() > 1) {
        work.dims = {{"N", (*shape)[0]}, {"C", (*shape)[1]}, {"positions", product(*shape, 2, shape->size())}};
    }
    return work;
}

/// Rows are the axes from `axis` on. Long rows take three passes: mean, variance, normalization.
Result<OperatorWork> describeLayerNorm(const OperatorView& view, const Entry& entry) {
    const Shape* shape = view.inputShape(0);
    if (shape == nullptr || shape->empty()) return withoutShape(view, entry);
    const auto written = view.op().integer("axis", -1);
    const auto axis = axisOf(written, shape->size());
    if (!axis) {
        return view.error(NW_TEXT("norm.axis", "%1 \"%2\": axis %3 lies outside the shape %4"), written,
                          textOf(*shape));
    }
    return overRows(view, entry, rowOf(*shape, *axis), 3, entry.operations);
}

/// Rows as in layer norm; long rows take two passes: sum of squares, normalization.
Result<OperatorWork> describeRmsNorm(const OperatorView& view, const Entry& entry) {
    auto work = describeLayerNorm(view, entry);
    if (work && work->vector && work->vector->passes == 3) {
        setVector(*work, view, work->vector->operations, 2);
    }
    return work;
}

/// Input and skip are added (with a bias: two additions) and the sum is normalized over the last axis.
Result<OperatorWork> describeSkipNorm(const OperatorView& view, const Entry& entry) {
    const Shape* shape = view.inputShape(0);
    if (shape == nullptr || shape->empty()) return withoutShape(view, entry);
    const bool isLayerNorm = entry.type == "SkipLayerNormalization";
    const std::size_t bias = isLayerNorm ? 4 : 3;
    const double operations = entry.operations + (view.input(bias) != nullptr ? 1.0 : 0.0);
    return overRows(view, entry, shape->back(), isLayerNorm ? 3 : 2, operations);
}

/// Rows are the positions of a channel (instance norm) or of a group of channels (group norm).
Result<OperatorWork> describeGroupNorm(const OperatorView& view, const Entry& entry) {
    const Shape* shape = view.inputShape(0);
    if (shape == nullptr || shape->size() < 2) return withoutShape(view, entry);
    const bool isChannelLast = view.op().integer("channels_last", entry.domain == kMicrosoft ? 1 : 0) != 0;
    const Count channels = isChannelLast ? shape->back() : (*shape)[1];
    const Count fallback = entry.type == "InstanceNormalization" ? channels : 1;
    const Count groups = view.op().integer("num_groups", view.op().integer("groups", fallback));
    if (groups < 1 || (channels > 0 && channels % groups != 0)) {
        return view.error(NW_TEXT("norm.groups", "%1 \"%2\": %3 groups do not divide %4 channels"), groups, channels);
    }
    return overRows(view, entry, rowOf(*shape, 1) / groups, 3, entry.operations);
}

/// Squares of `size` neighbouring channels are summed, then scaled, raised to a power and multiplied in.
Result<OperatorWork> describeLrn(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const double window = static_cast<double>(std::max<std::int64_t>(view.op().integer("size", 1), 1));
    setVector(work, view, (2.0 * window + entry.operations) * elementsOf(view.input(0)));
    return work;
}

/// The sum over an axis, then a division; long rows take two passes.
Result<OperatorWork> describeLpNorm(const OperatorView& view, const Entry& entry) {
    const Shape* shape = view.inputShape(0);
    if (shape == nullptr || shape->empty()) return withoutShape(view, entry);
    const auto axis = axisOf(view.op().integer("axis", -1), shape->size());
    if (!axis) {
        return view.error(NW_TEXT("norm.axis", "%1 \"%2\": axis %3 lies outside the shape %4"),
                          view.op().integer("axis", -1), textOf(*shape));
    }
    return overRows(view, entry, (*shape)[*axis], 2, entry.operations);
}

/// Over the axes given (all but the channels where none are): mean, variance, normalization.
Result<OperatorWork> describeMeanVariance(const OperatorView& view, const Entry& entry) {
    const Shape* shape = view.inputShape(0);
    if (shape == nullptr || shape->size() < 2) return withoutShape(view, entry);
    return overRows(view, entry, product(*shape) / std::max<Count>((*shape)[1], 1), 3, entry.operations);
}

constexpr std::array kNormalizations = {
    Entry{kOnnx, "BatchNormalization", LayerType::normalization, describeBatchNorm, 2},
    Entry{kOnnx, "LayerNormalization", LayerType::normalization, describeLayerNorm, 7},
    Entry{kOnnx, "RMSNormalization", LayerType::normalization, describeRmsNorm, 4},
    Entry{kOnnx, "SimplifiedLayerNormalization", LayerType::normalization, describeRmsNorm, 4},
    Entry{kMicrosoft, "SimplifiedLayerNormalization", LayerType::normalization, describeRmsNorm, 4},
    Entry{kMicrosoft, "LayerNormalization", LayerType::normalization, describeLayerNorm, 7},
    Entry{kMicrosoft, "SkipLayerNormalization", LayerType::normalization, describeSkipNorm, 8},
    Entry{kMicrosoft, "SkipSimplifiedLayerNormalization", LayerType::normalization, describeSkipNorm, 5},
    Entry{kOnnx, "InstanceNormalization", LayerType::normalization, describeGroupNorm, 7},
    Entry{kOnnx, "GroupNormalization", LayerType::normalization, describeGroupNorm, 7},
    Entry{kMicrosoft, "GroupNorm", LayerType::normalization, describeGroupNorm, 7},
    Entry{kMicrosoft, "SkipGroupNorm", LayerType::normalization, describeGroupNorm, 8},
    Entry{kOnnx, "LRN", LayerType::normalization, describeLrn, 4},
    Entry{kOnnx, "LpNormalization", LayerType::normalization, describeLpNorm, 3},
    Entry{kOnnx, "MeanVarianceNormalization", LayerType::normalization, describeMeanVariance, 6},
};

} // namespace

std::span<const Entry> normalizations() { return kNormalizations; }

} // namespace nestwright::catalogue
