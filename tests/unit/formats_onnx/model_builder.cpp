// SPDX-License-Identifier: GPL-3.0-or-later
#include "model_builder.h"

#include "core/workload/catalogue.h"

#include <gtest/gtest.h>

#include <cctype>

namespace nestwright::onnx_format::test {
namespace {

onnx::TypeProto::Tensor& describe(onnx::ValueInfoProto& info, const std::string& name, int type) {
    info.set_name(name);
    auto& tensor = *info.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(type);
    return tensor;
}

void setShape(onnx::ValueInfoProto& info, const std::string& name, const std::vector<std::int64_t>& shape, int type) {
    auto& dims = *describe(info, name, type).mutable_shape();
    for (const auto extent : shape) dims.add_dim()->set_dim_value(extent);
}

} // namespace

ModelBuilder::ModelBuilder(int opset) {
    m_model.set_ir_version(8);
    import("", opset);
    m_model.mutable_graph()->set_name("test");
}

ModelBuilder& ModelBuilder::import(const std::string& domain, int version) {
    auto& entry = *m_model.add_opset_import();
    entry.set_domain(domain);
    entry.set_version(version);
    return *this;
}

ModelBuilder& ModelBuilder::input(const std::string& name, const std::vector<std::int64_t>& shape, int type) {
    setShape(*graph().add_input(), name, shape, type);
    return *this;
}

ModelBuilder& ModelBuilder::symbolicInput(const std::string& name, const std::vector<std::string>& shape, int type) {
    auto& dims = *describe(*graph().add_input(), name, type).mutable_shape();
    for (const auto& extent : shape) {
        auto& dim = *dims.add_dim();
        if (!extent.empty() && std::isdigit(static_cast<unsigned char>(extent.front())) != 0) {
            dim.set_dim_value(std::stoll(extent));
        } else if (!extent.empty()) {
            dim.set_dim_param(extent);
        }
    }
    return *this;
}

ModelBuilder& ModelBuilder::output(const std::string& name) {
    describe(*graph().add_output(), name, 1);
    return *this;
}

ModelBuilder& ModelBuilder::valueInfo(const std::string& name, const std::vector<std::int64_t>& shape, int type) {
    setShape(*graph().add_value_info(), name, shape, type);
    return *this;
}

ModelBuilder& ModelBuilder::weight(const std::string& name, const std::vector<std::int64_t>& shape, int type) {
    auto& tensor = *graph().add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(type);
    for (const auto extent : shape) tensor.add_dims(extent);
    return *this;
}

ModelBuilder& ModelBuilder::integers(const std::string& name, const std::vector<std::int64_t>& values) {
    weight(name, {static_cast<std::int64_t>(values.size())}, 7);
    auto& tensor = *graph().mutable_initializer()->rbegin();
    for (const auto value : values) tensor.add_int64_data(value);
    return *this;
}

ModelBuilder& ModelBuilder::integer(const std::string& name, std::int64_t value) {
    weight(name, {}, 7);
    graph().mutable_initializer()->rbegin()->add_int64_data(value);
    return *this;
}

ModelBuilder& ModelBuilder::floats(const std::string& name, const std::vector<float>& values) {
    weight(name, {static_cast<std::int64_t>(values.size())});
    for (const float value : values) graph().mutable_initializer()->rbegin()->add_float_data(value);
    return *this;
}

ModelBuilder& ModelBuilder::node(const std::string& type, const std::vector<std::string>& inputs,
                                 const std::vector<std::string>& outputs, const std::string& domain) {
    auto& added = *graph().add_node();
    added.set_op_type(type);
    added.set_domain(domain);
    for (const auto& name : inputs) added.add_input(name);
    for (const auto& name : outputs) added.add_output(name);
    return *this;
}

onnx::NodeProto& ModelBuilder::lastNode() { return *graph().mutable_node()->rbegin(); }

onnx::AttributeProto& ModelBuilder::attribute(const std::string& name) {
    auto& added = *lastNode().add_attribute();
    added.set_name(name);
    return added;
}

ModelBuilder& ModelBuilder::with(const std::string& name, std::int64_t value) {
    auto& added = attribute(name);
    added.set_type(onnx::AttributeProto::INT);
    added.set_i(value);
    return *this;
}

ModelBuilder& ModelBuilder::with(const std::string& name, const std::vector<std::int64_t>& values) {
    auto& added = attribute(name);
    added.set_type(onnx::AttributeProto::INTS);
    for (const auto value : values) added.add_ints(value);
    return *this;
}

ModelBuilder& ModelBuilder::with(const std::string& name, const std::string& value) {
    auto& added = attribute(name);
    added.set_type(onnx::AttributeProto::STRING);
    added.set_s(value);
    return *this;
}

ModelBuilder& ModelBuilder::withGraph(const std::string& name, const onnx::GraphProto& graph) {
    auto& added = attribute(name);
    added.set_type(onnx::AttributeProto::GRAPH);
    *added.mutable_g() = graph;
    return *this;
}

ModelBuilder& ModelBuilder::named(const std::string& name) {
    lastNode().set_name(name);
    return *this;
}

Result<Graph> ModelBuilder::read(const Bindings& bindings) const {
    return readModelBytes(bytes(), "model.onnx", bindings, {});
}

const Tensor& tensorNamed(const Graph& graph, const std::string& name) {
    static const Tensor kNone;
    for (const Tensor& tensor : graph.tensors) {
        if (tensor.name == name) return tensor;
    }
    ADD_FAILURE() << "no tensor " << name;
    return kNone;
}

Shape shapeOf(const Graph& graph, const std::string& name) {
    return tensorNamed(graph, name).shape.value_or(Shape{-1});
}

std::string warningTexts(const Graph& graph) {
    std::string texts;
    for (const auto& warning : graph.warnings) texts += warning.message.text() + "\n";
    return texts;
}

std::string errorText(const Result<Graph>& graph) { return graph ? "" : graph.error().text(); }

std::optional<double> macsOf(const Graph& graph) {
    double total = 0;
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        const auto work = describeWork(graph, static_cast<OperatorId>(i));
        if (!work) return std::nullopt;
        total += static_cast<double>(work->macs.value_or(0));
    }
    return total;
}

} // namespace nestwright::onnx_format::test
