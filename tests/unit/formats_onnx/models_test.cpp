// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/catalogue.h"

#include <gmock/gmock.h>

#include "model_builder.h"
#include <map>
#include <set>

namespace nestwright::onnx_format::test {
namespace {

Graph model(const std::string& name, const Bindings& bindings = {}) {
    auto graph = readModel(NESTWRIGHT_TEST_DATA "/models/" + name + ".onnx", bindings, {});
    EXPECT_TRUE(graph) << errorText(graph);
    return graph ? *graph : Graph{};
}

std::map<LayerType, int> layerCounts(const Graph& graph) {
    std::map<LayerType, int> counts;
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        const auto work = describeWork(graph, static_cast<OperatorId>(i));
        EXPECT_TRUE(work) << work.error().text();
        if (work) ++counts[work->layerType];
    }
    return counts;
}

TEST(Models, ResNetHasItsConvolutionsAndItsClassifier) {
    Bindings bindings;
    bindings.batch = 16;
    const Graph graph = model("resnet50_dynamic_batch", bindings);
    const auto counts = layerCounts(graph);
    EXPECT_EQ(counts.at(LayerType::conv), 53);
    EXPECT_EQ(counts.at(LayerType::gemm), 1);
    EXPECT_EQ(macsOf(graph), 16.0 * 4089184256);
}

TEST(Models, BertTakesBatchAndSequence) {
    Bindings bindings;
    bindings.batch = 8;
    bindings.sequence = 512;
    EXPECT_EQ(macsOf(model("bert_base_dynamic", bindings)), 386551775232.0);
}

TEST(Models, DecodersKnowTheirCacheAndPhase) {
    const Graph graph = model("llama3_8b_decode_past4095");
    int caches = 0;
    for (const TensorId id : graph.inputs) caches += graph.tensor(id)->role == TensorRole::cache ? 1 : 0;
    EXPECT_EQ(caches, 64);
    EXPECT_EQ(graph.kvBytesPerToken, 131072.0);

    Bindings bindings;
    bindings.past = 4095;
    EXPECT_EQ(shapeOf(model("llama3_8b_decode_past4095", bindings), "present.0.key"), (Shape{1, 8, 4096, 128}));
    bindings.past = 100;
    const auto clash = readModel(NESTWRIGHT_TEST_DATA "/models/llama3_8b_decode_past4095.onnx", bindings, {});
    EXPECT_THAT(errorText(clash), testing::HasSubstr("past_key_values"));
}

TEST(Models, SayEachThingOnce) {
    for (const char* name : {"bert_base_dynamic", "llama3_8b_prefill1024", "resnet50_b1"}) {
        std::set<std::string> codes;
        for (const auto& warning : model(name).warnings) EXPECT_TRUE(codes.insert(warning.code).second) << warning.code;
    }
}

TEST(Models, NameTheModulesOfTheirOperators) {
    const Graph graph = model("tinyllama_1b_decode_past511");
    std::set<std::string> scopes;
    for (const Operator& op : graph.operators) scopes.insert(op.scope);
    EXPECT_TRUE(scopes.contains("model.layers.21.self_attn.q_proj"));
    EXPECT_TRUE(scopes.contains("model.layers.0.input_layernorm"));
}

} // namespace
} // namespace nestwright::onnx_format::test
