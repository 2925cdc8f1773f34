// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"
#include "core/formats/onnx/rules/window.h"

#include <algorithm>

namespace nestwright::onnx_format {
namespace {

Result<void> checkImage(const NodeContext& node, const Shape& x) {
    if (x.size() >= 3) return {};
    return node.fail(NW_TEXT("onnx.pool.rank", "%1 needs batch, channels and spatial axes, but its input has the shape "
                                               "%2"),
                     shapeText(x));
}

Result<void> pool(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* x = node.shape(0);
    if (x == nullptr) return {};
    if (auto ok = checkImage(node, *x); !ok) return ok;
    const auto kernel = node.list("kernel_shape");
    if (!kernel || kernel->size() + 2 != x->size()) {
        return node.fail(NW_TEXT("onnx.pool.kernel", "%1: kernel_shape must have %2 entries for the input %3"),
                         x->size() - 2, shapeText(*x));
    }
    auto window = readWindow(node, *kernel);
    if (!window) return tl::unexpected(window.error());
    const auto extents = slide(node, {x->begin() + 2, x->end()}, *window, node.integer("ceil_mode", 0) != 0);
    if (!extents) return tl::unexpected(extents.error());
    Shape output = {(*x)[0], (*x)[1]};
    output.insert(output.end(), extents->begin(), extents->end());
    resolveWindow(node, *window);
    node.setOutput(1, output, DataType::int64);
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

Result<void> globalPool(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* x = node.shape(0);
    if (x == nullptr) return {};
    if (auto ok = checkImage(node, *x); !ok) return ok;
    Shape output = *x;
    std::fill(output.begin() + 2, output.end(), 1);
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

Result<void> maxUnpool(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* x = node.shape(0);
    if (x == nullptr) return {};
    if (auto ok = checkImage(node, *x); !ok) return ok;
    if (node.hasInput(2)) {
        if (const auto target = integersOf(node, 2)) node.setOutput(0, *target, node.inputType(0));
        return {};
    }
    auto window = readWindow(node, node.list("kernel_shape").value_or(std::vector<Count>{}));
    if (!window) return tl::unexpected(window.error());
    if (window->rank() + 2 != x->size()) {
        return node.fail(NW_TEXT("onnx.pool.kernel", "%1: kernel_shape must have %2 entries for the input %3"),
                         x->size() - 2, shapeText(*x));
    }
    Shape output = {(*x)[0], (*x)[1]};
    for (std::size_t i = 0; i < window->rank(); ++i) {
        const auto reach = checkedMultiply((*x)[i + 2] - 1, window->strides[i]);
        const Count margin = window->kernel[i] - window->padsBegin[i] - window->padsEnd[i];
        const auto extent = reach ? checkedAdd(*reach, margin) : reach;
        if (!extent) return node.fail(NW_TEXT("onnx.unpool.overflow", "%1: its output is too large to count"));
        output.push_back(std::max<Count>(*extent, 0));
    }
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

/// One pooled window a region: [regions, channels, height, width].
Result<void> regions(NodeContext& node, Count height, Count width) {
    node.setType(0, node.inputType(0));
    const Shape* x = node.shape(0);
    const Shape* boxes = node.shape(1);
    if (x == nullptr || boxes == nullptr) return {};
    if (x->size() != 4 || boxes->size() != 2 || height < 1 || width < 1) {
        return node.fail(NW_TEXT("onnx.regions", "%1 needs an input of rank 4 and regions of rank 2, not %2 and %3"),
                         shapeText(*x), shapeText(*boxes));
    }
    node.setOutput(0, {(*boxes)[0], (*x)[1], height, width}, node.inputType(0));
    return {};
}

Result<void> roiAlign(NodeContext& node) {
    return regions(node, node.integer("output_height", 1), node.integer("output_width", 1));
}

Result<void> maxRoiPool(NodeContext& node) {
    const auto pooled = node.list("pooled_shape");
    if (!pooled || pooled->size() != 2) {
        return node.fail(NW_TEXT("onnx.roi.pooled", "%1: pooled_shape must have 2 entries"));
    }
    return regions(node, (*pooled)[0], (*pooled)[1]);
}

} // namespace

const std::vector<RuleEntry>& poolRules() {
    static const std::vector<RuleEntry> kRules = {{"", "MaxPool", &pool, 1},
                                                  {"", "AveragePool", &pool, 1},
                                                  {"", "LpPool", &pool, 1},
                                                  {"", "GlobalAveragePool", &globalPool, 1},
                                                  {"", "GlobalMaxPool", &globalPool, 1},
                                                  {"", "GlobalLpPool", &globalPool, 1},
                                                  {"", "MaxUnpool", &maxUnpool, 2},
                                                  {"", "RoiAlign", &roiAlign, 3},
                                                  {"", "MaxRoiPool", &maxRoiPool, 2},
                                                  {"com.microsoft", "QLinearAveragePool", &pool, 1},
                                                  {"com.microsoft", "QLinearGlobalAveragePool", &globalPool, 1}};
    return kRules;
}

} // namespace nestwright::onnx_format
