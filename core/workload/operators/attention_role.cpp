// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/operators/attention_role.h"

#include <algorithm>
#include <array>

namespace nestwright::catalogue {
namespace {

constexpr int kSteps = 6;
/// Operators stand in topological order, so a reader of a result is rarely far behind it.
constexpr std::size_t kWindow = 64;

bool isSoftmax(const Operator& op) { return op.type == "Softmax"; }

/// Operators that may stand between a product and a softmax: scale, mask, cap, format, view.
bool isPassedThrough(const Operator& op) {
    static constexpr std::array<std::string_view, 19> types = {"Add",
                                                               "Sub",
                                                               "Mul",
                                                               "Div",
                                                               "Where",
                                                               "Cast",
                                                               "Reshape",
                                                               "Dropout",
                                                               "Identity",
                                                               "Transpose",
                                                               "Expand",
                                                               "Clip",
                                                               "Tanh",
                                                               "Squeeze",
                                                               "Unsqueeze",
                                                               "Flatten",
                                                               "Max",
                                                               "QuantizeLinear",
                                                               "DequantizeLinear"};
    return std::find(types.begin(), types.end(), op.type) != types.end();
}

bool reaches(const Graph& graph, OperatorId from, int steps) {
    const auto& outputs = graph.operators[static_cast<std::size_t>(from)].outputs;
    if (outputs.empty() || outputs.front() == kNoTensor) return false;
    const auto first = static_cast<std::size_t>(from) + 1;
    for (std::size_t i = first; i < std::min(first + kWindow, graph.operators.size()); ++i) {
        const Operator& reader = graph.operators[i];
        if (std::find(reader.inputs.begin(), reader.inputs.end(), outputs.front()) == reader.inputs.end()) continue;
        if (isSoftmax(reader)) return true;
        if (steps > 1 && isPassedThrough(reader) && reaches(graph, static_cast<OperatorId>(i), steps - 1)) return true;
    }
    return false;
}

bool comesFromSoftmax(const Graph& graph, TensorId id) {
    for (int step = 0; step < kSteps; ++step) {
        const Tensor* tensor = graph.tensor(id);
        if (tensor == nullptr || tensor->producer < 0) return false;
        const auto producer = static_cast<std::size_t>(tensor->producer);
        if (producer >= graph.operators.size()) return false;
        const Operator& op = graph.operators[producer];
        if (isSoftmax(op)) return true;
        if (!isPassedThrough(op) || op.inputs.empty()) return false;
        id = op.type == "Where" && op.inputs.size() > 2 ? op.inputs[2] : op.inputs.front();
    }
    return false;
}

} // namespace

std::optional<LayerType> attentionRoleOf(const OperatorView& view) {
    if (!view.op().inputs.empty() && comesFromSoftmax(view.graph(), view.op().inputs.front())) {
        return LayerType::attentionValue;
    }
    if (reaches(view.graph(), view.id(), kSteps)) return LayerType::attentionScore;
    return std::nullopt;
}

} // namespace nestwright::catalogue
