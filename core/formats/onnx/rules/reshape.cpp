// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/broadcast.h"
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

#include <algorithm>
#include <numeric>

namespace nestwright::onnx_format {
namespace {

void keepValue(NodeContext& node) {
    if (const Value* value = node.value(0)) node.setValue(0, *value);
}

/// Reshape's target with 0 (copy) and -1 (the rest) resolved.
Result<Shape> resolveTarget(const NodeContext& node, const Shape& input, Shape target) {
    const bool isZeroKept = node.integer("allowzero", 0) != 0;
    std::optional<std::size_t> rest;
    for (std::size_t i = 0; i < target.size(); ++i) {
        if (target[i] == 0 && !isZeroKept && i < input.size()) target[i] = input[i];
        if (target[i] >= 0) continue;
        if (target[i] != -1 || rest) {
            return node.fail(NW_TEXT("onnx.reshape.negative", "%1: its target %2 may have one -1 and no other negative "
                                                              "extent"),
                             shapeText(target));
        }
        rest = i;
    }
    const auto total = productOf(node, input, 0, input.size());
    if (!total) return tl::unexpected(total.error());
    Shape known = target;
    if (rest) known[*rest] = 1;
    const auto product = productOf(node, known, 0, known.size());
    if (!product) return tl::unexpected(product.error());
    const bool divides = rest ? (*product == 0 ? *total == 0 : *total % *product == 0) : *product == *total;
    if (!divides) {
        return node.fail(NW_TEXT("onnx.reshape.count", "%1: the %2 elements of %3 don't fill the target %4"), *total,
                         shapeText(input), shapeText(target));
    }
    if (rest) target[*rest] = *product == 0 ? 0 : *total / *product;
    return target;
}

Result<void> reshape(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* input = node.shape(0);
    const auto target = node.listOrInput("shape", 1);
    if (input == nullptr || !target || !*target) return {};
    if ((*target)->size() > kMaxRank) {
        return node.fail(NW_TEXT("onnx.rank.limit", "%1: its output would have %2 axes; at most %3 are read"),
                         (*target)->size(), kMaxRank);
    }
    auto shape = resolveTarget(node, *input, **target);
    if (!shape) return tl::unexpected(shape.error());
    node.setOutput(0, std::move(*shape), node.inputType(0));
    keepValue(node);
    return {};
}

Result<void> flatten(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* shape = node.shape(0);
    if (shape == nullptr) return {};
    const std::int64_t given = node.integer("axis", 1);
    const auto rank = static_cast<std::int64_t>(shape->size());
    if (given < -rank || given > rank) {
        return node.fail(NW_TEXT("onnx.axis", "%1: axis %2 is outside the rank %3"), given, rank);
    }
    const auto axis = static_cast<std::size_t>(given < 0 ? given + rank : given);
    const auto rows = productOf(node, *shape, 0, axis);
    if (!rows) return tl::unexpected(rows.error());
    const auto columns = productOf(node, *shape, axis, shape->size());
    if (!columns) return tl::unexpected(columns.error());
    node.setOutput(0, {*rows, *columns}, node.inputType(0));
    keepValue(node);
    return {};
}

Result<void> squeeze(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* shape = node.shape(0);
    const auto given = node.listOrInput("axes", 1);
    if (shape == nullptr || !given) return {};
    std::vector<std::size_t> axes;
    if (*given) {
        auto listed = normalAxes(node, **given, shape->size());
        if (!listed) return tl::unexpected(listed.error());
        axes = std::move(*listed);
    }
    Shape output;
    for (std::size_t i = 0; i < shape->size(); ++i) {
        const bool isListed = std::find(axes.begin(), axes.end(), i) != axes.end();
        if (isListed && (*shape)[i] != 1) {
            return node.fail(NW_TEXT("onnx.squeeze", "%1: axis %2 of %3 has an extent other than 1"), i,
                             shapeText(*shape));
        }
        if (*given ? !isListed : (*shape)[i] != 1) output.push_back((*shape)[i]);
    }
    node.setOutput(0, std::move(output), node.inputType(0));
    keepValue(node);
    return {};
}

Result<void> unsqueeze(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* shape = node.shape(0);
    const auto given = node.listOrInput("axes", 1);
    if (shape == nullptr || !given || !*given) return {};
    const std::size_t rank = shape->size() + (*given)->size();
    const auto axes = normalAxes(node, **given, rank);
    if (!axes) return tl::unexpected(axes.error());
    Shape output(rank, 1);
    auto next = shape->begin();
    for (std::size_t i = 0; i < rank; ++i) {
        if (std::find(axes->begin(), axes->end(), i) == axes->end()) output[i] = *next++;
    }
    node.setOutput(0, std::move(output), node.inputType(0));
    keepValue(node);
    return {};
}

/// One new axis, whose place is an input.
Result<void> expandDims(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* shape = node.shape(0);
    const auto place = integersOf(node, 1);
    if (shape == nullptr || !place || place->size() != 1) return {};
    const auto axis = normalAxisOf(node, place->front(), shape->size() + 1);
    if (!axis) return tl::unexpected(axis.error());
    Shape output = *shape;
    output.insert(output.begin() + static_cast<std::ptrdiff_t>(*axis), 1);
    node.setOutput(0, std::move(output), node.inputType(0));
    keepValue(node);
    return {};
}

Result<void> transpose(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* shape = node.shape(0);
    if (shape == nullptr) return {};
    std::vector<std::size_t> order(shape->size());
    std::iota(order.rbegin(), order.rend(), std::size_t{0});
    if (const auto perm = node.list("perm"); perm && !perm->empty()) {
        if (perm->size() != shape->size()) {
            return node.fail(NW_TEXT("onnx.transpose", "%1: perm has %2 entries, the input %3 has rank %4"),
                             perm->size(), shapeText(*shape), shape->size());
        }
        auto listed = normalAxes(node, *perm, shape->size());
        if (!listed) return tl::unexpected(listed.error());
        order = std::move(*listed);
    }
    const auto strides = stridesOf(*shape);
    Shape output;
    std::vector<std::int64_t> steps;
    for (const std::size_t axis : order) {
        output.push_back((*shape)[axis]);
        steps.push_back(static_cast<std::int64_t>(strides[axis]));
    }
    if (const Value* value = node.value(0)) node.setValue(0, value->select(walkIndices(output, 0, steps)));
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

Result<void> expand(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* shape = node.shape(0);
    const auto target = integersOf(node, 1);
    if (shape == nullptr || !target) return {};
    const bool isSound = std::all_of(target->begin(), target->end(), [](Count extent) { return extent >= 0; });
    const auto output = isSound && target->size() <= kMaxRank ? broadcast(*shape, *target) : std::nullopt;
    if (!output) {
        return node.fail(NW_TEXT("onnx.expand", "%1: %2 doesn't broadcast to %3"), shapeText(*shape),
                         shapeText(*target));
    }
    if (const Value* value = node.value(0); value != nullptr && isFoldable(*output)) {
        node.setValue(0, value->select(broadcastIndices(*shape, *output)));
    }
    node.setOutput(0, *output, node.inputType(0));
    return {};
}

/// Repeats from an input, or from tiles and axis in the first opset.
Result<void> tile(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* shape = node.shape(0);
    auto repeats = integersOf(node, 1);
    if (shape == nullptr || !repeats) return {};
    if (node.hasInput(2)) {
        const auto axes = integersOf(node, 2);
        if (!axes || axes->size() != 1 || repeats->size() != 1) return {};
        const auto axis = normalAxisOf(node, axes->front(), shape->size());
        if (!axis) return tl::unexpected(axis.error());
        std::vector<std::int64_t> all(shape->size(), 1);
        all[*axis] = repeats->front();
        repeats = std::move(all);
    }
    if (repeats->size() != shape->size()) {
        return node.fail(NW_TEXT("onnx.tile", "%1: it has %2 repeats for the input %3"), repeats->size(),
                         shapeText(*shape));
    }
    Shape output;
    for (std::size_t i = 0; i < shape->size(); ++i) {
        const auto extent = checkedMultiply((*shape)[i], (*repeats)[i]);
        if (!extent || *extent < 0) {
            return node.fail(NW_TEXT("onnx.tile.range", "%1: the repeat %2 of axis %3 is out of range"), (*repeats)[i],
                             i);
        }
        output.push_back(*extent);
    }
    const Value* value = node.value(0);
    if (value != nullptr && value->size() == 1 && isFoldable(output)) {
        node.setValue(0, value->select(std::vector<std::size_t>(static_cast<std::size_t>(*elementsOf(output)), 0)));
    }
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

Result<void> shapeOf(NodeContext& node) {
    node.setType(0, DataType::int64);
    const Shape* shape = node.shape(0);
    if (shape == nullptr) return {};
    const auto rank = static_cast<std::int64_t>(shape->size());
    const auto clamp = [rank](std::int64_t i) { return std::clamp<std::int64_t>(i < 0 ? i + rank : i, 0, rank); };
    const std::int64_t start = clamp(node.integer("start", 0));
    const std::int64_t end = std::max(start, clamp(node.integer("end", rank)));
    node.setOutput(0, {end - start}, DataType::int64);
    node.setValue(0, Value::ofIntegers({shape->begin() + start, shape->begin() + end}));
    return {};
}

Result<void> sizeOf(NodeContext& node) {
    node.setOutput(0, {}, DataType::int64);
    const Shape* shape = node.shape(0);
    if (shape == nullptr) return {};
    const auto total = productOf(node, *shape, 0, shape->size());
    if (!total) return tl::unexpected(total.error());
    node.setValue(0, Value::ofIntegers({*total}));
    return {};
}

/// Blocks of pixels against channels: up widens the image.
Result<void> depthSpace(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* shape = node.shape(0);
    if (shape == nullptr) return {};
    const Count block = node.integer("blocksize", 0);
    const bool isUp = node.type() == "DepthToSpace";
    const bool isSound =
        shape->size() == 4 && block >= 1 && block < (Count{1} << 10U) &&
        (isUp ? (*shape)[1] % (block * block) == 0 : (*shape)[2] % block == 0 && (*shape)[3] % block == 0);
    if (!isSound) {
        return node.fail(NW_TEXT("onnx.depth_space", "%1: the input %2 can't be cut into blocks of %3"),
                         shapeText(*shape), block);
    }
    const Shape& s = *shape;
    constexpr Count kLargest = Count{1} << 40U;
    if (std::any_of(s.begin(), s.end(), [](Count extent) { return extent > kLargest; })) {
        return node.fail(NW_TEXT("onnx.depth_space.overflow", "%1: its output is too large to count"));
    }
    node.setOutput(0,
                   isUp ? Shape{s[0], s[1] / (block * block), s[2] * block, s[3] * block}
                        : Shape{s[0], s[1] * block * block, s[2] / block, s[3] / block},
                   node.inputType(0));
    return {};
}

} // namespace

const std::vector<RuleEntry>& reshapeRules() {
    static const std::vector<RuleEntry> kRules = {
        {"", "Reshape", &reshape, 1},         {"", "Flatten", &flatten, 1},
        {"", "Squeeze", &squeeze, 1},         {"com.microsoft", "ExpandDims", &expandDims, 2},
        {"", "Unsqueeze", &unsqueeze, 1},     {"", "Transpose", &transpose, 1},
        {"", "Expand", &expand, 2},           {"", "Tile", &tile, 2},
        {"", "Shape", &shapeOf, 1},           {"", "Size", &sizeOf, 1},
        {"", "DepthToSpace", &depthSpace, 1}, {"", "SpaceToDepth", &depthSpace, 1}};
    return kRules;
}

} // namespace nestwright::onnx_format
