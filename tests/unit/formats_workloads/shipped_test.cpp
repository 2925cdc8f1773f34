// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/workloads/shipped.h"
#include "core/workload/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace nestwright {
namespace {

using testing::HasSubstr;

Graph graphOf(const std::string& id, const Bindings& bindings = {}) {
    auto graph = workloads::shipped(id, bindings);
    EXPECT_TRUE(graph.has_value()) << id << ": " << (graph ? "" : graph.error().text());
    return graph ? *graph : Graph{};
}

Count macsOf(const Graph& graph) {
    Count total = 0;
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        const auto work = describeWork(graph, static_cast<OperatorId>(i));
        EXPECT_TRUE(work.has_value()) << graph.operators[i].name << (work ? "" : work.error().text());
        if (!work) continue;
        EXPECT_TRUE(work->macs.has_value()) << graph.operators[i].name;
        total += work->macs.value_or(0);
    }
    return total;
}

Bindings batchOf(Count batch) {
    Bindings bindings;
    bindings.batch = batch;
    return bindings;
}

struct Figures {
    std::string id;
    Count macs;
    Count parameters;
};

// MACs are the published counts of the architectures. Parameters: batch norms are folded, so each of their channels has
// one number (the bias) where the published counts have two.
class LayerWorkloads : public testing::TestWithParam<Figures> {};

TEST_P(LayerWorkloads, HaveTheirPublishedCounts) {
    const Graph graph = graphOf(GetParam().id);
    EXPECT_EQ(macsOf(graph), GetParam().macs);
    EXPECT_EQ(graph.parameters(), GetParam().parameters);
    EXPECT_EQ(macsOf(graphOf(GetParam().id, batchOf(8))), 8 * GetParam().macs);
}

INSTANTIATE_TEST_SUITE_P(
    All, LayerWorkloads,
    testing::Values(Figures{"resnet50", 4089184256, 25557032 - 26560},
                    Figures{"resnet50-v1", 3857973248, 25557032 - 26560}, Figures{"alexnet", 724406816, 60965224},
                    Figures{"vgg16", 15470264320, 138357544}, Figures{"mobilenet-v2", 300774272, 3504872 - 17056}),
    [](const auto& info) {
        std::string name = info.param.id;
        name.erase(std::remove_if(name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }), name.end());
        return name;
    });

TEST(ShippedWorkloads, CountMobileNetV3) {
    EXPECT_EQ(macsOf(graphOf("mobilenet-v3-large")), 216589760);
    EXPECT_EQ(macsOf(graphOf("mobilenet-v3-small")), 56510400);
}

TEST(ShippedWorkloads, AddResidualsInResNet) {
    const Graph graph = graphOf("resnet50");
    std::map<std::string, int> types;
    for (const auto& op : graph.operators) ++types[op.type];
    EXPECT_EQ(types["Conv"], 53);
    EXPECT_EQ(types["Add"], 16);
    EXPECT_EQ(types["Relu"], 49); // one after each convolution that isn't summed (33), and after each sum (16)
    EXPECT_EQ(types["Gemm"], 1);
    const auto consumers = graph.consumers();
    const auto branches =
        std::count_if(consumers.begin(), consumers.end(), [](const auto& readers) { return readers.size() == 2; });
    EXPECT_EQ(branches, 16); // each block's input is read by its first convolution and by its shortcut
    EXPECT_EQ(graph.tensor(graph.outputs.front())->shape, (Shape{1, 1000}));
}

TEST(ShippedWorkloads, MakeLlama3) {
    const Graph graph = graphOf("llama3-8b");
    EXPECT_EQ(graph.parameters(), 8030261248);
    EXPECT_EQ(graph.kvBytesPerToken, 131072);
    EXPECT_EQ(macsOf(graph), 7959648141312); // prefill of 1024
    Bindings decode;
    decode.phase = "decode";
    decode.past = 4095;
    EXPECT_EQ(macsOf(graphOf("llama3-8b", decode)), 8578400256);
}

TEST(ShippedWorkloads, HavePublishedSizes) {
    const std::vector<std::pair<std::string, double>> billions = {
        {"bert-base", 0.110},   {"bert-large", 0.335}, {"gpt2", 0.124},        {"gpt2-xl", 1.56},
        {"gpt3-175b", 175},     {"gpt-j-6b", 6.05},    {"llama2-7b", 6.74},    {"llama2-13b", 13.0},
        {"llama2-70b", 69.0},   {"llama3-70b", 70.6},  {"mixtral-8x7b", 46.7}, {"qwen2.5-7b", 7.62},
        {"vit-b16-224", 0.0866}};
    for (const auto& [id, size] : billions) {
        EXPECT_NEAR(static_cast<double>(graphOf(id).parameters()) / (size * 1e9), 1.0, 0.005) << id;
    }
}

TEST(ShippedWorkloads, AllOpenWithoutUnknownOperators) {
    const auto ids = workloads::shippedIds();
    EXPECT_GE(ids.size(), 20U);
    EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
    for (const auto& id : ids) {
        const Graph graph = graphOf(id);
        EXPECT_EQ(graph.name, id);
        EXPECT_FALSE(graph.outputs.empty());
        EXPECT_GT(macsOf(graph), 0) << id;
        std::set<std::string> names;
        for (const auto& op : graph.operators) {
            EXPECT_TRUE(isKnownOperator(op.domain, op.type)) << op.type;
            EXPECT_TRUE(names.insert(op.name).second) << id << ": " << op.name << " stands twice";
        }
        for (const auto& tensor : graph.tensors) EXPECT_TRUE(tensor.shape.has_value()) << tensor.name;
    }
}

TEST(ShippedWorkloads, NameTheNearestIds) {
    const auto graph = workloads::shipped("resnet5", {});
    ASSERT_FALSE(graph.has_value());
    EXPECT_THAT(graph.error().text(), HasSubstr("resnet50"));
    EXPECT_THAT(graph.error().text(), HasSubstr("resnet5"));
    EXPECT_FALSE(workloads::shipped("", {}).has_value());
    EXPECT_FALSE(workloads::shipped(std::string(100000, 'x'), {}).has_value());
}

TEST(ShippedWorkloads, RefuseBindingsThatMakeNoSense) {
    Bindings decode;
    decode.phase = "decode";
    EXPECT_FALSE(workloads::shipped("resnet50", decode).has_value());
    EXPECT_FALSE(workloads::shipped("resnet50", batchOf(0)).has_value());
    Bindings symbol;
    symbol.symbols["height"] = 5;
    EXPECT_FALSE(workloads::shipped("resnet50", symbol).has_value());
}

} // namespace
} // namespace nestwright
