// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/onnx/onnx_reader.h"

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <string>
#include <vector>

namespace nestwright::onnx_format::test {

/// Builds small models in memory: `ModelBuilder(13).input("x", {1, 4}).node("Relu", {"x"}, {"y"}).output("y")`.
class ModelBuilder {
public:
    explicit ModelBuilder(int opset = 17);

    ModelBuilder& import(const std::string& domain, int version);
    ModelBuilder& input(const std::string& name, const std::vector<std::int64_t>& shape, int type = 1);
    /// Entries that are numbers are extents, others are symbols.
    ModelBuilder& symbolicInput(const std::string& name, const std::vector<std::string>& shape, int type = 1);
    ModelBuilder& output(const std::string& name);
    ModelBuilder& valueInfo(const std::string& name, const std::vector<std::int64_t>& shape, int type = 1);
    /// A float tensor whose data is left out.
    ModelBuilder& weight(const std::string& name, const std::vector<std::int64_t>& shape, int type = 1);
    ModelBuilder& integers(const std::string& name, const std::vector<std::int64_t>& values);
    ModelBuilder& integer(const std::string& name, std::int64_t value);
    ModelBuilder& floats(const std::string& name, const std::vector<float>& values);
    ModelBuilder& node(const std::string& type, const std::vector<std::string>& inputs,
                       const std::vector<std::string>& outputs, const std::string& domain = "");
    /// Attributes of the node added last.
    ModelBuilder& with(const std::string& name, std::int64_t value);
    ModelBuilder& with(const std::string& name, const std::vector<std::int64_t>& values);
    ModelBuilder& with(const std::string& name, const std::string& value);
    ModelBuilder& withGraph(const std::string& name, const onnx::GraphProto& graph);
    ModelBuilder& named(const std::string& name);

    [[nodiscard]] onnx::ModelProto& model() { return m_model; }
    [[nodiscard]] onnx::GraphProto& graph() { return *m_model.mutable_graph(); }
    [[nodiscard]] std::string bytes() const { return m_model.SerializeAsString(); }
    [[nodiscard]] Result<Graph> read(const Bindings& bindings = {}) const;

private:
    onnx::NodeProto& lastNode();
    onnx::AttributeProto& attribute(const std::string& name);

    onnx::ModelProto m_model;
};

/// The tensor of that name; fails the test and gives an empty one where there is none.
[[nodiscard]] const Tensor& tensorNamed(const Graph& graph, const std::string& name);

/// The shape of the tensor of that name; {-1} where it is unknown.
[[nodiscard]] Shape shapeOf(const Graph& graph, const std::string& name);

/// All warnings' texts, one a line.
[[nodiscard]] std::string warningTexts(const Graph& graph);

/// The error's text, or "" where there is none.
[[nodiscard]] std::string errorText(const Result<Graph>& graph);

/// Multiply-adds of all operators that have a count, as the command line adds them up. Nothing where one is in error.
[[nodiscard]] std::optional<double> macsOf(const Graph& graph);

} // namespace nestwright::onnx_format::test
