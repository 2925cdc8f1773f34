// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/fallback.h"

#include "core/formats/onnx/element_type.h"

#include <onnx/defs/schema.h>
#include <onnx/shape_inference/implementation.h>

#include <algorithm>
#include <exception>

namespace nestwright::onnx_format {
namespace {

const onnx::OpSchema* schemaOf(const std::string& type, const std::string& domain, int& version) {
    const auto& newest = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
    const auto range = newest.find(domain);
    if (range == newest.end()) return nullptr;
    version = std::clamp(version, 1, range->second.second);
    return onnx::OpSchemaRegistry::Schema(type, version, domain);
}

/// Names that can't clash or be empty stand for the node's own.
std::string placeholder(const char* prefix, std::size_t i) { return prefix + std::to_string(i); }

void addInput(onnx::GraphProto& graph, const NodeContext& node, std::size_t i) {
    const auto type = onnxTypeOf(node.inputType(i));
    auto& input = *graph.add_input();
    input.set_name(placeholder("i", i));
    auto& tensor = *input.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(type.value_or(1));
    if (const Shape* shape = node.shape(i)) {
        auto& dims = *tensor.mutable_shape();
        for (const Count extent : *shape) dims.add_dim()->set_dim_value(extent);
    }
    const Value* value = node.value(i);
    if (value == nullptr || value->isReal || node.inputType(i) != DataType::int64) return;
    auto& initializer = *graph.add_initializer();
    initializer.set_name(input.name());
    initializer.set_data_type(onnx::TensorProto::INT64);
    if (const Shape* shape = node.shape(i)) {
        for (const Count extent : *shape) initializer.add_dims(extent);
    }
    for (const std::int64_t element : value->integers) initializer.add_int64_data(element);
}

onnx::ModelProto oneNodeModel(const NodeContext& node, const std::string& domain, int version) {
    onnx::ModelProto model;
    model.set_ir_version(8);
    auto& import = *model.add_opset_import();
    import.set_domain(domain);
    import.set_version(version);
    auto& graph = *model.mutable_graph();
    auto& copy = *graph.add_node();
    copy = node.node();
    copy.set_domain(domain);
    for (int i = 0; i < copy.input_size(); ++i) {
        const auto index = static_cast<std::size_t>(i);
        copy.set_input(i, node.hasInput(index) ? placeholder("i", index) : "");
        if (node.hasInput(index)) addInput(graph, node, index);
    }
    for (int i = 0; i < copy.output_size(); ++i) {
        if (!copy.output(i).empty()) copy.set_output(i, placeholder("o", static_cast<std::size_t>(i)));
    }
    return model;
}

void takeOutput(NodeContext& node, std::size_t i, const onnx::TypeProto& type) {
    if (!type.has_tensor_type()) return;
    const DataType element = elementTypeOf(type.tensor_type().elem_type());
    node.setType(i, element);
    if (!type.tensor_type().has_shape()) return;
    Shape shape;
    for (const auto& dim : type.tensor_type().shape().dim()) {
        if (!dim.has_dim_value() || dim.dim_value() < 0) return;
        shape.push_back(dim.dim_value());
    }
    node.setOutput(i, std::move(shape), element);
}

} // namespace

bool inferWithSchema(NodeContext& node, const std::string& domain, int version) {
    if (schemaOf(node.type(), domain, version) == nullptr) return false;
    onnx::ModelProto model = oneNodeModel(node, domain, version);
    // The library reports broken nodes by exceptions of several kinds; a node that it can't infer is no error here.
    try {
        onnx::shape_inference::InferShapes(model);
    } catch (const std::exception&) {
        return true;
    }
    for (const auto& info : model.graph().value_info()) {
        for (std::size_t i = 0; i < node.outputCount(); ++i) {
            if (info.name() == placeholder("o", i)) takeOutput(node, i, info.type());
        }
    }
    return true;
}

} // namespace nestwright::onnx_format
