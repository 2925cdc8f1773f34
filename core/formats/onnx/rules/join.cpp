// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

#include <algorithm>
#include <numeric>

namespace nestwright::onnx_format {
namespace {

/// Joins the values of all inputs along the axis, where all are known.
void foldConcat(NodeContext& node, const Shape& output, std::size_t axis) {
    if (!isFoldable(output)) return;
    std::size_t outer = 1;
    for (std::size_t i = 0; i < axis; ++i) outer *= static_cast<std::size_t>(output[i]);
    bool isReal = false;
    for (std::size_t i = 0; i < node.inputCount(); ++i) {
        if (node.value(i) == nullptr) return;
        isReal = isReal || (node.value(i)->isReal && node.value(i)->size() > 0);
    }
    Value joined;
    joined.isReal = isReal;
    for (std::size_t o = 0; o < outer; ++o) {
        for (std::size_t i = 0; i < node.inputCount(); ++i) {
            const Value& part = *node.value(i);
            const std::size_t length = part.size() / outer;
            for (std::size_t k = o * length; k < (o + 1) * length; ++k) {
                if (isReal) {
                    joined.reals.push_back(part.real(k));
                } else {
                    joined.integers.push_back(part.integers[k]);
                }
            }
        }
    }
    node.setValue(0, std::move(joined));
}

Result<void> concat(NodeContext& node) {
    node.setType(0, node.inputType(0));
    std::optional<Shape> output;
    std::size_t axis = 0;
    for (std::size_t i = 0; i < node.inputCount(); ++i) {
        const Shape* shape = node.shape(i);
        if (shape == nullptr) return {};
        if (!output) {
            const auto normal = normalAxisOf(node, node.integer("axis", 1), shape->size());
            if (!normal) return tl::unexpected(normal.error());
            axis = *normal;
            output = *shape;
            continue;
        }
        Shape aligned = *shape;
        if (aligned.size() == output->size()) aligned[axis] = (*output)[axis];
        const auto sum = aligned == *output ? checkedAdd((*output)[axis], (*shape)[axis]) : std::nullopt;
        if (!sum) {
            return node.fail(NW_TEXT("onnx.concat", "%1: input %2 of shape %3 doesn't go with %4 along axis %5"),
                             node.inputName(i), shapeText(*shape), shapeText(*output), axis);
        }
        (*output)[axis] = *sum;
    }
    if (!output) return {};
    foldConcat(node, *output, axis);
    node.setOutput(0, std::move(*output), node.inputType(0));
    return {};
}

/// Pads from an attribute (pads, earlier paddings) or an input, over all axes or the listed ones.
Result<void> pad(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* shape = node.shape(0);
    const auto given = node.listOrInput(node.op().has("paddings") ? "paddings" : "pads", 1);
    if (shape == nullptr || !given || !*given) return {};
    const std::vector<std::int64_t>& pads = **given;
    std::vector<std::size_t> axes(shape->size());
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    if (node.hasInput(3)) {
        const auto listed = integersOf(node, 3);
        if (!listed) return {};
        auto normal = normalAxes(node, *listed, shape->size());
        if (!normal) return tl::unexpected(normal.error());
        axes = std::move(*normal);
    }
    if (pads.size() != 2 * axes.size()) {
        return node.fail(NW_TEXT("onnx.pad.length", "%1: pads has %2 entries, not %3"), pads.size(), 2 * axes.size());
    }
    Shape output = *shape;
    for (std::size_t k = 0; k < axes.size(); ++k) {
        const auto both = checkedAdd(pads[k], pads[k + axes.size()]);
        const auto extent = both ? checkedAdd((*shape)[axes[k]], *both) : std::nullopt;
        if (!extent || *extent < 0) {
            return node.fail(NW_TEXT("onnx.pad.range", "%1: its pads leave axis %2 of %3 no valid extent"), axes[k],
                             shapeText(*shape));
        }
        output[axes[k]] = *extent;
    }
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

Result<void> centerCropPad(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* shape = node.shape(0);
    const auto target = integersOf(node, 1);
    if (shape == nullptr || !target) return {};
    std::vector<std::int64_t> listed(shape->size());
    std::iota(listed.begin(), listed.end(), 0);
    if (const auto given = node.list("axes"); given && !given->empty()) listed = *given;
    const auto axes = normalAxes(node, listed, shape->size());
    if (!axes) return tl::unexpected(axes.error());
    const bool isSound = std::all_of(target->begin(), target->end(), [](Count extent) { return extent >= 0; });
    if (axes->size() != target->size() || !isSound) {
        return node.fail(NW_TEXT("onnx.crop_pad", "%1: its target %2 doesn't go with the input %3"), shapeText(*target),
                         shapeText(*shape));
    }
    Shape output = *shape;
    for (std::size_t k = 0; k < axes->size(); ++k) output[(*axes)[k]] = (*target)[k];
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

} // namespace

const std::vector<RuleEntry>& joinRules() {
    static const std::vector<RuleEntry> kRules = {{"", "Concat", &concat, 1},
                                                  {"", "Pad", &pad, 1},
                                                  {"com.microsoft", "Pad", &pad, 2},
                                                  {"", "CenterCropPad", &centerCropPad, 2}};
    return kRules;
}

} // namespace nestwright::onnx_format
