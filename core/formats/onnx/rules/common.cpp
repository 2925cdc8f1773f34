// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/common.h"

#include <algorithm>

namespace nestwright::onnx_format {

Result<void> sameAsFirst(NodeContext& node) {
    node.setType(0, node.inputType(0));
    if (const Shape* shape = node.shape(0)) node.setOutput(0, *shape, node.inputType(0));
    return {};
}

Result<std::size_t> normalAxisOf(const NodeContext& node, std::int64_t axis, std::size_t rank) {
    if (const auto normal = normalAxis(axis, rank)) return *normal;
    return node.fail(NW_TEXT("onnx.axis", "%1: axis %2 is outside the rank %3"), axis, rank);
}

Result<std::vector<std::size_t>> normalAxes(const NodeContext& node, const std::vector<std::int64_t>& axes,
                                            std::size_t rank) {
    std::vector<std::size_t> result;
    for (const std::int64_t axis : axes) {
        const auto normal = normalAxisOf(node, axis, rank);
        if (!normal) return tl::unexpected(normal.error());
        if (std::find(result.begin(), result.end(), *normal) != result.end()) {
            return node.fail(NW_TEXT("onnx.axis.twice", "%1: axis %2 stands twice"), axis);
        }
        result.push_back(*normal);
    }
    return result;
}

Result<Count> productOf(const NodeContext& node, const Shape& shape, std::size_t first, std::size_t last) {
    const Shape part(shape.begin() + static_cast<std::ptrdiff_t>(first),
                     shape.begin() + static_cast<std::ptrdiff_t>(last));
    if (const auto product = elementsOf(part)) return *product;
    return node.fail(NW_TEXT("onnx.overflow", "%1: the extents of %2 multiply to more than 63 bits can count"),
                     shapeText(shape));
}

std::optional<std::vector<std::int64_t>> integersOf(const NodeContext& node, std::size_t input) {
    const Value* value = node.value(input);
    if (value == nullptr) return std::nullopt;
    std::vector<std::int64_t> result;
    for (std::size_t i = 0; i < value->size(); ++i) result.push_back(value->integer(i));
    return result;
}

bool isFoldable(const Shape& shape) {
    const auto total = elementsOf(shape);
    return total && *total <= static_cast<Count>(kMaxFoldedElements);
}

std::vector<std::size_t> stridesOf(const Shape& shape) {
    std::vector<std::size_t> strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * static_cast<std::size_t>(shape[i]);
    return strides;
}

std::vector<std::size_t> walkIndices(const Shape& to, std::size_t base, const std::vector<std::int64_t>& steps) {
    std::vector<std::size_t> indices;
    const auto total = static_cast<std::size_t>(elementsOf(to).value_or(0));
    std::vector<Count> at(to.size(), 0);
    auto source = static_cast<std::int64_t>(base);
    for (std::size_t k = 0; k < total; ++k) {
        indices.push_back(static_cast<std::size_t>(source));
        for (std::size_t i = to.size(); i-- > 0;) {
            source += steps[i];
            if (++at[i] < to[i]) break;
            source -= steps[i] * at[i];
            at[i] = 0;
        }
    }
    return indices;
}

} // namespace nestwright::onnx_format
