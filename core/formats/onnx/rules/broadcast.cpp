// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/broadcast.h"

#include <algorithm>

namespace nestwright::onnx_format {

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
    const std::size_t rank = std::max(a.size(), b.size());
    Shape result(rank, 1);
    for (std::size_t i = 0; i < rank; ++i) {
        const Count x = i < rank - a.size() ? 1 : a[i - (rank - a.size())];
        const Count y = i < rank - b.size() ? 1 : b[i - (rank - b.size())];
        if (x != y && x != 1 && y != 1) return std::nullopt;
        result[i] = x == 1 ? y : x;
    }
    return result;
}

bool broadcastsTo(const Shape& from, const Shape& to) {
    const auto result = broadcast(from, to);
    return result && *result == to;
}

std::vector<std::size_t> broadcastIndices(const Shape& from, const Shape& to) {
    const std::size_t offset = to.size() - from.size();
    std::vector<std::size_t> strides(to.size(), 0);
    std::size_t stride = 1;
    for (std::size_t i = to.size(); i-- > offset;) {
        const auto extent = static_cast<std::size_t>(from[i - offset]);
        strides[i] = extent == 1 ? 0 : stride;
        stride *= extent;
    }
    std::vector<std::size_t> indices;
    const auto total = static_cast<std::size_t>(elementsOf(to).value_or(0));
    std::vector<std::size_t> at(to.size(), 0);
    std::size_t source = 0;
    for (std::size_t k = 0; k < total; ++k) {
        indices.push_back(source);
        for (std::size_t i = to.size(); i-- > 0;) {
            source += strides[i];
            if (++at[i] < static_cast<std::size_t>(to[i])) break;
            source -= strides[i] * at[i];
            at[i] = 0;
        }
    }
    return indices;
}

Result<std::optional<Shape>> broadcastInputs(const NodeContext& node, std::size_t first, std::size_t last) {
    std::optional<Shape> result = Shape{};
    std::string texts;
    for (std::size_t i = first; i <= last && i < node.inputCount(); ++i) {
        if (!node.hasInput(i)) continue;
        const Shape* shape = node.shape(i);
        if (shape == nullptr) return std::optional<Shape>();
        texts += (texts.empty() ? "" : ", ") + node.inputName(i) + " " + shapeText(*shape);
        result = broadcast(*result, *shape);
        if (result) continue;
        return node.failWith(
            message(NW_TEXT("onnx.broadcast.remedy", "Axes must be equal or 1, counted from the last; give the same "
                                                     "value to symbols that meet here.")),
            NW_TEXT("onnx.broadcast", "%1: its inputs don't broadcast: %2"), texts);
    }
    return result;
}

} // namespace nestwright::onnx_format
