// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/huggingface/huggingface_reader.h"
#include "core/workload/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace nestwright {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json llamaShape() {
    return {{"architectures", {"LlamaForCausalLM"}},
            {"model_type", "llama"},
            {"hidden_act", "silu"},
            {"torch_dtype", "bfloat16"},
            {"hidden_size", 4096},
            {"num_hidden_layers", 32},
            {"num_attention_heads", 32},
            {"num_key_value_heads", 8},
            {"intermediate_size", 14336},
            {"vocab_size", 128256},
            {"tie_word_embeddings", false}};
}

Result<Graph> read(const json& config, const Bindings& bindings = {}) {
    return huggingface::readConfig(config.dump(), "model/config.json", bindings);
}

Graph graphOf(const json& config, const Bindings& bindings = {}) {
    auto graph = read(config, bindings);
    EXPECT_TRUE(graph.has_value()) << (graph ? "" : graph.error().text());
    return graph ? *graph : Graph{};
}

std::string errorOf(const json& config, const Bindings& bindings = {}) {
    const auto graph = read(config, bindings);
    return graph ? "" : graph.error().text();
}

bool hasWarning(const Graph& graph, const std::string& code) {
    return std::any_of(graph.warnings.begin(), graph.warnings.end(), [&](const Warning& w) { return w.code == code; });
}

std::string warningText(const Graph& graph) {
    std::string text;
    for (const auto& warning : graph.warnings) text += warning.message.text() + "\n";
    return text;
}

struct Totals {
    Count macs = 0;
    double weightBytes = 0;
    double cacheBytes = 0; ///< read by the attention operators
    std::map<LayerType, Count> byType;
};

Totals totalsOf(const Graph& graph) {
    Totals totals;
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        const auto work = describeWork(graph, static_cast<OperatorId>(i));
        EXPECT_TRUE(work.has_value()) << (work ? "" : work.error().text());
        if (!work) continue;
        EXPECT_TRUE(work->macs.has_value()) << graph.operators[i].name;
        EXPECT_NE(work->layerType, LayerType::unknown) << graph.operators[i].type;
        totals.macs += work->macs.value_or(0);
        totals.weightBytes += static_cast<double>(work->weightBytes);
        if (work->layerType == LayerType::attentionScore) totals.cacheBytes += static_cast<double>(work->inputBytes);
        for (const auto& einsum : work->einsums) {
            EXPECT_TRUE(validate(einsum.problem).has_value()) << graph.operators[i].name;
            totals.byType[einsum.layerType] += einsum.repeats * static_cast<Count>(einsum.problem.macs());
        }
    }
    return totals;
}

Bindings prefill(Count sequence, Count batch = 1) {
    Bindings bindings;
    bindings.sequence = sequence;
    bindings.batch = batch;
    return bindings;
}

Bindings decode(Count past, Count batch = 1) {
    Bindings bindings;
    bindings.phase = "decode";
    bindings.past = past;
    bindings.batch = batch;
    return bindings;
}

TEST(HuggingFaceConfig, CountsTheParametersOfLlama3) {
    const Graph graph = graphOf(llamaShape());
    EXPECT_EQ(graph.parameters(), 8030261248);
    EXPECT_EQ(graph.parameterBytes(), 16060522496);
    ASSERT_TRUE(graph.kvBytesPerToken.has_value());
    EXPECT_EQ(*graph.kvBytesPerToken, 2 * 32 * 8 * 128 * 2); // key and value, layers, heads, elements, bytes
}

// Per layer: projections (4096 + 2 x 1024 + 4096) x 4096, MLP 3 x 4096 x 14336; scores and values 2 x 1024^2 x 4096.
TEST(HuggingFaceConfig, CountsTheMacsOfAPrefill) {
    const Totals totals = totalsOf(graphOf(llamaShape(), prefill(1024)));
    EXPECT_EQ(totals.macs, 7959648141312);
    EXPECT_EQ(totals.byType.at(LayerType::attentionScore), 32LL * 1024 * 1024 * 4096);
    EXPECT_EQ(totals.byType.at(LayerType::attentionValue), 32LL * 1024 * 1024 * 4096);
}

TEST(HuggingFaceConfig, CountsADecodeStepAndWhatItReads) {
    const Graph graph = graphOf(llamaShape(), decode(4095));
    const Totals totals = totalsOf(graph);
    EXPECT_EQ(totals.macs, 8578400256);
    // All weights but the embedding table, of which one row is read.
    EXPECT_EQ(totals.weightBytes, 16060522496.0 - 128256.0 * 4096 * 2 + 4096 * 2);
    // Keys and values of 4095 tokens, the new token's, and the query.
    EXPECT_EQ(totals.cacheBytes, 32.0 * (2 * 8 * 128 * 2 * 4096 + 4096 * 2));
}

TEST(HuggingFaceConfig, SharesKeysAmongTheHeadsOfAGroup) {
    const Graph graph = graphOf(llamaShape(), decode(4095, 3));
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        if (graph.operators[i].type != "GroupQueryAttention") continue;
        const auto work = describeWork(graph, static_cast<OperatorId>(i));
        ASSERT_TRUE(work.has_value());
        ASSERT_EQ(work->einsums.size(), 2U);
        const Problem& score = work->einsums[0].problem;
        EXPECT_EQ(score.dims, (std::vector<Dim>{{"B", 3 * 8}, {"M", 4}, {"N", 4096}, {"K", 128}}));
        EXPECT_EQ(score.tensorElements(score.tensorIndex("Keys")), 3.0 * 8 * 4096 * 128);
        return;
    }
    FAIL() << "no attention operator";
}

TEST(HuggingFaceConfig, DerivesTheHeadWidthFromNull) {
    json config = llamaShape();
    config["head_dim"] = nullptr;
    EXPECT_EQ(graphOf(config).parameters(), 8030261248);
}

TEST(HuggingFaceConfig, RefusesAHeadWidthThatIsNotWhole) {
    json config = llamaShape();
    config["hidden_size"] = 1792;
    config["num_attention_heads"] = 24;
    EXPECT_THAT(errorOf(config), HasSubstr("head_dim"));
    config["head_dim"] = 64;
    EXPECT_EQ(errorOf(config), "");
}

TEST(HuggingFaceConfig, NamesTheDefaultForMissingKeyValueHeads) {
    json config = llamaShape();
    config.erase("num_key_value_heads");
    const Graph graph = graphOf(config);
    EXPECT_EQ(graph.parameters(), 8835567616); // 8030261248 + 32 x 2 x 3072 x 4096
    EXPECT_EQ(graph.kvBytesPerToken, 524288);
    EXPECT_THAT(warningText(graph), HasSubstr("num_key_value_heads"));
}

TEST(HuggingFaceConfig, ReadsTheLanguagePartOfAVisionModel) {
    const json config = {
        {"model_type", "some_vl"}, {"text_config", llamaShape()}, {"vision_config", {{"hidden_size", 1024}}}};
    const Graph graph = graphOf(config);
    EXPECT_EQ(graph.parameters(), 8030261248);
    EXPECT_TRUE(hasWarning(graph, "vision_not_counted"));
}

TEST(HuggingFaceConfig, RefusesUnknownFamilies) {
    const json config = {{"model_type", "brand_new"}, {"d_model", 512}, {"n_layer", 4}};
    EXPECT_THAT(errorOf(config), HasSubstr("brand_new"));
    EXPECT_THAT(errorOf(config), HasSubstr("model/config.json"));
    EXPECT_THAT(errorOf(json::object()), HasSubstr("model_type"));
}

struct BadValue {
    const char* key;
    json value;
};

TEST(HuggingFaceConfig, NamesTheKeyOfABadValue) {
    const std::vector<BadValue> cases = {{"hidden_size", "4096 or so"},
                                         {"hidden_size", -1},
                                         {"num_hidden_layers", 0},
                                         {"num_hidden_layers", 1 << 30},
                                         {"vocab_size", 1e300},
                                         {"intermediate_size", 14336.5},
                                         {"num_key_value_heads", 5},
                                         {"hidden_act", "brand_new_act"},
                                         {"torch_dtype", "float17"},
                                         {"tie_word_embeddings", "no"},
                                         {"num_attention_heads", json::array()},
                                         {"vocab_size", nullptr},
                                         {"head_dim", 18446744073709551615ULL}};
    for (const auto& bad : cases) {
        json config = llamaShape();
        config[bad.key] = bad.value;
        EXPECT_THAT(errorOf(config), HasSubstr(bad.key)) << bad.value;
        EXPECT_THAT(errorOf(config), HasSubstr("model/config.json")) << bad.value;
    }
}

TEST(HuggingFaceConfig, ReadsQuotedNumbersAndSaysSo) {
    json config = llamaShape();
    config["hidden_size"] = "4096";
    const Graph graph = graphOf(config);
    EXPECT_EQ(graph.parameters(), 8030261248);
    EXPECT_THAT(warningText(graph), HasSubstr("hidden_size"));
    for (const char* bad : {"", "-1", "4e3", "99999999999", "0"}) {
        config["hidden_size"] = bad;
        EXPECT_THAT(errorOf(config), HasSubstr("hidden_size")) << bad;
    }
}

TEST(HuggingFaceConfig, SaysWhereJsonBreaks) {
    const auto graph = huggingface::readConfig("{\n \"model_type\": llama\n}", "c.json", {});
    ASSERT_FALSE(graph.has_value());
    EXPECT_THAT(graph.error().text(), HasSubstr("c.json:2:"));
    for (const char* text : {"", "[]", "3", "{", "\xff\xfe", "null"}) {
        EXPECT_FALSE(huggingface::readConfig(text, "c.json", {}).has_value()) << text;
    }
}

TEST(HuggingFaceConfig, RefusesSizesBeyondCounting) {
    json config = llamaShape();
    config["hidden_size"] = 1LL << 31;
    config["head_dim"] = 128;
    config["intermediate_size"] = 1LL << 31;
    config["vocab_size"] = 1LL << 31;
    EXPECT_NE(errorOf(config), "");
    EXPECT_NE(errorOf(llamaShape(), prefill(1LL << 40, 1LL << 40)), "");
    EXPECT_NE(errorOf(llamaShape(), prefill(0)), "");
    EXPECT_NE(errorOf(llamaShape(), decode(-1)), "");
}

// Per layer 2 x (4096 x 1024) + 2 x 4096^2 + router 4096 x 8 + experts 8 x 3 x 4096 x 14336 + norms; 2 of 8 experts
// run.
json mixtralShape() {
    json config = llamaShape();
    config["model_type"] = "mixtral";
    config["vocab_size"] = 32000;
    config["num_local_experts"] = 8;
    config["num_experts_per_tok"] = 2;
    return config;
}

TEST(HuggingFaceConfig, StoresAllExpertsAndRunsTheChosen) {
    const Graph graph = graphOf(mixtralShape(), decode(1023));
    EXPECT_EQ(graph.parameters(), 46702792704);
    EXPECT_EQ(graph.activeParameters, 12879925248);
    const Totals totals = totalsOf(graph);
    // Active parameters without norms (65 x 4096) and embedding are multiplied once, plus scores and values over 1024.
    EXPECT_EQ(totals.macs, 12879925248 - 65LL * 4096 - 32000LL * 4096 + 32LL * 2 * 1024 * 4096);
    EXPECT_EQ(totals.weightBytes, 2.0 * (12879925248.0 - 32000.0 * 4096 + 4096));
}

TEST(HuggingFaceConfig, SpreadsTokensOverTheExperts) {
    const Totals totals = totalsOf(graphOf(mixtralShape(), prefill(1000)));
    const Count perToken = 12879925248 - 65LL * 4096 - 32000LL * 4096;
    EXPECT_EQ(totals.macs, 1000 * perToken + 32LL * 2 * 1000 * 1000 * 4096);
    EXPECT_EQ(totals.weightBytes, 2.0 * (46702792704.0 - 32000.0 * 4096 + 1000 * 4096));
}

TEST(HuggingFaceConfig, AddsTheBiasesOfQwen2) {
    json config = llamaShape();
    config["model_type"] = "qwen2";
    config["hidden_size"] = 8192;
    config["num_hidden_layers"] = 80;
    config["num_attention_heads"] = 64;
    config["num_key_value_heads"] = 64;
    config["intermediate_size"] = 24576;
    config["vocab_size"] = 152064;
    EXPECT_EQ(graphOf(config).parameters(), 72287920128);
}

TEST(HuggingFaceConfig, CountsASharedExpert) {
    json config = mixtralShape();
    config["model_type"] = "qwen2_moe";
    config["num_experts"] = 60;
    config["num_experts_per_tok"] = 4;
    config["hidden_size"] = 2048;
    config["num_hidden_layers"] = 24;
    config["num_attention_heads"] = 16;
    config["num_key_value_heads"] = 16;
    config["moe_intermediate_size"] = 1408;
    config["shared_expert_intermediate_size"] = 5632;
    config["intermediate_size"] = 5632;
    config["vocab_size"] = 151936;
    // Layer: attention 4 x 2048^2 + 3 x 2048, router 2048 x 60, experts 60 x 3 x 2048 x 1408, shared 3 x 2048 x 5632
    // and its gate 2048, norms 2 x 2048; outside 2 x 151936 x 2048 + 2048.
    const Count layer =
        4LL * 2048 * 2048 + 3 * 2048 + 2048 * 60 + 60LL * 3 * 2048 * 1408 + 3LL * 2048 * 5632 + 2048 + 4096;
    const Graph graph = graphOf(config);
    EXPECT_EQ(graph.parameters(), 24 * layer + 2LL * 151936 * 2048 + 2048);
    EXPECT_EQ(*graph.activeParameters, graph.parameters() - 24LL * 56 * 3 * 2048 * 1408);
}

json gpt2Shape() {
    return {{"model_type", "gpt2"}, {"n_embd", 768},       {"n_layer", 12},           {"n_head", 12},
            {"vocab_size", 50257},  {"n_positions", 1024}, {"torch_dtype", "float16"}};
}

TEST(HuggingFaceConfig, TiesTheOutputOfGpt2) {
    const Graph graph = graphOf(gpt2Shape(), prefill(128));
    EXPECT_EQ(graph.parameters(), 124439808);
    // Layer 12 x 768^2 a token, scores and values 2 x 128^2 x 768, output 768 x 50257 a token.
    EXPECT_EQ(totalsOf(graph).macs, 128LL * 12 * 12 * 768 * 768 + 12LL * 2 * 128 * 128 * 768 + 128LL * 768 * 50257);
    EXPECT_NE(errorOf(gpt2Shape(), prefill(1025)), "");
}

TEST(HuggingFaceConfig, RunsGptJSideBySide) {
    const json config = {{"model_type", "gptj"}, {"n_embd", 4096},      {"n_layer", 28},           {"n_head", 16},
                         {"rotary_dim", 64},     {"vocab_size", 50400}, {"torch_dtype", "float16"}};
    const Graph graph = graphOf(config, decode(100));
    EXPECT_EQ(graph.parameters(), 6050882784);
    EXPECT_EQ(totalsOf(graph).macs, 28LL * 12 * 4096 * 4096 + 28LL * 2 * 101 * 4096 + 4096LL * 50400);
}

json bertShape() {
    return {{"model_type", "bert"},      {"hidden_size", 768},
            {"num_hidden_layers", 12},   {"num_attention_heads", 12},
            {"intermediate_size", 3072}, {"vocab_size", 30522},
            {"torch_dtype", "float32"},  {"max_position_embeddings", 512}};
}

TEST(HuggingFaceConfig, CountsBertWithItsPooler) {
    const Graph graph = graphOf(bertShape(), prefill(128));
    EXPECT_EQ(graph.parameters(), 109482240);
    EXPECT_EQ(totalsOf(graph).macs, 11174215680);
    EXPECT_EQ(totalsOf(graphOf(bertShape(), prefill(512, 8))).macs, 386551775232);
    EXPECT_FALSE(graph.kvBytesPerToken.has_value());
    EXPECT_THAT(errorOf(bertShape(), decode(10)), HasSubstr("decode"));
}

TEST(HuggingFaceConfig, CountsAVisionTransformer) {
    json config = bertShape();
    config["model_type"] = "vit";
    config["num_labels"] = 1000;
    const Graph graph = graphOf(config);
    EXPECT_EQ(graph.parameters(), 86567656);
    // Patches 196 x 768 x 768, layers 197 x 12 x 768^2 + 2 x 197^2 x 768, classifier 768 x 1000.
    EXPECT_EQ(totalsOf(graph).macs, 196LL * 768 * 768 + 12 * (197LL * 12 * 768 * 768 + 2LL * 197 * 197 * 768) + 768000);
}

TEST(HuggingFaceConfig, GivesEveryLayerTheSameShape) {
    const Graph graph = graphOf(llamaShape());
    std::map<std::string, std::vector<std::string>> scopes;
    for (const auto& op : graph.operators) scopes[op.scope].push_back(op.type);
    ASSERT_EQ(scopes.size(), 33U);
    for (int i = 1; i < 32; ++i) EXPECT_EQ(scopes["layers." + std::to_string(i)], scopes["layers.0"]);
}

TEST(HuggingFaceConfig, NamesTheDefaultsOfAPass) {
    const Graph graph = graphOf(llamaShape());
    EXPECT_EQ(graph.symbols.at("sequence"), 1024);
    EXPECT_FALSE(graph.symbols.at("batch").has_value());
    EXPECT_THAT(warningText(graph), HasSubstr("1024"));
    Bindings bindings;
    bindings.phase = "decode";
    EXPECT_EQ(graphOf(llamaShape(), bindings).symbols.at("past"), 1023);
    bindings.phase = "training";
    EXPECT_THAT(errorOf(llamaShape(), bindings), HasSubstr("training"));
    Bindings unknown;
    unknown.symbols["width"] = 3;
    EXPECT_THAT(errorOf(llamaShape(), unknown), HasSubstr("width"));
}

TEST(HuggingFaceConfig, EveryTensorHasItsProducerBeforeItsReaders) {
    for (const json& config : {llamaShape(), mixtralShape(), gpt2Shape(), bertShape()}) {
        const Graph graph = graphOf(config);
        for (std::size_t i = 0; i < graph.operators.size(); ++i) {
            for (const TensorId id : graph.operators[i].inputs) {
                if (id == kNoTensor) continue;
                EXPECT_LT(graph.tensor(id)->producer, static_cast<OperatorId>(i));
            }
        }
    }
}

} // namespace
} // namespace nestwright
