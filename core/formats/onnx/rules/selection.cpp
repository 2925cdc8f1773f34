// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

#include <algorithm>
#include <numeric>

namespace nestwright::onnx_format {
namespace {

/// What Slice is asked for, per listed axis.
struct SliceRequest {
    std::vector<std::int64_t> starts, ends, steps;
    std::vector<std::size_t> axes;
};

/// Nothing where a part can't be known.
Result<std::optional<SliceRequest>> readSlice(const NodeContext& node, std::size_t rank) {
    const auto starts = node.listOrInput("starts", 1);
    const auto ends = node.listOrInput("ends", 2);
    const auto axes = node.listOrInput("axes", 3);
    const auto steps = node.listOrInput("steps", 4);
    if (!starts || !*starts || !ends || !*ends || !axes || !steps) return std::optional<SliceRequest>();
    SliceRequest request{**starts, **ends, {}, {}};
    const std::size_t count = request.starts.size();
    request.steps = *steps ? **steps : std::vector<std::int64_t>(count, 1);
    std::vector<std::int64_t> listed(count);
    std::iota(listed.begin(), listed.end(), 0);
    if (*axes) listed = **axes;
    if (request.ends.size() != count || request.steps.size() != count || listed.size() != count) {
        return node.fail(NW_TEXT("onnx.slice.lengths", "%1: starts, ends, axes and steps have different lengths"));
    }
    auto normal = normalAxes(node, listed, rank);
    if (!normal) return tl::unexpected(normal.error());
    request.axes = std::move(*normal);
    return request;
}

std::int64_t clampIndex(std::int64_t index, std::int64_t extent, std::int64_t low, std::int64_t high) {
    if (index < 0) index = index < -extent ? -1 : index + extent;
    return std::clamp(index, low, high);
}

Result<void> slice(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* shape = node.shape(0);
    if (shape == nullptr) return {};
    const auto request = readSlice(node, shape->size());
    if (!request) return tl::unexpected(request.error());
    if (!*request) return {};
    Shape output = *shape;
    const auto strides = stridesOf(*shape);
    std::vector<std::int64_t> walk(strides.begin(), strides.end());
    std::int64_t base = 0;
    for (std::size_t k = 0; k < (*request)->axes.size(); ++k) {
        const std::size_t axis = (*request)->axes[k];
        const std::int64_t extent = (*shape)[axis];
        const std::int64_t step = (*request)->steps[k];
        if (step == 0 || step == INT64_MIN) {
            return node.fail(NW_TEXT("onnx.slice.step", "%1: the step of axis %2 is out of range"), axis);
        }
        // A slice that runs backwards ends before the first element, at -1.
        const std::int64_t start = step > 0 ? clampIndex((*request)->starts[k], extent, 0, extent)
                                            : clampIndex((*request)->starts[k], extent, -1, extent - 1);
        const std::int64_t end = step > 0 ? clampIndex((*request)->ends[k], extent, 0, extent)
                                          : clampIndex((*request)->ends[k], extent, -1, extent - 1);
        const std::int64_t reach = step > 0 ? end - start : start - end;
        output[axis] = reach > 0 ? ceilDivide(reach, step > 0 ? step : -step) : 0;
        if (output[axis] == 0 || node.value(0) == nullptr) continue;
        base += start * static_cast<std::int64_t>(strides[axis]);
        walk[axis] = output[axis] == 1 ? 0 : walk[axis] * step;
    }
    if (const Value* value = node.value(0)) {
        node.setValue(0, value->select(walkIndices(output, static_cast<std::size_t>(base), walk)));
    }
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

/// Elements that Gather takes along an axis; nothing where an index is outside.
std::optional<Value> gathered(const Value& data, const Shape& shape, std::size_t axis, const Value& indices) {
    std::size_t inner = 1;
    for (std::size_t i = axis + 1; i < shape.size(); ++i) inner *= static_cast<std::size_t>(shape[i]);
    std::size_t outer = 1;
    for (std::size_t i = 0; i < axis; ++i) outer *= static_cast<std::size_t>(shape[i]);
    const std::int64_t extent = shape[axis];
    std::vector<std::size_t> picks;
    for (std::size_t o = 0; o < outer; ++o) {
        for (std::size_t k = 0; k < indices.size(); ++k) {
            const std::int64_t index = indices.integer(k) + (indices.integer(k) < 0 ? extent : 0);
            if (index < 0 || index >= extent) return std::nullopt;
            const std::size_t start = (o * static_cast<std::size_t>(extent) + static_cast<std::size_t>(index)) * inner;
            for (std::size_t i = 0; i < inner; ++i) picks.push_back(start + i);
        }
    }
    return data.select(picks);
}

Result<void> gather(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* data = node.shape(0);
    const Shape* indices = node.shape(1);
    if (data == nullptr || indices == nullptr) return {};
    const auto axis = normalAxisOf(node, node.integer("axis", 0), data->size());
    if (!axis) return tl::unexpected(axis.error());
    const auto at = data->begin() + static_cast<std::ptrdiff_t>(*axis);
    Shape output(data->begin(), at);
    output.insert(output.end(), indices->begin(), indices->end());
    output.insert(output.end(), at + 1, data->end());
    if (node.value(0) != nullptr && node.value(1) != nullptr && isFoldable(output)) {
        auto value = gathered(*node.value(0), *data, *axis, *node.value(1));
        if (!value) {
            return node.fail(NW_TEXT("onnx.gather.index", "%1: an index is outside the extent %2 of axis %3"), *at,
                             *axis);
        }
        node.setValue(0, std::move(*value));
    }
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

/// The output has the shape of the indices.
Result<void> gatherElements(NodeContext& node) {
    node.setType(0, node.inputType(0));
    if (const Shape* indices = node.shape(1)) node.setOutput(0, *indices, node.inputType(0));
    return {};
}

Result<void> gatherND(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* data = node.shape(0);
    const Shape* indices = node.shape(1);
    if (data == nullptr || indices == nullptr) return {};
    const Count batch = node.integer("batch_dims", 0);
    const Count depth = indices->empty() ? 0 : indices->back();
    if (indices->empty() || batch < 0 || batch >= static_cast<Count>(indices->size()) || depth < 1 ||
        depth > static_cast<Count>(data->size()) - batch) {
        return node.fail(NW_TEXT("onnx.gather_nd", "%1: the indices %2 don't go with the data %3"), shapeText(*indices),
                         shapeText(*data));
    }
    Shape output(indices->begin(), indices->end() - 1);
    output.insert(output.end(), data->begin() + batch + depth, data->end());
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

/// Extents of the parts along the axis; nothing where they can't be known.
Result<std::optional<std::vector<Count>>> partsOf(const NodeContext& node, Count extent) {
    const auto given = node.listOrInput("split", 1);
    if (!given) return std::optional<std::vector<Count>>();
    const auto outputs = static_cast<Count>(node.outputCount());
    std::vector<Count> parts;
    if (*given && !(*given)->empty()) {
        parts = **given;
        std::optional<Count> sum = 0;
        for (const Count part : parts) sum = sum && part >= 0 ? checkedAdd(*sum, part) : std::nullopt;
        if (sum == extent && static_cast<Count>(parts.size()) >= outputs) return parts;
        return node.fail(NW_TEXT("onnx.split.sum", "%1: its parts %2 don't add up to the extent %3"), shapeText(parts),
                         extent);
    }
    const Count number = std::max<Count>(node.integer("num_outputs", outputs), 1);
    if (number < outputs) {
        return node.fail(NW_TEXT("onnx.split.number", "%1 has %2 outputs, but num_outputs is %3"), outputs, number);
    }
    const Count size = ceilDivide(extent, number);
    for (Count i = 0; i < outputs; ++i) parts.push_back(std::clamp<Count>(extent - i * size, 0, size));
    return parts;
}

Result<void> split(NodeContext& node) {
    for (std::size_t i = 0; i < node.outputCount(); ++i) node.setType(i, node.inputType(0));
    const Shape* shape = node.shape(0);
    if (shape == nullptr) return {};
    const auto axis = normalAxisOf(node, node.integer("axis", 0), shape->size());
    if (!axis) return tl::unexpected(axis.error());
    const auto parts = partsOf(node, (*shape)[*axis]);
    if (!parts) return tl::unexpected(parts.error());
    if (!*parts) return {};
    const auto strides = stridesOf(*shape);
    const std::vector<std::int64_t> walk(strides.begin(), strides.end());
    std::size_t base = 0;
    for (std::size_t i = 0; i < node.outputCount(); ++i) {
        Shape output = *shape;
        output[*axis] = (**parts)[i];
        if (const Value* value = node.value(0)) node.setValue(i, value->select(walkIndices(output, base, walk)));
        base += static_cast<std::size_t>((**parts)[i]) * strides[*axis];
        node.setOutput(i, std::move(output), node.inputType(0));
    }
    return {};
}

Result<void> topK(NodeContext& node) {
    node.setType(0, node.inputType(0));
    node.setType(1, DataType::int64);
    const Shape* shape = node.shape(0);
    const auto given = integersOf(node, 1);
    const bool isAttribute = node.op().has("k");
    if (shape == nullptr || (!isAttribute && (!given || given->size() != 1))) return {};
    const Count k = isAttribute ? node.integer("k", 1) : given->front();
    const auto axis = normalAxisOf(node, node.integer("axis", -1), shape->size());
    if (!axis) return tl::unexpected(axis.error());
    if (k < 0 || k > (*shape)[*axis]) {
        return node.fail(NW_TEXT("onnx.top_k", "%1: k = %2 is outside the extent %3 of axis %4"), k, (*shape)[*axis],
                         *axis);
    }
    Shape output = *shape;
    output[*axis] = k;
    node.setOutput(1, output, DataType::int64);
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

/// How many elements pass is known only when the model runs; the type is all that can be said.
Result<void> dataDependent(NodeContext& node) {
    const bool isIndex = node.type() == "NonZero" || node.type() == "NonMaxSuppression";
    node.setType(0, isIndex ? DataType::int64 : node.inputType(0));
    for (std::size_t i = 1; i < node.outputCount(); ++i) node.setType(i, DataType::int64);
    node.note(Severity::missing, "data_dependent_shape",
              NW_TEXT("onnx.data_dependent", "%1: the extents of its output depend on the data and can't be known"));
    return {};
}

/// Indices of the elements that aren't 0, one row an axis, where the elements are known.
Result<void> nonZero(NodeContext& node) {
    const Shape* shape = node.shape(0);
    const Value* value = node.value(0);
    if (shape == nullptr || value == nullptr) return dataDependent(node);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < value->size(); ++i) {
        if (value->real(i) != 0) found.push_back(i);
    }
    const auto strides = stridesOf(*shape);
    Value rows;
    for (std::size_t axis = 0; axis < shape->size(); ++axis) {
        for (const std::size_t i : found) {
            rows.integers.push_back(
                static_cast<std::int64_t>(i / strides[axis] % static_cast<std::size_t>((*shape)[axis])));
        }
    }
    node.setOutput(0, {static_cast<Count>(shape->size()), static_cast<Count>(found.size())}, DataType::int64);
    node.setValue(0, std::move(rows));
    return {};
}

} // namespace

const std::vector<RuleEntry>& selectionRules() {
    static const std::vector<RuleEntry> kRules = {{"", "Slice", &slice, 1},
                                                  {"", "Gather", &gather, 2},
                                                  {"", "GatherElements", &gatherElements, 2},
                                                  {"", "GatherND", &gatherND, 2},
                                                  {"com.microsoft", "GatherND", &gatherND, 2},
                                                  {"", "ScatterElements", &sameAsFirst, 3},
                                                  {"", "Scatter", &sameAsFirst, 3},
                                                  {"", "ScatterND", &sameAsFirst, 3},
                                                  {"", "TensorScatter", &sameAsFirst, 2},
                                                  {"", "Split", &split, 1},
                                                  {"", "TopK", &topK, 1},
                                                  {"", "Compress", &dataDependent, 2},
                                                  {"", "NonZero", &nonZero, 1},
                                                  {"", "Unique", &dataDependent, 1},
                                                  {"", "NonMaxSuppression", &dataDependent, 2}};
    return kRules;
}

} // namespace nestwright::onnx_format
