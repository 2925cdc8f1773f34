// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

namespace nestwright::test {

/// Puts graphs together by hand: tensors first, then operators in topological order.
class GraphBuilder {
public:
    explicit GraphBuilder(DataType type = DataType::float32)
        : m_type(type) {
        m_graph.name = "test";
        m_graph.format = "nestwright";
    }

    TensorId input(const Shape& shape) {
        const TensorId id = tensor("input", shape, TensorRole::activation);
        m_graph.inputs.push_back(id);
        return id;
    }

    TensorId weight(const Shape& shape) {
        const TensorId id = tensor("weight", shape, TensorRole::weight);
        m_graph.tensors[static_cast<std::size_t>(id)].isParameter = true;
        return id;
    }

    TensorId tensor(const std::string& name, const Shape& shape, TensorRole role) {
        Tensor made;
        made.name = name + std::to_string(m_graph.tensors.size());
        made.shape = shape;
        made.type = m_type;
        made.role = role;
        m_graph.tensors.push_back(std::move(made));
        return static_cast<TensorId>(m_graph.tensors.size()) - 1;
    }

    TensorId add(const std::string& type, const std::vector<TensorId>& inputs, const Shape& shape,
                 TensorRole role = TensorRole::activation) {
        const TensorId output = tensor(type, shape, role);
        m_graph.tensors[static_cast<std::size_t>(output)].producer = static_cast<OperatorId>(m_graph.operators.size());
        Operator op;
        op.type = type;
        op.name = type + std::to_string(m_graph.operators.size());
        op.inputs = inputs;
        op.outputs = {output};
        m_graph.operators.push_back(std::move(op));
        return output;
    }

    Graph finish(TensorId output) {
        m_graph.outputs = {output};
        return m_graph;
    }

private:
    DataType m_type;
    Graph m_graph;
};

/// Two layers of width x width with a Relu between, on `rows` rows.
inline Graph twoLayers(Count rows, Count width) {
    GraphBuilder builder;
    const TensorId first =
        builder.add("MatMul", {builder.input({rows, width}), builder.weight({width, width})}, {rows, width});
    const TensorId hidden = builder.add("Relu", {first}, {rows, width});
    const TensorId second = builder.add("MatMul", {hidden, builder.weight({width, width})}, {rows, width});
    return builder.finish(second);
}

} // namespace nestwright::test
