// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "model_builder.h"

namespace nestwright::onnx_format::test {
namespace {

TEST(Parameters, RunningStatisticsScalesAndShapesAreNone) {
    ModelBuilder builder;
    builder.input("x", {1, 8, 4, 4})
        .weight("gamma", {8})
        .weight("beta", {8})
        .weight("mean", {8})
        .weight("variance", {8})
        .integers("target", {1, -1})
        .floats("factor", {0.5F})
        .node("BatchNormalization", {"x", "gamma", "beta", "mean", "variance"}, {"n"})
        .node("Mul", {"n", "factor"}, {"m"})
        .node("Reshape", {"m", "target"}, {"y"})
        .output("y");
    const auto graph = builder.read();
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->parameters(), 16);
    EXPECT_EQ(tensorNamed(*graph, "gamma").role, TensorRole::weight);
    EXPECT_EQ(tensorNamed(*graph, "mean").role, TensorRole::constant);
    EXPECT_EQ(tensorNamed(*graph, "target").role, TensorRole::constant);
}

TEST(Parameters, QuantizedWeightsCountOnceInTheirStoredForm) {
    ModelBuilder builder(21);
    builder.input("x", {1, 16})
        .weight("wq", {16, 8}, 22)
        .weight("scale", {8})
        .weight("zero", {8}, 22)
        .node("DequantizeLinear", {"wq", "scale", "zero"}, {"w"})
        .node("Transpose", {"w"}, {"wt"})
        .with("perm", std::vector<std::int64_t>{1, 0})
        .node("Gemm", {"x", "wt"}, {"y"})
        .with("transB", 1)
        .output("y");
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(graph->operators.size(), 1U);
    EXPECT_EQ(graph->parameters(), 128);
    EXPECT_EQ(graph->parameterBytes(), 64);
    EXPECT_EQ(tensorNamed(*graph, "wt").role, TensorRole::weight);
    EXPECT_FALSE(tensorNamed(*graph, "wt").isParameter);
}

/// x cos + rotate(x) sin over a table of 32 positions.
ModelBuilder rotary() {
    ModelBuilder builder;
    builder.input("x", {1, 2, 5, 8})
        .input("positions", {1, 5}, 7)
        .weight("cos", {32, 8})
        .weight("sin", {32, 8})
        .integers("axis", {1})
        .integers("zero", {0})
        .integers("half", {4})
        .integers("end", {8})
        .integers("last", {3})
        .node("Gather", {"cos", "positions"}, {"c"})
        .node("Gather", {"sin", "positions"}, {"s"})
        .node("Unsqueeze", {"c", "axis"}, {"c4"})
        .node("Unsqueeze", {"s", "axis"}, {"s4"})
        .node("Slice", {"x", "zero", "half", "last"}, {"low"})
        .node("Slice", {"x", "half", "end", "last"}, {"high"})
        .node("Neg", {"high"}, {"minus"})
        .node("Concat", {"minus", "low"}, {"rotated"})
        .with("axis", -1)
        .node("Mul", {"x", "c4"}, {"xc"})
        .node("Mul", {"rotated", "s4"}, {"rs"})
        .node("Add", {"xc", "rs"}, {"y"})
        .output("y");
    return builder;
}

TEST(Parameters, PackedInBytesCountByTheirNumbers) {
    ModelBuilder builder;
    builder.import("com.microsoft", 1)
        .input("x", {1, 64})
        .weight("b", {48, 2, 16}, 2)
        .weight("scales", {96})
        .node("MatMulNBits", {"x", "b", "scales"}, {"y"}, "com.microsoft")
        .with("K", 64)
        .with("N", 48)
        .with("bits", 4)
        .with("block_size", 32)
        .output("y");
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{1, 48}));
    EXPECT_EQ(graph->parameters(), 64 * 48);
    EXPECT_EQ(graph->parameterBytes(), 64 * 48 / 2);
    EXPECT_EQ(macsOf(*graph), 64.0 * 48);
}

TEST(Parameters, TablesOfRotaryEmbeddingsAreNone) {
    const auto graph = rotary().read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{1, 2, 5, 8}));
    EXPECT_EQ(graph->parameters(), 0);
}

TEST(Parameters, LearnedTablesAreCounted) {
    ModelBuilder builder;
    builder.input("ids", {1, 5}, 7)
        .weight("table", {32, 8})
        .weight("scales", {4, 8})
        .input("kind", {1, 1}, 7)
        .node("Gather", {"table", "ids"}, {"e"})
        .node("Gather", {"scales", "kind"}, {"k"})
        .node("Mul", {"e", "k"}, {"y"})
        .output("y");
    const auto graph = builder.read();
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->parameters(), 32 * 8 + 4 * 8);
}

TEST(Parameters, FrequenciesOfAnglesAreNone) {
    ModelBuilder builder;
    builder.input("positions", {5, 1})
        .weight("frequencies", {1, 4})
        .node("MatMul", {"positions", "frequencies"}, {"angles"})
        .node("Concat", {"angles", "angles"}, {"both"})
        .with("axis", -1)
        .node("Cos", {"both"}, {"c"})
        .node("Sin", {"both"}, {"s"})
        .output("c")
        .output("s");
    const auto graph = builder.read();
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->parameters(), 0);
}

TEST(Parameters, MasksAreNone) {
    ModelBuilder builder;
    builder.input("scores", {1, 2, 3, 3})
        .weight("mask", {1, 1, 3, 3})
        .node("Add", {"scores", "mask"}, {"y"})
        .output("y");
    auto& mask = *builder.graph().mutable_initializer()->rbegin();
    for (const float value : {0.F, -1e9F, -1e9F, 0.F, 0.F, -1e9F, 0.F, 0.F, 0.F}) mask.add_float_data(value);
    const auto graph = builder.read();
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->parameters(), 0);
    mask.set_float_data(4, 0.25F);
    EXPECT_EQ(builder.read()->parameters(), 9);
}

TEST(Parameters, RecurrentWeightsCountAndInitialStatesDont) {
    ModelBuilder builder;
    builder.input("x", {7, 3, 10})
        .weight("w", {1, 80, 10})
        .weight("r", {1, 80, 20})
        .weight("b", {1, 160})
        .weight("h0", {1, 3, 20})
        .node("LSTM", {"x", "w", "r", "b", "", "h0"}, {"y", "h", "c"})
        .with("hidden_size", 20)
        .output("y");
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{7, 1, 3, 20}));
    EXPECT_EQ(shapeOf(*graph, "c"), (Shape{1, 3, 20}));
    EXPECT_EQ(graph->parameters(), 800 + 1600 + 160);
    EXPECT_EQ(macsOf(*graph), 7.0 * 3 * 4 * 20 * (10 + 20));
}

TEST(Parameters, KnownSequenceLengthsShortenARecurrence) {
    ModelBuilder builder;
    builder.input("x", {7, 3, 10})
        .weight("w", {1, 80, 10})
        .weight("r", {1, 80, 20})
        .weight("lengths", {3}, 6)
        .node("LSTM", {"x", "w", "r", "", "lengths"}, {"y"})
        .with("hidden_size", 20)
        .output("y");
    for (const int length : {7, 3, 1}) builder.graph().mutable_initializer()->rbegin()->add_int32_data(length);
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(tensorNamed(*graph, "lengths").integers, (std::vector<std::int64_t>{7, 3, 1}));
    EXPECT_EQ(macsOf(*graph), 11.0 * 4 * 20 * (10 + 20));
}

TEST(Cache, IsFoundByWhatExtendsIt) {
    ModelBuilder builder;
    builder.input("k_old", {2, 8, 100, 64}, 10)
        .input("k_new", {2, 8, 1, 64}, 10)
        .node("Concat", {"k_old", "k_new"}, {"k_all"})
        .with("axis", 2)
        .output("k_all");
    const auto graph = builder.read();
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->kvBytesPerToken, 8.0 * 64 * 2);
    EXPECT_EQ(tensorNamed(*graph, "k_old").role, TensorRole::cache);
    EXPECT_EQ(tensorNamed(*graph, "k_all").role, TensorRole::cache);
    EXPECT_EQ(tensorNamed(*graph, "k_new").role, TensorRole::activation);
}

TEST(Cache, OfAVisionModelIsNone) {
    ModelBuilder builder;
    builder.input("a", {2, 8, 10, 64})
        .input("b", {2, 8, 1, 64})
        .node("Concat", {"a", "b"}, {"c"})
        .with("axis", 2)
        .node("Relu", {"c"}, {"y"})
        .output("y");
    const auto graph = builder.read();
    ASSERT_TRUE(graph);
    EXPECT_FALSE(graph->kvBytesPerToken.has_value());
}

} // namespace
} // namespace nestwright::onnx_format::test
