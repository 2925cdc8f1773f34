// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/importer.h"

#include <algorithm>

namespace nestwright::onnx_format {
namespace {

const onnx::GraphProto* subgraph(const onnx::NodeProto& node, const std::string& name) {
    for (const auto& attribute : node.attribute()) {
        if (attribute.name() == name && attribute.has_g()) return &attribute.g();
    }
    return nullptr;
}

/// What a subgraph sees of a tensor that differs from round to round: its shape and type, not its value.
Tensor roundInput(const Tensor& given) {
    Tensor tensor;
    tensor.shape = given.shape;
    tensor.type = given.type;
    return tensor;
}

} // namespace

Result<std::vector<TensorId>> Importer::importBody(const onnx::GraphProto& body, OperatorId parent, const Scope& scope,
                                                   const std::vector<Tensor>& inputs) {
    Scope inner;
    inner.outer = &scope;
    inner.parent = parent;
    inner.prefix = scope.prefix;
    inner.depth = scope.depth + 1;
    addDeclared(body, inner);
    if (auto ok = addInitializers(body, inner); !ok) return tl::unexpected(ok.error());
    for (int i = 0; i < body.input_size(); ++i) {
        const auto index = static_cast<std::size_t>(i);
        Tensor tensor = index < inputs.size() ? inputs[index] : Tensor{};
        tensor.name = body.input(i).name();
        const TensorId id = addTensor(tensor, {});
        inner.names.insert_or_assign(tensor.name, id);
        inner.declared.emplace(tensor.name, &body.input(i).type());
        if (!tensor.shape || tensor.type == DataType::unknown) reconcile({}, id, inner);
    }
    if (auto ok = importNodes(body.node(), inner); !ok) return tl::unexpected(ok.error());
    std::vector<TensorId> outputs;
    for (const auto& output : body.output()) outputs.push_back(findOrAdd(output.name(), "a subgraph", inner));
    return outputs;
}

Result<void> Importer::importControlFlow(const onnx::NodeProto& node, Operator op, Scope& scope) {
    const OperatorId id = list(std::move(op));
    Result<void> done;
    const bool isOwn = m_graph.operators[static_cast<std::size_t>(id)].domain.empty();
    if (isOwn && node.op_type() == "If") {
        done = importIf(node, id, scope);
    } else if (isOwn && node.op_type() == "Loop") {
        done = importLoop(node, id, scope);
    } else if (isOwn && node.op_type() == "Scan" && opsetOf("") >= 9) {
        done = importScan(node, id, scope);
    } else {
        done = importOtherBodies(node, id, scope);
    }
    if (!done) return done;
    const Operator& listed = m_graph.operators[static_cast<std::size_t>(id)];
    for (const TensorId output : listed.outputs) {
        if (output != kNoTensor) reconcile(listed, output, scope);
    }
    noteUnknownShape(listed);
    return {};
}

Result<void> Importer::importIf(const onnx::NodeProto& node, OperatorId id, Scope& scope) {
    const TensorId condition = m_graph.operators[static_cast<std::size_t>(id)].inputs.empty()
                                   ? kNoTensor
                                   : m_graph.operators[static_cast<std::size_t>(id)].inputs.front();
    const Value* known = condition == kNoTensor ? nullptr : factsAt(condition).value.get();
    std::vector<std::vector<TensorId>> results;
    for (const char* branch : {"then_branch", "else_branch"}) {
        const onnx::GraphProto* body = subgraph(node, branch);
        // A branch that is never taken is no work.
        const bool isThen = results.empty() && std::string(branch) == "then_branch";
        if (body == nullptr || (known != nullptr && known->size() == 1 && (known->integer(0) != 0) != isThen)) continue;
        auto outputs = importBody(*body, id, scope, {});
        if (!outputs) return tl::unexpected(outputs.error());
        results.push_back(std::move(*outputs));
    }
    const auto outputs = m_graph.operators[static_cast<std::size_t>(id)].outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i] == kNoTensor) continue;
        std::optional<Tensor> joined;
        for (const auto& result : results) {
            if (i >= result.size() || result[i] == kNoTensor) continue;
            const Tensor& own = tensorAt(result[i]);
            if (!joined) joined = own;
            if (joined->shape != own.shape) joined->shape.reset();
        }
        if (!joined) continue;
        tensorAt(outputs[i]).shape = joined->shape;
        tensorAt(outputs[i]).type = joined->type;
    }
    return {};
}

Result<void> Importer::importLoop(const onnx::NodeProto& node, OperatorId id, Scope& scope) {
    const Operator loop = m_graph.operators[static_cast<std::size_t>(id)];
    const onnx::GraphProto* body = subgraph(node, "body");
    if (body == nullptr) return {};
    std::optional<Count> trips;
    if (!loop.inputs.empty() && loop.inputs.front() != kNoTensor) {
        const Value* value = factsAt(loop.inputs.front()).value.get();
        if (value != nullptr && value->size() == 1 && value->integer(0) >= 0) trips = value->integer(0);
    }
    if (trips) m_graph.operators[static_cast<std::size_t>(id)].attributes["trip_count"] = *trips;
    std::vector<Tensor> inputs(2);
    inputs[0].shape = Shape{};
    inputs[0].type = DataType::int64;
    inputs[1].shape = Shape{};
    inputs[1].type = DataType::boolean;
    for (std::size_t i = 2; i < loop.inputs.size(); ++i) {
        inputs.push_back(loop.inputs[i] == kNoTensor ? Tensor{} : roundInput(tensorAt(loop.inputs[i])));
    }
    const auto results = importBody(*body, id, scope, inputs);
    if (!results) return tl::unexpected(results.error());
    const std::size_t carried = loop.inputs.size() < 2 ? 0 : loop.inputs.size() - 2;
    for (std::size_t i = 0; i < loop.outputs.size() && i + 1 < results->size(); ++i) {
        const TensorId result = (*results)[i + 1];
        if (loop.outputs[i] == kNoTensor || result == kNoTensor) continue;
        std::optional<Shape> shape = tensorAt(result).shape;
        if (i < carried) {
            // A state that changes its shape has grown by the end; how far can't be told from one round.
            if (shape != inputs[i + 2].shape) shape.reset();
        } else if (shape && trips) {
            shape->insert(shape->begin(), *trips);
        } else {
            shape.reset();
        }
        tensorAt(loop.outputs[i]).shape = shape;
        tensorAt(loop.outputs[i]).type = tensorAt(result).type;
    }
    return {};
}

Result<void> Importer::importScan(const onnx::NodeProto& node, OperatorId id, Scope& scope) {
    const Operator scan = m_graph.operators[static_cast<std::size_t>(id)];
    const onnx::GraphProto* body = subgraph(node, "body");
    const auto scanned = static_cast<std::size_t>(
        std::clamp<std::int64_t>(scan.integer("num_scan_inputs", 1), 0, static_cast<std::int64_t>(scan.inputs.size())));
    if (body == nullptr) return {};
    const std::size_t states = scan.inputs.size() - scanned;
    const auto inputAxes = scan.integers("scan_input_axes");
    std::optional<Count> trips;
    std::vector<Tensor> inputs;
    for (std::size_t i = 0; i < scan.inputs.size(); ++i) {
        inputs.push_back(scan.inputs[i] == kNoTensor ? Tensor{} : roundInput(tensorAt(scan.inputs[i])));
        if (i < states || !inputs.back().shape) continue;
        const std::int64_t asked = i - states < inputAxes.size() ? inputAxes[i - states] : 0;
        const auto axis = normalAxis(asked, inputs.back().shape->size());
        if (!axis) {
            inputs.back().shape.reset();
            continue;
        }
        trips = (*inputs.back().shape)[*axis];
        inputs.back().shape->erase(inputs.back().shape->begin() + static_cast<std::ptrdiff_t>(*axis));
    }
    if (trips) m_graph.operators[static_cast<std::size_t>(id)].attributes["trip_count"] = *trips;
    const auto results = importBody(*body, id, scope, inputs);
    if (!results) return tl::unexpected(results.error());
    const auto outputAxes = scan.integers("scan_output_axes");
    for (std::size_t i = 0; i < scan.outputs.size() && i < results->size(); ++i) {
        const TensorId result = (*results)[i];
        if (scan.outputs[i] == kNoTensor || result == kNoTensor) continue;
        std::optional<Shape> shape = tensorAt(result).shape;
        if (i >= states && shape) {
            const std::int64_t asked = i - states < outputAxes.size() ? outputAxes[i - states] : 0;
            const auto axis = normalAxis(asked, shape->size() + 1);
            if (axis && trips) {
                shape->insert(shape->begin() + static_cast<std::ptrdiff_t>(*axis), *trips);
            } else {
                shape.reset();
            }
        }
        tensorAt(scan.outputs[i]).shape = shape;
        tensorAt(scan.outputs[i]).type = tensorAt(result).type;
    }
    return {};
}

/// Operators whose subgraphs have a meaning that isn't known: what they contain is listed, their outputs stay unknown.
Result<void> Importer::importOtherBodies(const onnx::NodeProto& node, OperatorId id, Scope& scope) {
    for (const auto& attribute : node.attribute()) {
        if (attribute.has_g()) {
            const auto outputs = importBody(attribute.g(), id, scope, {});
            if (!outputs) return tl::unexpected(outputs.error());
        }
        for (const auto& graph : attribute.graphs()) {
            const auto outputs = importBody(graph, id, scope, {});
            if (!outputs) return tl::unexpected(outputs.error());
        }
    }
    return {};
}

} // namespace nestwright::onnx_format
