// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/importer.h"

#include <algorithm>

namespace nestwright::onnx_format {
namespace {

/// Replaces attributes that refer to the function's own by those of the call; one that the call lacks is left out.
void bindAttributes(google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes, const onnx::NodeProto& call) {
    for (auto& node : nodes) {
        google::protobuf::RepeatedPtrField<onnx::AttributeProto> bound;
        for (const auto& attribute : node.attribute()) {
            if (attribute.ref_attr_name().empty()) {
                *bound.Add() = attribute;
                if (attribute.has_g()) bindAttributes(*bound.rbegin()->mutable_g()->mutable_node(), call);
                continue;
            }
            for (const auto& given : call.attribute()) {
                if (given.name() != attribute.ref_attr_name()) continue;
                *bound.Add() = given;
                bound.rbegin()->set_name(attribute.name());
            }
        }
        node.mutable_attribute()->Swap(&bound);
    }
}

std::string innerPrefix(const std::string& outer, const std::string& call) {
    return outer.empty() ? call : outer + "." + call;
}

} // namespace

/// The function's nodes stand in the place of the call, in a module path of their own.
Result<void> Importer::callFunction(const onnx::FunctionProto& function, const onnx::NodeProto& node,
                                    const Operator& call, Scope& scope) {
    Scope inner;
    inner.parent = scope.parent;
    inner.prefix = innerPrefix(scope.prefix, call.name);
    inner.depth = scope.depth + 1;
    for (int i = 0; i < function.input_size(); ++i) {
        const auto index = static_cast<std::size_t>(i);
        const bool isGiven = index < call.inputs.size() && call.inputs[index] != kNoTensor;
        if (isGiven) inner.names.insert_or_assign(function.input(i), call.inputs[index]);
    }
    google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes = function.node();
    bindAttributes(nodes, node);
    // An input that the call leaves out is absent to the nodes that read it, too.
    for (auto& inside : nodes) {
        for (auto& name : *inside.mutable_input()) {
            for (int i = 0; i < function.input_size(); ++i) {
                if (name == function.input(i) && !inner.names.contains(name)) name.clear();
            }
        }
    }
    if (auto ok = importNodes(nodes, inner); !ok) return ok;
    for (int i = 0; i < node.output_size() && i < function.output_size(); ++i) {
        const TensorId id = find(function.output(i), inner);
        if (node.output(i).empty() || id == kNoTensor) continue;
        scope.names.insert_or_assign(node.output(i), id);
        const bool isPassedOn = std::find(call.inputs.begin(), call.inputs.end(), id) != call.inputs.end();
        if (!isPassedOn) tensorAt(id).name = node.output(i);
    }
    return {};
}

} // namespace nestwright::onnx_format
