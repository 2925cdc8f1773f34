// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/compact.h"

#include <algorithm>
#include <string>

namespace nestwright::onnx_format {
namespace {

/// The path before the last part of a name: "/layers.3/attn/MatMul" gives "layers.3.attn", "layer1.conv1.weight" gives
/// "layer1.conv1".
std::string modulePath(std::string name) {
    const auto separator = name.find('/') != std::string::npos ? '/' : '.';
    const auto last = name.rfind(separator);
    if (last == std::string::npos) return "";
    name.erase(last);
    name.erase(0, name.find_first_not_of('/'));
    std::replace(name.begin(), name.end(), '/', '.');
    return name;
}

std::string ownPath(const Graph& graph, const Operator& op) {
    if (op.name.find('/') != std::string::npos) return modulePath(op.name);
    for (const TensorId input : op.inputs) {
        const Tensor* tensor = graph.tensor(input);
        if (tensor != nullptr && tensor->role == TensorRole::weight) return modulePath(tensor->name);
    }
    return modulePath(op.name);
}

} // namespace

void dropUnusedTensors(Graph& graph) {
    std::vector<bool> isUsed(graph.tensors.size(), false);
    const auto use = [&isUsed](const std::vector<TensorId>& ids) {
        for (const TensorId id : ids) {
            if (id != kNoTensor) isUsed[static_cast<std::size_t>(id)] = true;
        }
    };
    use(graph.inputs);
    use(graph.outputs);
    for (const Operator& op : graph.operators) {
        use(op.inputs);
        use(op.outputs);
    }
    std::vector<TensorId> renumbered(graph.tensors.size(), kNoTensor);
    std::vector<Tensor> kept;
    for (std::size_t i = 0; i < graph.tensors.size(); ++i) {
        if (!isUsed[i] && !graph.tensors[i].isParameter) continue;
        renumbered[i] = static_cast<TensorId>(kept.size());
        kept.push_back(std::move(graph.tensors[i]));
    }
    graph.tensors = std::move(kept);
    const auto renumber = [&renumbered](std::vector<TensorId>& ids) {
        for (TensorId& id : ids) {
            if (id != kNoTensor) id = renumbered[static_cast<std::size_t>(id)];
        }
    };
    renumber(graph.inputs);
    renumber(graph.outputs);
    for (Operator& op : graph.operators) {
        renumber(op.inputs);
        renumber(op.outputs);
    }
}

void nameScopes(Graph& graph) {
    for (Operator& op : graph.operators) {
        const std::string own = ownPath(graph, op);
        op.scope += op.scope.empty() || own.empty() ? own : "." + own;
    }
}

} // namespace nestwright::onnx_format
