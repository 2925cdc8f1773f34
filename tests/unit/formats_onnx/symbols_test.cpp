// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "model_builder.h"

namespace nestwright::onnx_format::test {
namespace {

using testing::HasSubstr;

ModelBuilder tokens(const std::vector<std::string>& shape) {
    ModelBuilder builder;
    builder.symbolicInput("ids", shape).node("Relu", {"ids"}, {"y"}).output("y");
    return builder;
}

Bindings set(const std::string& name, Count value) {
    Bindings bindings;
    bindings.symbols[name] = value;
    return bindings;
}

TEST(Symbols, WithoutAValueAreOneAndSaidSo) {
    const auto graph = tokens({"batch", "sequence"}).read();
    ASSERT_TRUE(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{1, 1}));
    EXPECT_EQ(graph->symbols.at("batch"), std::nullopt);
    EXPECT_THAT(warningTexts(*graph), HasSubstr("batch, sequence"));
}

TEST(Symbols, TakeTheirValuesByName) {
    const auto graph = tokens({"batch", "sequence"}).read(set("sequence", 77));
    ASSERT_TRUE(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{1, 77}));
    EXPECT_EQ(graph->symbols.at("sequence"), 77);
}

TEST(Symbols, BatchAndSequenceFindTheirAxes) {
    Bindings bindings;
    bindings.batch = 4;
    bindings.sequence = 9;
    for (const auto& shape : std::vector<std::vector<std::string>>{
             {"batch_size", "sequence_length"}, {"N", "seq_len"}, {"b", "s"}, {"", "L"}, {"Batch", ""}}) {
        const auto graph = tokens(shape).read(bindings);
        ASSERT_TRUE(graph) << errorText(graph);
        EXPECT_EQ(shapeOf(*graph, "y"), (Shape{4, 9})) << shape[0] << " " << shape[1];
    }
}

TEST(Symbols, PastAndTotalGoTogether) {
    ModelBuilder builder;
    builder.symbolicInput("ids", {"batch_size", "sequence_length"})
        .symbolicInput("mask", {"batch_size", "total_sequence_length"})
        .symbolicInput("past_key_values.0.key", {"batch_size", "8", "past_sequence_length", "64"})
        .node("Relu", {"mask"}, {"y"})
        .node("Relu", {"past_key_values.0.key"}, {"z"})
        .output("y")
        .output("z");
    Bindings bindings;
    bindings.sequence = 3;
    bindings.past = 100;
    const auto graph = builder.read(bindings);
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{1, 103}));
    EXPECT_EQ(shapeOf(*graph, "z"), (Shape{1, 8, 100, 64}));

    bindings = {};
    bindings.phase = "prefill";
    const auto prefill = builder.read(bindings);
    ASSERT_TRUE(prefill);
    EXPECT_EQ(shapeOf(*prefill, "z"), (Shape{1, 8, 0, 64}));
}

TEST(Symbols, ExpressionsFollowTheirNames) {
    Bindings bindings = set("past_sequence_length", 10);
    const auto graph = tokens({"batch", "past_sequence_length + 1"}).read(bindings);
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{1, 11}));
    const auto product = tokens({"(n - 1) * 2", "n // 3"}).read(set("n", 10));
    ASSERT_TRUE(product) << errorText(product);
    EXPECT_EQ(shapeOf(*product, "y"), (Shape{18, 3}));
}

TEST(Symbols, UnnamedAndNegativeAxesBecomeSymbols) {
    ModelBuilder builder;
    builder.input("x", {-1, 8}).node("Relu", {"x"}, {"y"}).output("y");
    const auto graph = builder.read(set("x[0]", 5));
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{5, 8}));
    EXPECT_THAT(warningTexts(*graph), HasSubstr("\"x\""));
}

TEST(Symbols, UnknownNamesAreRefusedWithTheKnownOnes) {
    const auto graph = tokens({"batch", "sequence"}).read(set("width", 3));
    ASSERT_FALSE(graph);
    EXPECT_EQ(graph.error().kind, ErrorKind::usage);
    EXPECT_THAT(graph.error().text(), testing::AllOf(HasSubstr("width"), HasSubstr("batch, sequence")));
}

TEST(Symbols, FixedAxesCanNotBeBoundToOtherValues) {
    ModelBuilder builder;
    builder.input("image", {1, 160, 160, 3}).node("Relu", {"image"}, {"y"}).output("y");
    const auto clash = builder.read(set("image[1]", 3));
    ASSERT_FALSE(clash);
    EXPECT_THAT(clash.error().text(), testing::AllOf(HasSubstr("axis 1"), HasSubstr("image"), HasSubstr("160")));
    EXPECT_TRUE(builder.read(set("image[3]", 3)));

    Bindings batch;
    batch.batch = 8;
    EXPECT_THAT(errorText(builder.read(batch)), HasSubstr("axis 0"));
    batch.batch = 1;
    EXPECT_TRUE(builder.read(batch));
}

TEST(Symbols, ContradictionsAndNegativeValuesAreRefused) {
    Bindings bindings = set("batch", 2);
    bindings.batch = 3;
    EXPECT_THAT(errorText(tokens({"batch", "s"}).read(bindings)), HasSubstr("two values"));
    EXPECT_THAT(errorText(tokens({"batch", "s"}).read(set("batch", -2))), HasSubstr("-2"));
}

TEST(Symbols, OfAFixedModelAreNone) {
    ModelBuilder builder;
    builder.input("x", {4}).node("Relu", {"x"}, {"y"}).output("y");
    const auto graph = builder.read();
    ASSERT_TRUE(graph);
    EXPECT_TRUE(graph->symbols.empty());
    EXPECT_THAT(errorText(builder.read(set("batch", 2))), HasSubstr("batch"));
}

} // namespace
} // namespace nestwright::onnx_format::test
