// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/onnx/notes.h"
#include "core/formats/onnx/value.h"
#include "core/workload/graph.h"

#include <onnx/onnx_pb.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nestwright::onnx_format {

/// What the import knows of a tensor beside what the graph keeps.
struct TensorFacts {
    ValuePtr value;                ///< nothing where it isn't known before the model runs, or is too large
    bool isStatic = false;         ///< known before the model runs, given the shapes
    bool isStored = false;         ///< in the file as it is, or made from literals alone; not from a shape
    std::vector<TensorId> sources; ///< static tensors whose elements this static tensor holds, in another form
};

/// What an operator's rule says of one output.
struct OutputFacts {
    std::optional<Shape> shape;
    DataType type = DataType::unknown;
    ValuePtr value;
};

/// One node as its rule sees it: inputs with shapes, types and values; attributes; outputs to be filled in.
class NodeContext {
public:
    struct Surroundings {
        const std::vector<Tensor>& tensors;
        const std::vector<TensorFacts>& facts;
        Notes& notes;
        const std::string& file;
        int opset = 0;
        OperatorId nextId = kNoOperator; ///< the operator's id if it is listed
        bool canFold = true;             ///< whether values may still be computed with
    };

    NodeContext(const onnx::NodeProto& node, Operator& op, Surroundings surroundings);

    [[nodiscard]] const std::string& type() const { return m_op.type; }
    [[nodiscard]] int opset() const { return m_around.opset; }
    [[nodiscard]] const std::string& file() const { return m_around.file; }
    [[nodiscard]] Notes& notes() const { return m_around.notes; }
    /// `Conv "conv1"`, for messages.
    [[nodiscard]] std::string label() const;
    [[nodiscard]] const Operator& op() const { return m_op; }
    [[nodiscard]] const onnx::NodeProto& node() const { return m_node; }

    [[nodiscard]] std::size_t inputCount() const { return m_op.inputs.size(); }
    [[nodiscard]] bool hasInput(std::size_t i) const;
    /// nullptr where the input is absent or its shape unknown.
    [[nodiscard]] const Shape* shape(std::size_t i) const;
    [[nodiscard]] DataType inputType(std::size_t i) const;
    /// nullptr where the input is absent or its value unknown.
    [[nodiscard]] const Value* value(std::size_t i) const;
    [[nodiscard]] const std::string& inputName(std::size_t i) const;
    /// nullptr where the input is absent.
    [[nodiscard]] const TensorFacts* facts(std::size_t i) const;

    [[nodiscard]] const onnx::AttributeProto* attribute(const std::string& name) const;
    [[nodiscard]] std::int64_t integer(const std::string& key, std::int64_t fallback) const;
    /// A list attribute; nothing where it is absent.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> list(const std::string& key) const;
    /// A list that is an attribute in old opsets and input `i` in new ones. Outer nothing: it can't be known.
    /// Inner nothing: the node doesn't give it.
    [[nodiscard]] std::optional<std::optional<std::vector<std::int64_t>>> listOrInput(const std::string& key,
                                                                                      std::size_t i) const;

    [[nodiscard]] std::size_t outputCount() const { return m_outputs.size(); }
    [[nodiscard]] bool hasOutput(std::size_t i) const;
    void setOutput(std::size_t i, Shape shape, DataType type);
    /// The type alone, where the shape can't be known.
    void setType(std::size_t i, DataType type);
    void setValue(std::size_t i, Value value);
    [[nodiscard]] std::vector<OutputFacts>& outputs() { return m_outputs; }
    /// Writes what the rule worked out back into the operator, for its readers: resolved pads, say.
    void resolveAttribute(const std::string& key, AttributeValue value) { m_op.attributes[key] = std::move(value); }

    /// An error of this node; the label is argument %1.
    template <class... Arguments>
    [[nodiscard]] tl::unexpected<Error> fail(MessageTemplate text, Arguments&&... arguments) const {
        return failure(ErrorKind::input, message(text, label(), std::forward<Arguments>(arguments)...), place());
    }
    template <class... Arguments>
    [[nodiscard]] tl::unexpected<Error> failWith(Message remedy, MessageTemplate text, Arguments&&... arguments) const {
        return failure(ErrorKind::input, message(text, label(), std::forward<Arguments>(arguments)...), place(),
                       std::move(remedy));
    }
    /// A note on this node, grouped with others of the code and operator type; the label is argument %1.
    template <class... Arguments>
    void note(Severity severity, const std::string& code, MessageTemplate text, Arguments&&... arguments) {
        m_around.notes.add(severity, code, m_op.type, m_around.nextId,
                           message(text, label(), std::forward<Arguments>(arguments)...));
    }

private:
    [[nodiscard]] const Tensor* tensorAt(std::size_t i) const;
    [[nodiscard]] SourcePlace place() const { return {m_around.file, 0, 0}; }

    const onnx::NodeProto& m_node;
    Operator& m_op;
    Surroundings m_around;
    std::vector<OutputFacts> m_outputs;
};

/// A tensor of which nothing else is known yet.
[[nodiscard]] Tensor makeTensor(std::string name, std::optional<Shape> shape, DataType type);

/// "[1,3,224,224]", for messages.
[[nodiscard]] std::string shapeText(const Shape& shape);

/// Product of extents; nothing where it leaves 63 bits.
[[nodiscard]] std::optional<Count> elementsOf(const Shape& shape);

/// The axis counted from 0 for an axis in [-rank, rank); nothing outside.
[[nodiscard]] std::optional<std::size_t> normalAxis(std::int64_t axis, std::size_t rank);

} // namespace nestwright::onnx_format
