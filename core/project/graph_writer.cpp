// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/graph_json.h"

#include <algorithm>
#include <cmath>

namespace nestwright {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinities and no NaN.
Json realJson(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return value;
}

Json attributeJson(std::int64_t value) { return value; }

Json attributeJson(double value) { return std::isfinite(value) ? Json(value) : Json{{"real", realJson(value)}}; }

Json attributeJson(const std::string& value) { return value; }

/// An empty list doesn't tell what it is a list of.
Json attributeJson(const std::vector<std::int64_t>& values) {
    return values.empty() ? Json{{"integers", Json::array()}} : Json(values);
}

Json attributeJson(const std::vector<double>& values) {
    Json list = Json::array();
    for (const double value : values) list.push_back(realJson(value));
    const bool isPlain =
        !values.empty() && std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
    return isPlain ? list : Json{{"reals", std::move(list)}};
}

Json attributeJson(const std::vector<std::string>& values) {
    return values.empty() ? Json{{"texts", Json::array()}} : Json(values);
}

std::string_view keyOf(TensorRole role) {
    switch (role) {
    case TensorRole::activation:
        return "activation";
    case TensorRole::weight:
        return "weight";
    case TensorRole::constant:
        return "constant";
    case TensorRole::cache:
        return "cache";
    }
    return "activation";
}

Json tensorJson(const Tensor& tensor) {
    Json entry = {{"name", tensor.name}};
    if (tensor.shape) entry["shape"] = *tensor.shape;
    if (tensor.type != DataType::unknown) entry["type"] = nameOf(tensor.type);
    if (tensor.role != TensorRole::activation) entry["role"] = keyOf(tensor.role);
    if (tensor.producer != kNoOperator) entry["producer"] = tensor.producer;
    if (tensor.isParameter) entry["parameter"] = true;
    if (tensor.integers) entry["integers"] = *tensor.integers;
    return entry;
}

Json operatorJson(const Operator& op) {
    Json entry = {{"name", op.name}, {"type", op.type}};
    if (!op.domain.empty()) entry["domain"] = op.domain;
    entry["inputs"] = op.inputs;
    entry["outputs"] = op.outputs;
    Json attributes = Json::object();
    for (const auto& [key, value] : op.attributes) {
        attributes[key] = std::visit([](const auto& held) { return attributeJson(held); }, value);
    }
    if (!attributes.empty()) entry["attributes"] = std::move(attributes);
    if (op.parent != kNoOperator) entry["parent"] = op.parent;
    if (!op.scope.empty()) entry["scope"] = op.scope;
    return entry;
}

Json warningJson(const Warning& warning) {
    Json arguments = Json::array();
    for (const auto& argument : warning.message.arguments) {
        arguments.push_back(std::visit([](const auto& held) { return attributeJson(held); }, argument));
    }
    Json entry = {{"code", warning.code}};
    if (warning.op != kNoOperator) entry["operator"] = warning.op;
    entry["message"] = {
        {"id", warning.message.id}, {"english", warning.message.english}, {"arguments", std::move(arguments)}};
    return entry;
}

template <class Items, class Write>
Json listOf(const Items& items, Write write) {
    Json list = Json::array();
    for (const auto& item : items) list.push_back(write(item));
    return list;
}

} // namespace

Json writeGraph(const Graph& graph) {
    Json symbols = Json::object();
    for (const auto& [name, value] : graph.symbols) symbols[name] = value ? Json(*value) : Json(nullptr);
    Json result = {{"name", graph.name}, {"format", graph.format}};
    if (graph.opset != 0) result["opset"] = graph.opset;
    if (!graph.sourcePath.empty()) result["source_path"] = graph.sourcePath;
    if (!graph.sourceSha256.empty()) result["source_sha256"] = graph.sourceSha256;
    if (!symbols.empty()) result["symbols"] = std::move(symbols);
    if (graph.kvBytesPerToken) result["kv_bytes_per_token"] = *graph.kvBytesPerToken;
    if (graph.activeParameters) result["active_parameters"] = *graph.activeParameters;
    result["inputs"] = graph.inputs;
    result["outputs"] = graph.outputs;
    result["tensors"] = listOf(graph.tensors, tensorJson);
    result["operators"] = listOf(graph.operators, operatorJson);
    if (!graph.warnings.empty()) result["warnings"] = listOf(graph.warnings, warningJson);
    return result;
}

} // namespace nestwright
