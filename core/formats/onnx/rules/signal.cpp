// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/element_type.h"
#include "core/formats/onnx/rules/common.h"
#include "core/formats/onnx/rules/rule.h"

namespace nestwright::onnx_format {
namespace {

/// A window function of a given length.
Result<void> windowFunction(NodeContext& node) {
    const DataType type = elementTypeOf(node.integer("output_datatype", 1));
    node.setType(0, type);
    const auto size = integersOf(node, 0);
    if (!size || size->size() != 1 || size->front() < 0) return {};
    node.setOutput(0, {size->front()}, type);
    return {};
}

/// Bins of a transform of length n: half of them and the middle where the input is real and one side is asked for.
Count bins(const NodeContext& node, Count length) { return node.integer("onesided", 0) != 0 ? length / 2 + 1 : length; }

Result<void> dft(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* x = node.shape(0);
    if (x == nullptr || x->size() < 2) return {};
    if (node.hasInput(2) && node.value(2) == nullptr) return {};
    const auto asked = integersOf(node, 2);
    const std::int64_t fallback = node.opset() >= 20 ? -2 : 1;
    const auto axis =
        normalAxisOf(node, asked && asked->size() == 1 ? asked->front() : node.integer("axis", fallback), x->size());
    if (!axis) return tl::unexpected(axis.error());
    Shape output = *x;
    if (node.hasInput(1)) {
        const auto length = integersOf(node, 1);
        if (!length || length->size() != 1 || length->front() < 0) return {};
        output[*axis] = length->front();
    }
    output[*axis] = bins(node, output[*axis]);
    output.back() = 2;
    node.setOutput(0, std::move(output), node.inputType(0));
    return {};
}

/// Signal [B, L, 1 or 2], step, window, length: [B, frames, bins, 2].
Result<void> stft(NodeContext& node) {
    node.setType(0, node.inputType(0));
    const Shape* x = node.shape(0);
    const auto step = integersOf(node, 1);
    if (x == nullptr || x->size() < 2 || !step || step->size() != 1 || step->front() < 1) return {};
    Count length = 0;
    if (const auto asked = integersOf(node, 3); asked && asked->size() == 1) {
        length = asked->front();
    } else if (const Shape* window = node.shape(2); window != nullptr && window->size() == 1) {
        length = window->front();
    }
    if (length < 1 || length > (*x)[1]) return {};
    const Count half = node.integer("onesided", 1) != 0 ? length / 2 + 1 : length;
    node.setOutput(0, {(*x)[0], ((*x)[1] - length) / step->front() + 1, half, 2}, node.inputType(0));
    return {};
}

/// A matrix [bins of the transform, mel bins].
Result<void> melWeights(NodeContext& node) {
    const DataType type = elementTypeOf(node.integer("output_datatype", 1));
    node.setType(0, type);
    const auto mels = integersOf(node, 0);
    const auto length = integersOf(node, 1);
    if (!mels || !length || mels->size() != 1 || length->size() != 1) return {};
    if (mels->front() < 0 || length->front() < 0) return {};
    node.setOutput(0, {length->front() / 2 + 1, mels->front()}, type);
    return {};
}

} // namespace

const std::vector<RuleEntry>& signalRules() {
    static const std::vector<RuleEntry> kRules = {{"", "HannWindow", &windowFunction, 1},
                                                  {"", "HammingWindow", &windowFunction, 1},
                                                  {"", "BlackmanWindow", &windowFunction, 1},
                                                  {"", "DFT", &dft, 1},
                                                  {"", "STFT", &stft, 2},
                                                  {"", "MelWeightMatrix", &melWeights, 5}};
    return kRules;
}

} // namespace nestwright::onnx_format
