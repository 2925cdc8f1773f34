// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/huggingface/graph_builder.h"

#include <utility>

namespace nestwright::huggingface {

TensorId GraphBuilder::addTensor(Tensor tensor) {
    m_graph.tensors.push_back(std::move(tensor));
    return static_cast<TensorId>(m_graph.tensors.size() - 1);
}

TensorId GraphBuilder::input(const std::string& name, Shape shape, DataType type) {
    Tensor tensor;
    tensor.name = name;
    tensor.shape = std::move(shape);
    tensor.type = type;
    const TensorId id = addTensor(std::move(tensor));
    m_graph.inputs.push_back(id);
    return id;
}

TensorId GraphBuilder::weight(const std::string& name, Shape shape) {
    const TensorId id = tiedWeight(name, std::move(shape));
    m_graph.tensors[static_cast<std::size_t>(id)].isParameter = true;
    return id;
}

TensorId GraphBuilder::tiedWeight(const std::string& name, Shape shape) {
    Tensor tensor;
    tensor.name = scoped(name);
    tensor.shape = std::move(shape);
    tensor.type = m_type;
    tensor.role = TensorRole::weight;
    return addTensor(std::move(tensor));
}

TensorId GraphBuilder::constant(const std::string& name, Shape shape) {
    Tensor tensor;
    tensor.name = name;
    tensor.shape = std::move(shape);
    tensor.type = m_type;
    tensor.role = TensorRole::constant;
    return addTensor(std::move(tensor));
}

TensorId GraphBuilder::integers(const std::string& name, std::vector<std::int64_t> values) {
    Tensor tensor;
    tensor.name = scoped(name);
    tensor.shape = Shape{static_cast<Count>(values.size())};
    tensor.type = DataType::int64;
    tensor.role = TensorRole::constant;
    tensor.integers = std::move(values);
    return addTensor(std::move(tensor));
}

TensorId GraphBuilder::cacheInput(const std::string& name, Shape shape) {
    const TensorId id = input(scoped(name), std::move(shape), m_type);
    m_graph.tensors[static_cast<std::size_t>(id)].role = TensorRole::cache;
    return id;
}

TensorId GraphBuilder::add(NodeSpec node) {
    Tensor output;
    output.name = scoped(node.name) + ".out";
    output.shape = std::move(node.shape);
    output.type = m_type;
    output.producer = static_cast<OperatorId>(m_graph.operators.size());
    const TensorId id = addTensor(std::move(output));
    Operator op;
    op.name = scoped(node.name);
    op.type = std::move(node.type);
    op.domain = std::move(node.domain);
    op.inputs = std::move(node.inputs);
    op.outputs = {id};
    op.attributes = std::move(node.attributes);
    op.scope = m_scope;
    m_graph.operators.push_back(std::move(op));
    return id;
}

void GraphBuilder::addCacheOutput(const std::string& name, Shape shape) {
    Tensor tensor;
    tensor.name = scoped(name);
    tensor.shape = std::move(shape);
    tensor.type = m_type;
    tensor.role = TensorRole::cache;
    tensor.producer = static_cast<OperatorId>(m_graph.operators.size() - 1);
    const TensorId id = addTensor(std::move(tensor));
    m_graph.operators.back().outputs.push_back(id);
    m_graph.outputs.push_back(id);
}

TensorId GraphBuilder::reshape(const std::string& name, TensorId x, Shape shape) {
    if (this->shape(x) == shape) return x;
    const TensorId target = integers(name + ".shape", {shape.begin(), shape.end()});
    return add({name, "Reshape", {x, target}, std::move(shape)});
}

TensorId GraphBuilder::linear(const std::string& name, TensorId x, Count outputs, bool hasBias) {
    Shape result = shape(x);
    const Count inputs = result.back();
    result.back() = outputs;
    const TensorId matrix = weight(name + ".weight", {inputs, outputs});
    if (!hasBias) return add({name, "MatMul", {x, matrix}, std::move(result)});
    Count rows = 1;
    for (std::size_t i = 0; i + 1 < result.size(); ++i) rows *= result[i];
    const TensorId flat = reshape(name + ".rows", x, {rows, inputs});
    const TensorId bias = weight(name + ".bias", {outputs});
    const TensorId y = add({name, "Gemm", {flat, matrix, bias}, {rows, outputs}});
    return reshape(name + ".back", y, std::move(result));
}

} // namespace nestwright::huggingface
