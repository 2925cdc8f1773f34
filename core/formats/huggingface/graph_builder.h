// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <map>
#include <string>
#include <vector>

namespace nestwright::huggingface {

using Attributes = std::map<std::string, AttributeValue>;

/// A node to add: its type, where it belongs and what it makes.
struct NodeSpec {
    std::string name;
    std::string type;
    std::vector<TensorId> inputs;
    Shape shape; ///< of its first output
    Attributes attributes = {};
    std::string domain = "";
};

/// Puts a graph together node by node; all activations and weights have one number format.
class GraphBuilder {
public:
    explicit GraphBuilder(DataType type)
        : m_type(type) {}

    [[nodiscard]] Graph& graph() { return m_graph; }
    [[nodiscard]] const Shape& shape(TensorId id) const { return *m_graph.tensors[static_cast<std::size_t>(id)].shape; }
    [[nodiscard]] DataType type() const { return m_type; }
    void setScope(const std::string& scope) { m_scope = scope; }
    [[nodiscard]] std::string scoped(const std::string& name) const {
        return m_scope.empty() ? name : m_scope + "." + name;
    }

    TensorId input(const std::string& name, Shape shape, DataType type);
    TensorId weight(const std::string& name, Shape shape);
    /// A parameter that is counted elsewhere, seen in another shape.
    TensorId tiedWeight(const std::string& name, Shape shape);
    TensorId constant(const std::string& name, Shape shape);
    TensorId integers(const std::string& name, std::vector<std::int64_t> values);
    TensorId cacheInput(const std::string& name, Shape shape);

    /// Adds the node, its name and its output's name under the present scope.
    TensorId add(NodeSpec node);
    /// Gives the node that was added last one more output, a cache.
    void addCacheOutput(const std::string& name, Shape shape);

    /// The same elements in another shape; the tensor itself where it has that shape.
    TensorId reshape(const std::string& name, TensorId x, Shape shape);
    /// x [.., inputs] times a weight [inputs, outputs]: MatMul, or with a bias Gemm on x seen as a matrix.
    TensorId linear(const std::string& name, TensorId x, Count outputs, bool hasBias);

private:
    TensorId addTensor(Tensor tensor);

    Graph m_graph;
    DataType m_type;
    std::string m_scope;
};

} // namespace nestwright::huggingface
