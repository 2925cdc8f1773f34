// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/describe.h"

#include <algorithm>
#include <array>

namespace nestwright::catalogue {
namespace {

/// A view: the same bytes under another shape, so nothing moves.
Result<OperatorWork> describeView(const OperatorView& view, const Entry& entry) {
    OperatorWork work;
    work.layerType = entry.layerType;
    work.macs = 0;
    work.dims = {{"elements", view.elements()}};
    return work;
}

/// All data inputs are read once and the outputs written once.
Result<OperatorWork> describeCopy(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    setVector(work, view, entry.operations * static_cast<double>(view.elements()));
    work.dims = {{"elements", view.elements()}};
    return work;
}

/// Of the first input only what reaches the output is read; `otherInputs` (indices) are read whole.
OperatorWork partOf(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    work.weightBytes = 0;
    work.inputBytes = 0;
    const double elements = static_cast<double>(view.elements());
    for (std::size_t i = 0; i < view.op().inputs.size(); ++i) {
        const Tensor* tensor = view.input(i);
        if (tensor == nullptr || (tensor->role == TensorRole::constant && tensor->integers)) continue;
        const auto whole = tensor->bytes();
        const double part = bytesOf(elements, tensor);
        const double wholeBytes = static_cast<double>(whole.value_or(0));
        addRead(work, *tensor, i > 0 ? wholeBytes : whole ? std::min(part, wholeBytes) : part);
    }
    setVector(work, view, entry.operations * elements);
    work.dims = {{"elements", view.elements()}};
    return work;
}

Result<OperatorWork> describePart(const OperatorView& view, const Entry& entry) { return partOf(view, entry); }

/// Rows of a table: those that the indices name are read, a repeated one as often as it is named, up to the whole
/// table.
Result<OperatorWork> describeGather(const OperatorView& view, const Entry& entry) {
    const Shape* shape = view.inputShape(0);
    if (entry.type == "Gather" && shape != nullptr && !axisOf(view.op().integer("axis", 0), shape->size())) {
        return view.error(NW_TEXT("gather.axis", "%1 \"%2\": axis %3 lies outside the shape %4"),
                          view.op().integer("axis", 0), textOf(*shape));
    }
    return partOf(view, entry);
}

/// The data is copied (read and written once), then the updates are written over it.
Result<OperatorWork> describeScatter(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const Tensor* updates = view.input(2);
    const double elements = updates == nullptr ? 0.0 : static_cast<double>(updates->elements().value_or(0));
    setVector(work, view, view.op().text("reduction", "none") == "none" ? 0.0 : elements);
    if (updates != nullptr) work.vector->writeBytes += static_cast<double>(updates->bytes().value_or(0));
    work.dims = {{"elements", static_cast<Count>(elements)}};
    return work;
}

/// Interpolation costs 2 operations an output element and tap: 1 tap (nearest), 2 an axis that changes (linear), 4
/// (cubic).
Result<OperatorWork> describeResize(const OperatorView& view, const Entry& entry) {
    const std::string mode = view.op().text("mode", "nearest");
    const Shape* from = view.inputShape(0);
    const Shape* to = view.outputShape(0);
    double taps = mode == "nearest" ? 0.0 : 1.0;
    for (std::size_t i = 0; taps > 0 && from != nullptr && to != nullptr && i < std::min(from->size(), to->size());
         ++i) {
        if ((*from)[i] != (*to)[i]) taps *= mode == "cubic" ? 4.0 : 2.0;
    }
    OperatorWork work = view.start(entry.layerType);
    setVector(work, view, 2.0 * taps * static_cast<double>(view.elements()));
    work.dims = {{"elements", view.elements()}};
    return work;
}

/// Each output is interpolated between 4 (in 3-D 8) neighbours at a place that the grid gives: 2 operations a tap.
Result<OperatorWork> describeGridSample(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const Shape* shape = view.inputShape(0);
    const double taps = shape != nullptr && shape->size() == 5 ? 8.0 : 4.0;
    setVector(work, view, 2.0 * taps * static_cast<double>(view.elements()));
    work.dims = {{"elements", view.elements()}};
    return work;
}

/// Sorting: n log n comparisons are bounded by 20 an element (up to a million elements).
Result<OperatorWork> describeUnique(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const Tensor* input = view.input(0);
    setVector(work, view, 20.0 * static_cast<double>(input == nullptr ? 0 : input->elements().value_or(0)));
    return work;
}

/// Token, position and segment rows are gathered and added (2 operations), then normalized (7).
Result<OperatorWork> describeEmbedLayerNorm(const OperatorView& view, const Entry& entry) {
    OperatorWork work = view.start(entry.layerType);
    const double elements = static_cast<double>(view.elements());
    countReads(work, view, [&](std::size_t i, const Tensor& tensor, double whole) {
        const bool isTable = i >= 2 && i <= 4;
        return isTable ? std::min(whole, bytesOf(elements, &tensor)) : whole;
    });
    setVector(work, view, entry.operations * elements);
    work.dims = {{"elements", view.elements()}};
    return work;
}

constexpr Entry viewEntry(std::string_view type) { return {kOnnx, type, LayerType::dataMovement, describeView, 0}; }
constexpr Entry copyEntry(std::string_view type, std::string_view domain = kOnnx) {
    return {domain, type, LayerType::dataMovement, describeCopy, 0};
}
constexpr Entry partEntry(std::string_view type) { return {kOnnx, type, LayerType::dataMovement, describePart, 0}; }
constexpr Entry gather(std::string_view type, std::string_view domain = kOnnx) {
    return {domain, type, LayerType::embedding, describeGather, 0};
}
constexpr Entry scatter(std::string_view type) { return {kOnnx, type, LayerType::dataMovement, describeScatter, 0}; }

constexpr std::array kMovements = {
    viewEntry("Reshape"),
    viewEntry("Flatten"),
    viewEntry("Squeeze"),
    viewEntry("Unsqueeze"),
    viewEntry("Identity"),
    viewEntry("Dropout"),
    viewEntry("Optional"),
    viewEntry("OptionalGetElement"),
    viewEntry("OptionalHasElement"),
    copyEntry("Transpose"),
    copyEntry("Concat"),
    copyEntry("Split"),
    copyEntry("Pad"),
    copyEntry("Expand"),
    copyEntry("Tile"),
    copyEntry("DepthToSpace"),
    copyEntry("SpaceToDepth"),
    copyEntry("ReverseSequence"),
    copyEntry("Col2Im"),
    copyEntry("OneHot"),
    copyEntry("EyeLike"),
    copyEntry("NonZero"),
    copyEntry("SplitToSequence"),
    copyEntry("ConcatFromSequence"),
    copyEntry("TensorScatter"),
    copyEntry("StringNormalizer"),
    copyEntry("StringConcat"),
    copyEntry("StringSplit"),
    copyEntry("RegexFullMatch"),
    copyEntry("TfIdfVectorizer"),
    copyEntry("BitCast"),
    copyEntry("ImageDecoder"),
    copyEntry("Concat", kMicrosoft),
    copyEntry("QLinearConcat", kMicrosoft),
    copyEntry("Pad", kMicrosoft),
    copyEntry("NhwcMaxPool", kMicrosoft),
    copyEntry("RemovePadding", kMicrosoft),
    copyEntry("RestorePadding", kMicrosoft),
    copyEntry("ExpandDims", kMicrosoft),
    partEntry("Slice"),
    partEntry("Trilu"),
    partEntry("Compress"),
    partEntry("CenterCropPad"),
    gather("Gather"),
    gather("GatherElements"),
    gather("GatherND"),
    gather("GatherND", kMicrosoft),
    gather("GatherBlockQuantized", kMicrosoft),
    scatter("Scatter"),
    scatter("ScatterElements"),
    scatter("ScatterND"),
    Entry{kOnnx, "Resize", LayerType::dataMovement, describeResize, 2},
    Entry{kOnnx, "Upsample", LayerType::dataMovement, describeResize, 2},
    Entry{kOnnx, "GridSample", LayerType::dataMovement, describeGridSample, 2},
    Entry{kOnnx, "AffineGrid", LayerType::dataMovement, describeCopy, 6},
    Entry{kOnnx, "Unique", LayerType::dataMovement, describeUnique, 20},
    Entry{kMicrosoft, "EmbedLayerNormalization", LayerType::embedding, describeEmbedLayerNorm, 9},
};

} // namespace

std::span<const Entry> movements() { return kMovements; }

} // namespace nestwright::catalogue
