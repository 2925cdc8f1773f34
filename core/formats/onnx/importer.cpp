// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/importer.h"

#include "core/formats/onnx/cache.h"
#include "core/formats/onnx/compact.h"
#include "core/formats/onnx/element_type.h"
#include "core/formats/onnx/limits.h"
#include "core/formats/onnx/onnx_reader.h"
#include "core/formats/onnx/packed_weights.h"
#include "core/formats/onnx/parameter_slots.h"
#include "core/formats/onnx/roles.h"
#include "core/formats/onnx/tensor_data.h"
#include "core/formats/onnx/topology.h"

#include <algorithm>
#include <set>

namespace nestwright::onnx_format {
namespace {

/// "ai.onnx" is another name of ONNX's own domain.
std::string normalDomain(const std::string& domain) { return domain == "ai.onnx" ? "" : domain; }

std::string fileStem(const std::string& path) {
    const auto slash = path.find_last_of("/\\");
    const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
    return name.substr(0, name.rfind(".onnx"));
}

} // namespace

Importer::Importer(const onnx::ModelProto& model, const std::string& path, const WorkContext& work)
    : m_model(model)
    , m_path(path)
    , m_work(work) {}

void Importer::readVersions() {
    if (m_model.ir_version() > kNewestIrVersion) {
        m_notes.add(Severity::odd, "newer_ir_version", "", kNoOperator,
                    message(NW_TEXT("onnx.ir_version", "The file has IR version %1; the newest that is known is %2. "
                                                       "What is understood is read"),
                            m_model.ir_version(), kNewestIrVersion));
    }
    for (const auto& import : m_model.opset_import()) {
        const auto version = static_cast<int>(std::clamp<std::int64_t>(import.version(), 0, 1'000'000));
        int& known = m_opsets[normalDomain(import.domain())];
        known = std::max(known, version);
    }
    // Before IR version 3 there was one opset and no way to name it.
    if (!m_opsets.contains("")) m_opsets[""] = m_model.ir_version() < 3 ? 1 : kNewestOpset;
    m_graph.opset = m_opsets.at("");
    if (m_graph.opset > kNewestOpset) {
        m_notes.add(Severity::odd, "newer_opset", "", kNoOperator,
                    message(NW_TEXT("onnx.opset", "The file has opset %1; the newest that is known is %2. What is "
                                                  "understood is read"),
                            m_graph.opset, kNewestOpset));
    }
    for (const auto& function : m_model.functions()) {
        m_functions.emplace(FunctionKey{normalDomain(function.domain()), function.name()}, &function);
    }
}

Result<void> Importer::addInitializers(const onnx::GraphProto& graph, Scope& scope) {
    for (const auto& initializer : graph.initializer()) {
        auto stored = readTensor(initializer, m_path, m_notes);
        if (!stored) return tl::unexpected(stored.error());
        TensorFacts facts{nullptr, true, true, {}};
        if (stored->value && m_valuesUsed < kMaxFoldedTotal) {
            m_valuesUsed += stored->value->size();
            facts.value = std::make_shared<const Value>(std::move(*stored->value));
        }
        const TensorId id =
            addTensor(makeTensor(initializer.name(), std::move(stored->shape), stored->type), std::move(facts));
        scope.names.emplace(initializer.name(), id);
    }
    for (const auto& sparse : graph.sparse_initializer()) {
        Tensor tensor = makeTensor(sparse.values().name(), Shape(sparse.dims().begin(), sparse.dims().end()),
                                   elementTypeOf(sparse.values().data_type()));
        if (std::any_of(tensor.shape->begin(), tensor.shape->end(), [](Count extent) { return extent < 0; })) {
            tensor.shape.reset();
        }
        scope.names.emplace(tensor.name, addTensor(tensor, {nullptr, true, true, {}}));
    }
    return {};
}

void Importer::addDeclared(const onnx::GraphProto& graph, Scope& scope) {
    for (const auto& info : graph.value_info()) scope.declared.emplace(info.name(), &info.type());
    for (const auto& info : graph.output()) scope.declared.emplace(info.name(), &info.type());
}

Result<void> Importer::readInputs(const Bindings& bindings, Scope& scope) {
    std::vector<const onnx::ValueInfoProto*> inputs;
    for (const auto& input : m_model.graph().input()) {
        if (!scope.names.contains(input.name())) inputs.push_back(&input);
    }
    auto symbols = Symbols::bind(inputs, bindings, m_path, m_notes);
    if (!symbols) return tl::unexpected(symbols.error());
    m_symbols = std::move(*symbols);
    m_graph.symbols = m_symbols.bound();
    for (const auto* input : inputs) {
        const DataType type = elementTypeOf(input->type().tensor_type().elem_type());
        const TensorId id = addTensor(makeTensor(input->name(), m_symbols.inputShape(*input), type), {});
        if (!scope.names.emplace(input->name(), id).second) continue;
        m_graph.inputs.push_back(id);
        if (tensorAt(id).shape || !input->type().has_tensor_type()) continue;
        m_notes.add(Severity::missing, "input_without_shape", "", kNoOperator,
                    message(NW_TEXT("onnx.input.shape", "The model gives its input \"%1\" no shape"), input->name()));
    }
    return {};
}

Result<Graph> Importer::import(const Bindings& bindings) {
    const onnx::GraphProto& graph = m_model.graph();
    m_graph.format = "onnx";
    m_graph.name = m_path.empty() ? graph.name() : fileStem(m_path);
    m_graph.sourcePath = m_path;
    readVersions();
    Scope scope;
    addDeclared(graph, scope);
    if (auto ok = addInitializers(graph, scope); !ok) return tl::unexpected(ok.error());
    if (auto ok = readInputs(bindings, scope); !ok) return tl::unexpected(ok.error());
    if (auto ok = importNodes(graph.node(), scope); !ok) return tl::unexpected(ok.error());
    for (const auto& output : graph.output()) {
        const TensorId id = findOrAdd(output.name(), "the model's outputs", scope);
        if (id != kNoTensor) m_graph.outputs.push_back(id);
    }
    finish();
    return std::move(m_graph);
}

void Importer::finish() {
    assignRoles(m_graph, m_facts);
    unpackWeightShapes(m_graph);
    findCaches(m_graph);
    noteWeightInputs();

    for (std::size_t i = 0; i < m_facts.size(); ++i) {
        const Value* value = m_facts[i].value.get();
        if (value == nullptr || value->isReal || value->size() > kMaxKeptElements) continue;
        m_graph.tensors[i].integers = value->integers;
    }
    dropUnusedTensors(m_graph);
    nameScopes(m_graph);
    m_graph.warnings = m_notes.warnings();
}

/// Some files leave their weights out by making them inputs of the model.
void Importer::noteWeightInputs() {
    const std::set<TensorId> inputs(m_graph.inputs.begin(), m_graph.inputs.end());
    for (const Operator& op : m_graph.operators) {
        for (std::size_t i = 1; i < op.inputs.size(); ++i) {
            const bool isProduct = slotOf(op, 0) == Slot::parameter; // either side of it may be anything
            if (isProduct || slotOf(op, i) != Slot::parameter || !inputs.contains(op.inputs[i])) continue;
            m_notes.add(Severity::odd, "weight_is_input", "", kNoOperator,
                        message(NW_TEXT("onnx.weight_input", "The input \"%1\" of the model stands where %2 \"%3\" has "
                                                             "a weight; as an input it is no parameter"),
                                tensorAt(op.inputs[i]).name, op.type, op.name));
        }
    }
}

TensorId Importer::addTensor(Tensor tensor, TensorFacts facts) {
    m_graph.tensors.push_back(std::move(tensor));
    m_facts.push_back(std::move(facts));
    return static_cast<TensorId>(m_graph.tensors.size() - 1);
}

TensorId Importer::find(const std::string& name, const Scope& scope) const {
    for (const Scope* at = &scope; at != nullptr; at = at->outer) {
        const auto it = at->names.find(name);
        if (it != at->names.end()) return it->second;
    }
    return kNoTensor;
}

TensorId Importer::findOrAdd(const std::string& name, const std::string& reader, const Scope& scope) {
    if (name.empty()) return kNoTensor;
    const TensorId known = find(name, scope);
    if (known != kNoTensor) return known;
    if (const auto it = m_undefined.find(name); it != m_undefined.end()) return it->second;
    m_notes.add(
        Severity::missing, "undefined_tensor", "", kNoOperator,
        message(NW_TEXT("onnx.undefined", "%1: nothing produces the tensor \"%2\" that it reads"), reader, name));
    const TensorId id = addTensor(makeTensor(name, std::nullopt, DataType::unknown), {});
    m_undefined.emplace(name, id);
    reconcile({}, id, scope);
    return id;
}

int Importer::opsetOf(const std::string& domain) const {
    const auto it = m_opsets.find(domain);
    return it == m_opsets.end() ? 1 : it->second;
}

Result<void> Importer::checkLimits(const Scope& scope) const {
    if (m_work.cancel.isCancelled()) {
        return failure(ErrorKind::cancelled, message(NW_TEXT("onnx.cancelled", "The import was cancelled")),
                       {m_path, 0, 0});
    }
    if (scope.depth > kMaxGraphNesting) {
        return failure(
            ErrorKind::input,
            message(NW_TEXT("onnx.nesting", "Subgraphs and functions are nested more than %1 deep"), kMaxGraphNesting),
            {m_path, 0, 0});
    }
    if (m_nodesDone < kMaxNodes) return {};
    return failure(ErrorKind::input,
                   message(NW_TEXT("onnx.nodes", "The model has more than %1 nodes, counting what its functions "
                                                 "contain"),
                           kMaxNodes),
                   {m_path, 0, 0});
}

} // namespace nestwright::onnx_format
