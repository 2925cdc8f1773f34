// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nestwright::onnx_format {
namespace {

std::optional<std::vector<double>> realsOf(const NodeContext& node, std::size_t input) {
    const Value* value = node.value(input);
    if (value == nullptr || value->size() == 0) return std::nullopt;
    std::vector<double> result;
    for (std::size_t i = 0; i < value->size(); ++i) result.push_back(value->real(i));
    return result;
}

/// The scales of Upsample and Resize, wherever the opset keeps them.
std::optional<std::vector<double>> scalesOf(const NodeContext& node) {
    const auto it = node.op().attributes.find("scales");
    if (it != node.op().attributes.end()) {
        if (const auto* list = std::get_if<std::vector<double>>(&it->second)) return *list;
    }
    return realsOf(node, node.inputCount() == 2 ? 1 : 2);
}

/// With an aspect policy one scale holds for all axes: the smallest or the largest that the sizes ask for.
void keepAspect(const NodeContext& node, const Shape& shape, const std::vector<std::size_t>& axes, Shape& output) {
    const std::string policy = node.op().text("keep_aspect_ratio_policy", "stretch");
    if (policy == "stretch") return;
    double scale = policy == "not_larger" ? HUGE_VAL : 0;
    for (const std::size_t axis : axes) {
        if (shape[axis] == 0) return;
        const double own = static_cast<double>(output[axis]) / static_cast<double>(shape[axis]);
        scale = policy == "not_larger" ? std::min(scale, own) : std::max(scale, own);
    }
    for (const std::size_t axis : axes) {
        output[axis] = static_cast<Count>(std::lround(scale * static_cast<double>(shape[axis])));
    }
}

Result<void> resizeTo(NodeContext& node, const Shape& shape, const std::vector<std::size_t>& axes,
                      const std::vector<std::int64_t>& sizes) {
    Shape output = shape;
    for (std::size_t k = 0; k < axes.size(); ++k) output[axes[k]] = sizes[k];
    const bool isSound =
        std::all_of(output.begin(), output.end(), [](Count e) { return e >= 0 && e < (Count{1} << 40U); });
    if (!isSound) {
        return node.fail(NW_TEXT("onnx.resize.range", "%1: it would make an output of %2"), shapeText(output));
    }
    keepAspect(node, shape, axes, output);
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

Result<void> resize(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* shape = node.shape(0);
    if (shape == nullptr) return {};
    std::vector<std::int64_t> listed(shape->size());
    std::iota(listed.begin(), listed.end(), 0);
    if (const auto given = node.list("axes"); given && !given->empty()) listed = *given;
    const auto axes = normalAxes(node, listed, shape->size());
    if (!axes) return tl::unexpected(axes.error());
    std::vector<std::int64_t> sizes;
    if (node.hasInput(3)) {
        const auto known = integersOf(node, 3);
        if (!known) return {};
        sizes = *known;
    } else {
        const auto scales = scalesOf(node);
        if (!scales) return {};
        for (std::size_t k = 0; k < std::min(axes->size(), scales->size()); ++k) {
            const double extent = std::floor(static_cast<double>((*shape)[(*axes)[k]]) * (*scales)[k]);
            sizes.push_back(extent >= 0 && extent < 1e12 ? static_cast<std::int64_t>(extent) : -1);
        }
        if (scales->size() != axes->size()) sizes.clear();
    }
    if (sizes.size() != axes->size()) {
        return node.fail(NW_TEXT("onnx.resize.length", "%1: its scales or sizes don't have one entry an axis of %2"),
                         shapeText(*shape));
    }
    return resizeTo(node, *shape, *axes, sizes);
}

/// Images [N, C, ...] sampled at a grid [N, ..., axes].
Result<void> gridSample(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* x = node.shape(0);
    const Shape* grid = node.shape(1);
    if (x == nullptr || grid == nullptr) return {};
    if (x->size() < 3 || grid->size() != x->size()) {
        return node.fail(NW_TEXT("onnx.grid", "%1: the input %2 doesn't go with the grid %3"), shapeText(*x),
                         shapeText(*grid));
    }
    Shape output = {(*x)[0], (*x)[1]};
    output.insert(output.end(), grid->begin() + 1, grid->end() - 1);
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

/// A grid for images of the size [N, C, ...] in input 1.
Result<void> affineGrid(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const auto size = integersOf(node, 1);
    if (!size || size->size() < 3) return {};
    Shape output = {size->front()};
    output.insert(output.end(), size->begin() + 2, size->end());
    output.push_back(static_cast<Count>(size->size()) - 2);
    const bool isSound = std::all_of(output.begin(), output.end(), [](Count e) { return e >= 0; });
    if (isSound) node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

} // namespace

const std::vector<RuleEntry>& resizeRules() {
    static const std::vector<RuleEntry> kRules = {{"", "Resize", &resize, 1},
                                                  {"", "Upsample", &resize, 1},
                                                  {"", "GridSample", &gridSample, 2},
                                                  {"", "AffineGrid", &affineGrid, 2},
                                                  {"com.microsoft", "GridSample", &gridSample, 2}};
    return kRules;
}

} // namespace nestwright::onnx_format
