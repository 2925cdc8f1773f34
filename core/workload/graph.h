// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checked.h"
#include "core/base/result.h"
#include "core/workload/data_type.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace nestwright {

using TensorId = std::int32_t;
using OperatorId = std::int32_t;
inline constexpr TensorId kNoTensor = -1;
inline constexpr OperatorId kNoOperator = -1;

/// Extents of a tensor's ranks; empty for a scalar. Extents may be 0 (an empty tensor), never negative.
using Shape = std::vector<Count>;

enum class TensorRole {
    activation, ///< an input of the model or computed while it runs
    weight,     ///< a parameter, read from device memory
    constant,   ///< a shape, an axis list, a scale: known before the model runs and not a parameter
    cache       ///< key-value cache: activations that outlive a step
};

struct Tensor {
    std::string name;
    std::optional<Shape> shape; ///< nothing where it can't be known
    DataType type = DataType::unknown;
    TensorRole role = TensorRole::activation;
    OperatorId producer = kNoOperator;
    /// Counted in the model's parameters. A weight seen through Transpose or Identity is not counted again.
    bool isParameter = false;
    /// The values, where they are integers known before the model runs and few (shapes, axes, lengths).
    std::optional<std::vector<std::int64_t>> integers;

    /// Product of the shape; nothing where it is unknown or leaves 63 bits.
    [[nodiscard]] std::optional<Count> elements() const;
    /// ceil(elements x bits / 8); nothing where either is unknown.
    [[nodiscard]] std::optional<Count> bytes() const;
};

using AttributeValue = std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>,
                                    std::vector<std::string>>;

/// A node of the model graph. An absent optional input or output is kNoTensor.
struct Operator {
    std::string name;
    std::string type;   ///< "Conv", "MatMul", ... as ONNX names it
    std::string domain; ///< "" for ONNX's own, "com.microsoft", ...
    std::vector<TensorId> inputs;
    std::vector<TensorId> outputs;
    std::map<std::string, AttributeValue> attributes;
    OperatorId parent = kNoOperator; ///< the If, Loop or Scan whose subgraph holds it
    std::string scope;               ///< module path for folding: "layers.3.attn"

    [[nodiscard]] std::int64_t integer(const std::string& key, std::int64_t fallback) const;
    [[nodiscard]] double real(const std::string& key, double fallback) const;
    [[nodiscard]] std::string text(const std::string& key, const std::string& fallback) const;
    [[nodiscard]] std::vector<std::int64_t> integers(const std::string& key) const; ///< empty where absent
    [[nodiscard]] bool has(const std::string& key) const { return attributes.contains(key); }
};

/// Something the reader or the catalogue could not use or had to assume.
struct Warning {
    OperatorId op = kNoOperator; ///< kNoOperator: the whole model
    std::string code;            ///< stable key: "unknown_operator", "external_data_missing", ...
    Message message;
};

/// A model after import: shapes bound and inferred, constants folded, operators in topological order.
struct Graph {
    std::string name;
    std::string format;     ///< "onnx", "huggingface", "nestwright"
    int opset = 0;          ///< of ONNX's main domain; 0 elsewhere
    std::string sourcePath; ///< "" where it was generated
    std::string sourceSha256;
    std::vector<Tensor> tensors;
    std::vector<Operator> operators;
    std::vector<TensorId> inputs;
    std::vector<TensorId> outputs;
    /// Symbols of the model's inputs with the value they were bound to; nothing where none was given (1 is then used).
    std::map<std::string, std::optional<Count>> symbols;
    std::optional<double> kvBytesPerToken; ///< key and value bytes that one token adds, for a decoder
    std::optional<Count> activeParameters; ///< parameters that one token touches, for a mixture of experts
    std::vector<Warning> warnings;

    [[nodiscard]] const Tensor* tensor(TensorId id) const; ///< nullptr for kNoTensor
    /// The input's shape, or nothing where it is absent or unknown.
    [[nodiscard]] std::optional<Shape> inputShape(const Operator& op, std::size_t index) const;
    [[nodiscard]] std::optional<Shape> outputShape(const Operator& op, std::size_t index) const;
    /// Elements of the tensors with isParameter.
    [[nodiscard]] Count parameters() const;
    /// Bytes of the tensors with isParameter.
    [[nodiscard]] Count parameterBytes() const;
    /// Operators that read each operator's outputs, in order of id, each once.
    [[nodiscard]] std::vector<std::vector<OperatorId>> consumers() const;
};

/// Values for a model's free symbols and phase, as the command line and the window give them.
struct Bindings {
    std::map<std::string, Count> symbols; ///< --set NAME=VALUE
    std::optional<Count> batch;
    std::optional<Count> sequence;
    std::optional<Count> past;
    std::optional<std::string> phase; ///< "prefill" or "decode"
    bool operator==(const Bindings&) const = default;
};

} // namespace nestwright
