// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/formats/onnx/node_context.h"
#include "core/formats/onnx/symbols.h"
#include "core/workload/graph.h"

#include <onnx/onnx_pb.h>

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nestwright::onnx_format {

/// Builds a Graph out of a parsed model: names become tensors, nodes run through their rules in order of execution,
/// what is known before the model runs is folded, the rest is listed.
class Importer {
public:
    Importer(const onnx::ModelProto& model, const std::string& path, const WorkContext& work);

    [[nodiscard]] Result<Graph> import(const Bindings& bindings);

private:
    /// Names that can be read at a place of the model. A subgraph sees the scopes around it.
    struct Scope {
        const Scope* outer = nullptr;
        std::unordered_map<std::string, TensorId> names;
        std::unordered_map<std::string, const onnx::TypeProto*> declared; ///< by value_info and the graph's outputs
        OperatorId parent = kNoOperator;
        std::string prefix; ///< of the operators' module path, inside a function
        int depth = 0;
    };
    using FunctionKey = std::pair<std::string, std::string>;

    void readVersions();
    [[nodiscard]] Result<void> readInputs(const Bindings& bindings, Scope& scope);
    [[nodiscard]] Result<void> addInitializers(const onnx::GraphProto& graph, Scope& scope);
    static void addDeclared(const onnx::GraphProto& graph, Scope& scope);
    void finish();
    void noteWeightInputs();

    [[nodiscard]] Result<void> importNodes(const google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes,
                                           Scope& scope);
    [[nodiscard]] Result<void> importNode(const onnx::NodeProto& node, Scope& scope);
    [[nodiscard]] Result<void> importPlainNode(const onnx::NodeProto& node, Operator op, Scope& scope);
    [[nodiscard]] Result<void> runRule(NodeContext& context, const Operator& op);
    [[nodiscard]] Operator makeOperator(const onnx::NodeProto& node, const Scope& scope);
    void makeOutputs(const onnx::NodeProto& node, Operator& op, Scope& scope);
    void applyOutputs(const Operator& op, std::vector<OutputFacts>& outputs, const Scope& scope);
    void reconcile(const Operator& op, TensorId id, const Scope& scope);
    [[nodiscard]] bool isFolded(const Operator& op, const std::vector<OutputFacts>& outputs) const;
    void markFolded(const Operator& op);
    void noteUnknownShape(const Operator& op);
    [[nodiscard]] OperatorId list(Operator op);

    // Nodes with subgraphs, and calls of functions that the model defines.
    [[nodiscard]] Result<void> importControlFlow(const onnx::NodeProto& node, Operator op, Scope& scope);
    [[nodiscard]] Result<void> importIf(const onnx::NodeProto& node, OperatorId id, Scope& scope);
    [[nodiscard]] Result<void> importLoop(const onnx::NodeProto& node, OperatorId id, Scope& scope);
    [[nodiscard]] Result<void> importScan(const onnx::NodeProto& node, OperatorId id, Scope& scope);
    [[nodiscard]] Result<void> importOtherBodies(const onnx::NodeProto& node, OperatorId id, Scope& scope);
    /// The body's output tensors; `inputs` are given to its inputs in order.
    [[nodiscard]] Result<std::vector<TensorId>> importBody(const onnx::GraphProto& body, OperatorId parent,
                                                           const Scope& scope, const std::vector<Tensor>& inputs);
    [[nodiscard]] Result<void> callFunction(const onnx::FunctionProto& function, const onnx::NodeProto& node,
                                            const Operator& call, Scope& scope);

    [[nodiscard]] TensorId addTensor(Tensor tensor, TensorFacts facts);
    [[nodiscard]] TensorId find(const std::string& name, const Scope& scope) const;
    [[nodiscard]] TensorId findOrAdd(const std::string& name, const std::string& reader, const Scope& scope);
    [[nodiscard]] Tensor& tensorAt(TensorId id) { return m_graph.tensors[static_cast<std::size_t>(id)]; }
    [[nodiscard]] TensorFacts& factsAt(TensorId id) { return m_facts[static_cast<std::size_t>(id)]; }
    [[nodiscard]] int opsetOf(const std::string& domain) const;
    [[nodiscard]] Result<void> checkLimits(const Scope& scope) const;

    const onnx::ModelProto& m_model;
    std::string m_path;
    const WorkContext& m_work;
    Graph m_graph;
    std::vector<TensorFacts> m_facts;
    Notes m_notes;
    Symbols m_symbols;
    std::map<std::string, int> m_opsets;
    std::map<FunctionKey, const onnx::FunctionProto*> m_functions;
    std::unordered_map<std::string, TensorId> m_undefined;
    std::size_t m_nodesDone = 0;
    std::size_t m_valuesUsed = 0; ///< elements that were kept or computed with while folding
};

} // namespace nestwright::onnx_format
