// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/element_type.h"
#include "core/formats/onnx/importer.h"
#include "core/formats/onnx/limits.h"
#include "core/formats/onnx/roles.h"
#include "core/formats/onnx/rules/rule.h"
#include "core/formats/onnx/topology.h"

#include <algorithm>
#include <array>

namespace nestwright::onnx_format {
namespace {

std::optional<AttributeValue> attributeValue(const onnx::AttributeProto& attribute) {
    using Type = onnx::AttributeProto;
    switch (attribute.type()) {
    case Type::INT:
        return AttributeValue(static_cast<std::int64_t>(attribute.i()));
    case Type::FLOAT:
        return AttributeValue(static_cast<double>(attribute.f()));
    case Type::STRING:
        return AttributeValue(attribute.s());
    case Type::INTS:
        return AttributeValue(std::vector<std::int64_t>(attribute.ints().begin(), attribute.ints().end()));
    case Type::FLOATS:
        return AttributeValue(std::vector<double>(attribute.floats().begin(), attribute.floats().end()));
    case Type::STRINGS:
        return AttributeValue(std::vector<std::string>(attribute.strings().begin(), attribute.strings().end()));
    case Type::UNDEFINED:
        break;
    default:
        return std::nullopt;
    }
    // The first files had no type beside the value.
    if (attribute.has_i()) return AttributeValue(static_cast<std::int64_t>(attribute.i()));
    if (attribute.has_f()) return AttributeValue(static_cast<double>(attribute.f()));
    if (attribute.has_s()) return AttributeValue(attribute.s());
    if (attribute.ints_size() > 0) {
        return AttributeValue(std::vector<std::int64_t>(attribute.ints().begin(), attribute.ints().end()));
    }
    if (attribute.floats_size() > 0) {
        return AttributeValue(std::vector<double>(attribute.floats().begin(), attribute.floats().end()));
    }
    return std::nullopt;
}

bool hasSubgraph(const onnx::NodeProto& node) {
    return std::any_of(node.attribute().begin(), node.attribute().end(),
                       [](const auto& attribute) { return attribute.has_g() || attribute.graphs_size() > 0; });
}

/// Whether a rule's shape is one: what a hostile file makes of the arithmetic must not get further.
bool isShape(const std::optional<Shape>& shape) {
    return shape && shape->size() <= kMaxRank &&
           std::all_of(shape->begin(), shape->end(), [](Count extent) { return extent >= 0; });
}

/// Their result differs from run to run, so that it isn't known before.
bool isRandom(const std::string& type) {
    constexpr std::array kTypes = {"RandomNormal",      "RandomNormalLike", "RandomUniform",
                                   "RandomUniformLike", "Bernoulli",        "Multinomial"};
    return std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end();
}

} // namespace

Result<void> Importer::importNodes(const google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes, Scope& scope) {
    if (auto ok = checkLimits(scope); !ok) return ok;
    const auto order = executionOrder(nodes, m_path);
    if (!order) return tl::unexpected(order.error());
    for (std::size_t i = 0; i < order->size(); ++i) {
        if (auto ok = importNode(nodes[(*order)[i]], scope); !ok) return ok;
        constexpr std::size_t kStep = 64;
        if (scope.depth == 0 && i % kStep == 0) {
            m_work.report(static_cast<double>(i) / static_cast<double>(order->size()),
                          message(NW_TEXT("onnx.progress", "Working out shapes")));
        }
    }
    return {};
}

Operator Importer::makeOperator(const onnx::NodeProto& node, const Scope& scope) {
    Operator op;
    op.name = nameOf(node);
    op.type = node.op_type();
    op.domain = node.domain() == "ai.onnx" ? "" : node.domain();
    op.parent = scope.parent;
    op.scope = scope.prefix;
    for (const auto& name : node.input()) op.inputs.push_back(findOrAdd(name, op.type + " \"" + op.name + "\"", scope));
    for (const auto& attribute : node.attribute()) {
        if (auto value = attributeValue(attribute)) op.attributes.insert_or_assign(attribute.name(), std::move(*value));
    }
    return op;
}

void Importer::makeOutputs(const onnx::NodeProto& node, Operator& op, Scope& scope) {
    for (const auto& name : node.output()) {
        if (name.empty()) {
            op.outputs.push_back(kNoTensor);
            continue;
        }
        op.outputs.push_back(addTensor(makeTensor(name, std::nullopt, DataType::unknown), {}));
        scope.names.insert_or_assign(name, op.outputs.back());
    }
}

Result<void> Importer::importNode(const onnx::NodeProto& node, Scope& scope) {
    if (auto ok = checkLimits(scope); !ok) return ok;
    ++m_nodesDone;
    Operator op = makeOperator(node, scope);
    if (!op.domain.empty() && !m_opsets.contains(op.domain) && !m_functions.contains({op.domain, op.type})) {
        m_notes.add(Severity::odd, "undeclared_domain", op.domain, kNoOperator,
                    message(NW_TEXT("onnx.domain", "The file uses the operator domain \"%1\" but doesn't import it"),
                            op.domain));
    }
    if (const auto it = m_functions.find({op.domain, op.type}); it != m_functions.end()) {
        return callFunction(*it->second, node, op, scope);
    }
    makeOutputs(node, op, scope);
    if (hasSubgraph(node)) return importControlFlow(node, std::move(op), scope);
    return importPlainNode(node, std::move(op), scope);
}

Result<void> Importer::runRule(NodeContext& context, const Operator& op) {
    const RuleEntry* entry = findRule(op.domain, op.type);
    if (entry == nullptr) {
        context.note(Severity::missing, "unknown_operator",
                     NW_TEXT("onnx.unknown_operator", "%1 is not known: its work isn't counted, and its output's shape "
                                                      "is what the file says"));
        return {};
    }
    for (std::size_t i = 0; i < entry->neededInputs; ++i) {
        if (context.hasInput(i)) continue;
        return context.fail(NW_TEXT("onnx.input.absent", "%1 lacks its input %2; it needs %3"), i + 1,
                            entry->neededInputs);
    }
    return entry->rule(context);
}

Result<void> Importer::importPlainNode(const onnx::NodeProto& node, Operator op, Scope& scope) {
    const auto nextId = static_cast<OperatorId>(m_graph.operators.size());
    for (const TensorId input : op.inputs) {
        if (input != kNoTensor && factsAt(input).value != nullptr) m_valuesUsed += factsAt(input).value->size();
    }
    const bool canFold = m_valuesUsed < kMaxFoldedTotal;
    NodeContext context(node, op, {m_graph.tensors, m_facts, m_notes, m_path, opsetOf(""), nextId, canFold});
    if (auto ok = runRule(context, op); !ok) return ok;
    applyOutputs(op, context.outputs(), scope);
    if (isFolded(op, context.outputs())) {
        markFolded(op);
        return {};
    }
    // An operator that isn't known has been named already.
    if (findRule(op.domain, op.type) != nullptr) noteUnknownShape(op);
    (void)list(std::move(op));
    return {};
}

OperatorId Importer::list(Operator op) {
    const auto id = static_cast<OperatorId>(m_graph.operators.size());
    for (const TensorId output : op.outputs) {
        if (output != kNoTensor) tensorAt(output).producer = id;
    }
    m_graph.operators.push_back(std::move(op));
    return id;
}

void Importer::applyOutputs(const Operator& op, std::vector<OutputFacts>& outputs, const Scope& scope) {
    for (std::size_t i = 0; i < op.outputs.size(); ++i) {
        const TensorId id = op.outputs[i];
        if (id == kNoTensor) continue;
        if (isShape(outputs[i].shape)) tensorAt(id).shape = outputs[i].shape;
        tensorAt(id).type = outputs[i].type;
        const ValuePtr& value = outputs[i].value;
        const auto elements = tensorAt(id).elements();
        const bool fits = value != nullptr && elements == static_cast<Count>(value->size());
        if (fits) {
            m_valuesUsed += value->size();
            factsAt(id).value = value;
        }
        reconcile(op, id, scope);
    }
}

/// Holds a computed shape against the one that the file records, or takes that one where none was computed.
void Importer::reconcile(const Operator& op, TensorId id, const Scope& scope) {
    Tensor& tensor = tensorAt(id);
    const auto it = scope.declared.find(tensor.name);
    if (it == scope.declared.end()) return;
    if (tensor.type == DataType::unknown) tensor.type = elementTypeOf(it->second->tensor_type().elem_type());
    const auto declared = m_symbols.declared(*it->second);
    if (!declared) return;
    Shape known;
    for (const auto& extent : *declared) {
        if (extent) known.push_back(*extent);
    }
    if (!tensor.shape) {
        if (known.size() == declared->size()) tensor.shape = known;
        return;
    }
    bool agrees = declared->size() == tensor.shape->size();
    for (std::size_t i = 0; agrees && i < declared->size(); ++i) {
        agrees = !(*declared)[i] || *(*declared)[i] == (*tensor.shape)[i];
    }
    if (agrees) return;
    std::string text;
    for (const auto& extent : *declared) text += (text.empty() ? "" : ",") + (extent ? std::to_string(*extent) : "?");
    m_notes.add(Severity::odd, "shape_conflict", op.type, kNoOperator,
                message(NW_TEXT("onnx.shape_conflict", "The file records the shape [%1] for the tensor \"%2\", but %3 "
                                                       "gives %4, which is used"),
                        text, tensor.name, op.type, shapeText(*tensor.shape)));
}

bool Importer::isFolded(const Operator& op, const std::vector<OutputFacts>& outputs) const {
    if (isRandom(op.type)) return false;
    if (op.inputs.empty()) return op.type == "Constant" && op.domain.empty();
    bool isStatic = true;
    for (const TensorId input : op.inputs) {
        if (input != kNoTensor) isStatic = isStatic && m_facts[static_cast<std::size_t>(input)].isStatic;
    }
    if (isStatic) return true;
    for (std::size_t i = 0; i < op.outputs.size(); ++i) {
        if (op.outputs[i] != kNoTensor && outputs[i].value == nullptr) return false;
    }
    return true;
}

void Importer::markFolded(const Operator& op) {
    const auto sources = elementSources(op);
    const bool isFilled = op.type == "ConstantOfShape" && !op.inputs.empty() && op.inputs[0] != kNoTensor &&
                          factsAt(op.inputs[0]).isStored;
    const bool isLiteral = op.domain.empty() && (op.type == "Constant" || isFilled);
    const bool isStored = sources.empty() ? isLiteral
                                          : std::any_of(sources.begin(), sources.end(),
                                                        [this](TensorId id) { return factsAt(id).isStored; });
    for (const TensorId output : op.outputs) {
        if (output == kNoTensor) continue;
        factsAt(output).isStatic = true;
        factsAt(output).isStored = isStored;
        factsAt(output).sources = sources;
    }
}

void Importer::noteUnknownShape(const Operator& op) {
    const bool knowsInputs = std::all_of(op.inputs.begin(), op.inputs.end(),
                                         [this](TensorId id) { return id == kNoTensor || tensorAt(id).shape; });
    if (!knowsInputs) return;
    for (const TensorId output : op.outputs) {
        if (output == kNoTensor || tensorAt(output).shape) continue;
        m_notes.add(Severity::missing, "unknown_shape", "", static_cast<OperatorId>(m_graph.operators.size()),
                    message(NW_TEXT("onnx.unknown_shape", "The shape of \"%1\", which %2 \"%3\" makes, can't be known; "
                                                          "what depends on it isn't counted"),
                            tensorAt(output).name, op.type, op.name));
        return;
    }
}

} // namespace nestwright::onnx_format
