// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/node_context.h"

#include "core/formats/onnx/limits.h"

namespace nestwright::onnx_format {

NodeContext::NodeContext(const onnx::NodeProto& node, Operator& op, Surroundings surroundings)
    : m_node(node)
    , m_op(op)
    , m_around(surroundings)
    , m_outputs(op.outputs.size()) {}

std::string NodeContext::label() const {
    const std::string prefix = m_op.domain.empty() ? "" : m_op.domain + "::";
    return prefix + m_op.type + " \"" + m_op.name + "\"";
}

const Tensor* NodeContext::tensorAt(std::size_t i) const {
    if (i >= m_op.inputs.size() || m_op.inputs[i] == kNoTensor) return nullptr;
    return &m_around.tensors[static_cast<std::size_t>(m_op.inputs[i])];
}

bool NodeContext::hasInput(std::size_t i) const { return tensorAt(i) != nullptr; }

const Shape* NodeContext::shape(std::size_t i) const {
    const Tensor* tensor = tensorAt(i);
    return tensor != nullptr && tensor->shape ? &*tensor->shape : nullptr;
}

DataType NodeContext::inputType(std::size_t i) const {
    const Tensor* tensor = tensorAt(i);
    return tensor == nullptr ? DataType::unknown : tensor->type;
}

const TensorFacts* NodeContext::facts(std::size_t i) const {
    return hasInput(i) ? &m_around.facts[static_cast<std::size_t>(m_op.inputs[i])] : nullptr;
}

const Value* NodeContext::value(std::size_t i) const {
    const TensorFacts* known = facts(i);
    return known == nullptr || !m_around.canFold ? nullptr : known->value.get();
}

const std::string& NodeContext::inputName(std::size_t i) const {
    static const std::string kAbsent;
    const Tensor* tensor = tensorAt(i);
    return tensor == nullptr ? kAbsent : tensor->name;
}

const onnx::AttributeProto* NodeContext::attribute(const std::string& name) const {
    for (const auto& attribute : m_node.attribute()) {
        if (attribute.name() == name) return &attribute;
    }
    return nullptr;
}

std::int64_t NodeContext::integer(const std::string& key, std::int64_t fallback) const {
    return m_op.integer(key, fallback);
}

std::optional<std::vector<std::int64_t>> NodeContext::list(const std::string& key) const {
    const auto it = m_op.attributes.find(key);
    if (it == m_op.attributes.end()) return std::nullopt;
    const auto* values = std::get_if<std::vector<std::int64_t>>(&it->second);
    if (values == nullptr) return std::nullopt;
    return *values;
}

std::optional<std::optional<std::vector<std::int64_t>>> NodeContext::listOrInput(const std::string& key,
                                                                                 std::size_t i) const {
    using List = std::optional<std::vector<std::int64_t>>;
    if (auto values = list(key)) return List(std::move(values));
    if (!hasInput(i)) return List();
    const Value* known = value(i);
    if (known == nullptr) return std::nullopt;
    std::vector<std::int64_t> values;
    for (std::size_t k = 0; k < known->size(); ++k) values.push_back(known->integer(k));
    return List(std::move(values));
}

bool NodeContext::hasOutput(std::size_t i) const { return i < m_op.outputs.size() && m_op.outputs[i] != kNoTensor; }

void NodeContext::setOutput(std::size_t i, Shape shape, DataType type) {
    if (i >= m_outputs.size()) return;
    m_outputs[i].shape = std::move(shape);
    m_outputs[i].type = type;
}

void NodeContext::setType(std::size_t i, DataType type) {
    if (i < m_outputs.size()) m_outputs[i].type = type;
}

void NodeContext::setValue(std::size_t i, Value value) {
    if (i >= m_outputs.size() || value.size() > kMaxFoldedElements) return;
    m_outputs[i].value = std::make_shared<const Value>(std::move(value));
}

Tensor makeTensor(std::string name, std::optional<Shape> shape, DataType type) {
    Tensor tensor;
    tensor.name = std::move(name);
    tensor.shape = std::move(shape);
    tensor.type = type;
    return tensor;
}

std::string shapeText(const Shape& shape) {
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(shape[i]);
    return text + "]";
}

std::optional<Count> elementsOf(const Shape& shape) {
    Tensor tensor;
    tensor.shape = shape;
    return tensor.elements();
}

std::optional<std::size_t> normalAxis(std::int64_t axis, std::size_t rank) {
    const auto signedRank = static_cast<std::int64_t>(rank);
    if (axis < -signedRank || axis >= signedRank) return std::nullopt;
    return static_cast<std::size_t>(axis < 0 ? axis + signedRank : axis);
}

} // namespace nestwright::onnx_format
