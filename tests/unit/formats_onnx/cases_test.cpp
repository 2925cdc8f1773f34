// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/onnx_reader.h"
#include "core/workload/catalogue.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model_builder.h"
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

namespace nestwright::onnx_format::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// One file under one set of bindings, and what is expected of it.
struct Case {
    std::string name;
    fs::path file;
    Bindings bindings;
    Json expected;
};

void PrintTo(const Case& item, std::ostream* stream) { *stream << item.name; }

Json load(const fs::path& path) { return Json::parse(std::ifstream(path)); }

std::vector<std::string> names(const Json& object, const char* key) {
    return object.value(key, std::vector<std::string>());
}

Bindings bindingsOf(const Json& expected, const Json& binding) {
    Bindings bindings;
    for (const auto& symbol : names(expected, "symbols")) {
        if (binding.contains(symbol)) bindings.symbols[symbol] = binding[symbol].get<Count>();
    }
    return bindings;
}

std::string identifier(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return text;
}

void addCases(std::vector<Case>& cases, const fs::path& folder) {
    const Json document = load(folder / "expected.json");
    for (const auto& [file, expected] : document.items()) {
        if (fs::path(file).extension() != ".onnx") continue;
        const std::string name = identifier(folder.filename().string() + "_" + fs::path(file).stem().string());
        cases.push_back({name, folder / file, {}, expected});
        int index = 0;
        const Json bindings = expected.value("bindings", Json::array());
        for (const auto& binding : bindings) {
            Json wanted = binding;
            if (expected.contains("params")) wanted["params"] = expected["params"];
            if (expected.contains("params_trainable")) wanted["params"] = expected["params_trainable"];
            cases.push_back(
                {name + "_binding" + std::to_string(index++), folder / file, bindingsOf(expected, binding), wanted});
        }
    }
}

std::vector<Case> allCases() {
    std::vector<Case> cases;
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(fs::path(NESTWRIGHT_TEST_DATA) / "cases")) {
        const std::string name = entry.path().filename().string();
        if (name.front() == 'A' || name.front() == 'G') folders.push_back(entry.path());
    }
    std::sort(folders.begin(), folders.end());
    for (const auto& folder : folders) addCases(cases, folder);
    addCases(cases, fs::path(NESTWRIGHT_TEST_DATA) / "models");
    return cases;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// Messages of the import and of the catalogue together, as a person would see them.
std::string messagesOf(const Result<Graph>& graph) {
    if (!graph) return lower(graph.error().text());
    std::string texts = warningTexts(*graph);
    for (std::size_t i = 0; i < graph->operators.size(); ++i) {
        const auto work = describeWork(*graph, static_cast<OperatorId>(i));
        if (!work) return lower(work.error().text());
        for (const auto& warning : work->warnings) texts += warning.message.text() + "\n";
    }
    return lower(texts);
}

bool isRefused(const Result<Graph>& graph) { return !graph || !macsOf(*graph); }

void checkFigures(const Graph& graph, const Json& expected) {
    for (const char* key : {"macs", "macs_known"}) {
        if (!expected.contains(key)) continue;
        EXPECT_EQ(macsOf(graph), expected[key].get<double>()) << key;
    }
    for (const char* key : {"params", "params_trainable"}) {
        if (!expected.contains(key)) continue;
        EXPECT_EQ(graph.parameters(), expected[key].get<Count>()) << key;
    }
    if (expected.contains("kv_bytes_per_token_fp16")) {
        EXPECT_EQ(graph.kvBytesPerToken, expected["kv_bytes_per_token_fp16"].get<double>());
    }
    for (const char* key : {"weight_bytes", "weight_bytes_fp16"}) {
        // Of the ResNets this figure counts the running statistics too.
        if (!expected.contains(key) || expected.contains("batchnorm_running_stats")) continue;
        EXPECT_EQ(graph.parameterBytes(), expected[key].get<Count>());
    }
    if (expected.contains("real_inputs")) {
        std::vector<std::string> inputs;
        for (const TensorId id : graph.inputs) inputs.push_back(graph.tensor(id)->name);
        EXPECT_EQ(inputs, expected["real_inputs"].get<std::vector<std::string>>());
    }
}

/// What constants become on the way to another constant is no part of the graph.
bool isFoldedAway(const Graph& graph, const std::string& name) {
    return std::none_of(graph.tensors.begin(), graph.tensors.end(),
                        [&name](const Tensor& tensor) { return tensor.name == name; });
}

void checkShapes(const Graph& graph, const Json& expected) {
    const Json shapes = expected.value("shapes", Json::object());
    for (const auto& [name, shape] : shapes.items()) {
        if (isFoldedAway(graph, name)) continue;
        EXPECT_EQ(shapeOf(graph, name), shape.get<Shape>()) << name;
    }
    for (const char* name : {"output", "last_hidden_state"}) {
        if (!expected.contains(name)) continue;
        const bool isThere = std::any_of(graph.outputs.begin(), graph.outputs.end(), [&](TensorId id) {
            return graph.tensor(id)->shape == expected[name].get<Shape>();
        });
        EXPECT_TRUE(isThere) << name;
    }
    const Json sizes = expected.value("bytes", Json::object());
    for (const auto& [name, bytes] : sizes.items()) {
        EXPECT_EQ(tensorNamed(graph, name).bytes(), bytes.get<Count>()) << name;
    }
    for (const auto& name : names(expected, "weight_tensors")) {
        EXPECT_EQ(tensorNamed(graph, name).role, TensorRole::weight) << name;
        EXPECT_TRUE(tensorNamed(graph, name).isParameter) << name;
    }
    for (const auto& name : names(expected, "unknown_shapes")) {
        EXPECT_FALSE(tensorNamed(graph, name).shape.has_value()) << name;
    }
    if (expected.contains("pads")) {
        EXPECT_EQ(graph.operators.front().integers("pads"), expected["pads"].get<std::vector<std::int64_t>>());
    }
}

class ImportCase : public testing::TestWithParam<Case> {};

TEST_P(ImportCase, GivesWhatIsExpected) {
    const Case& item = GetParam();
    const auto graph = readModel(item.file.string(), item.bindings, {});
    const std::string result = item.expected.value("result", "ok");
    const std::string messages = messagesOf(graph);
    if (result == "error") {
        EXPECT_TRUE(isRefused(graph));
    } else if (result.rfind("error_or", 0) != 0) {
        ASSERT_TRUE(graph.has_value()) << graph.error().text();
        EXPECT_FALSE(isRefused(*graph)) << messages;
    }
    for (const char* key : {"message_must_mention", "warning_must_mention"}) {
        for (const auto& word : names(item.expected, key)) {
            EXPECT_NE(messages.find(lower(word)), std::string::npos) << word << " in: " << messages;
        }
    }
    for (const auto& name : names(item.expected, "cycle_nodes")) {
        EXPECT_NE(messages.find("\"" + name + "\""), std::string::npos) << messages;
    }
    if (!graph) return;
    checkFigures(*graph, item.expected);
    checkShapes(*graph, item.expected);
}

INSTANTIATE_TEST_SUITE_P(Files, ImportCase, testing::ValuesIn(allCases()),
                         [](const auto& parameter) { return parameter.param.name; });

} // namespace
} // namespace nestwright::onnx_format::test
