// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "model_builder.h"
#include <ctime>

namespace nestwright::onnx_format::test {
namespace {

using testing::HasSubstr;

TEST(Structure, NodesAreOrderedByWhatTheyRead) {
    ModelBuilder builder;
    builder.input("x", {4})
        .node("Relu", {"b"}, {"c"})
        .node("Relu", {"a"}, {"b"})
        .node("Relu", {"x"}, {"a"})
        .output("c");
    const auto graph = builder.read();
    ASSERT_TRUE(graph);
    ASSERT_EQ(graph->operators.size(), 3U);
    EXPECT_EQ(graph->operators[0].name, "a");
    EXPECT_EQ(graph->operators[2].name, "c");
}

TEST(Structure, EmptyNamesConnectNothing) {
    ModelBuilder builder;
    builder.import("com.microsoft", 1)
        .input("qkv", {2, 5, 4, 3, 16})
        .node("MultiHeadAttention", {"qkv", "", "", "", ""}, {"o", "", ""}, "com.microsoft")
        .with("num_heads", 4)
        .node("LayerNormalization", {"o", "g"}, {"y", "", ""})
        .weight("g", {64})
        .output("y");
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{2, 5, 64}));
    EXPECT_EQ(graph->operators[0].inputs[1], kNoTensor);
    EXPECT_EQ(graph->operators[0].outputs[1], kNoTensor);
}

TEST(Structure, NodesMayShareANameButNotAnOutput) {
    ModelBuilder builder;
    builder.input("x", {4})
        .node("Relu", {"x"}, {"a"})
        .named("same")
        .node("Relu", {"a"}, {"b"})
        .named("same")
        .output("b");
    EXPECT_TRUE(builder.read());
    builder.node("Relu", {"x"}, {"b"}).named("third");
    EXPECT_THAT(errorText(builder.read()), testing::AllOf(HasSubstr("\"b\""), HasSubstr("third")));
}

TEST(Structure, ATensorThatNothingProducesIsNamed) {
    ModelBuilder builder;
    builder.input("x", {4}).node("Add", {"x", "ghost"}, {"y"}).node("Relu", {"x"}, {"z"}).output("y").output("z");
    const auto graph = builder.read();
    ASSERT_TRUE(graph);
    EXPECT_THAT(warningTexts(*graph), HasSubstr("ghost"));
    EXPECT_EQ(shapeOf(*graph, "z"), (Shape{4}));
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{-1}));
}

TEST(Structure, UnknownOperatorsAreContained) {
    ModelBuilder builder;
    builder.input("x", {2, 8})
        .weight("w", {8, 8})
        .node("MatMul", {"x", "w"}, {"a"})
        .node("NoSuchOperator", {"a"}, {"side"})
        .node("Or", {"p", "p"}, {"q"})
        .input("p", {2}, 9)
        .node("MatMul", {"a", "w"}, {"b"})
        .output("b");
    const auto graph = builder.read();
    ASSERT_TRUE(graph);
    EXPECT_EQ(shapeOf(*graph, "b"), (Shape{2, 8}));
    EXPECT_EQ(shapeOf(*graph, "q"), (Shape{2}));
    EXPECT_THAT(warningTexts(*graph), HasSubstr("NoSuchOperator"));
    EXPECT_EQ(macsOf(*graph), 2 * 128.0);
}

TEST(Structure, WarningsOfAKindAreOneWithACount) {
    ModelBuilder builder;
    builder.input("x", {2});
    for (int i = 0; i < 40; ++i) {
        builder.node("Strange", {"x"}, {"y" + std::to_string(i)}, "org.example");
        builder.valueInfo("y" + std::to_string(i), {2});
    }
    const auto graph = builder.read();
    ASSERT_TRUE(graph);
    std::map<std::string, int> counts;
    for (const auto& warning : graph->warnings) ++counts[warning.code];
    EXPECT_EQ(counts.at("unknown_operator"), 1);
    EXPECT_THAT(warningTexts(*graph), HasSubstr("39 more"));
}

TEST(Structure, ShapeArithmeticIsFoldedAndNotListed) {
    ModelBuilder builder;
    builder.symbolicInput("x", {"batch", "sequence", "768"})
        .integer("zero", 0)
        .integer("one", 1)
        .integers("axis", {0})
        .integers("heads", {12})
        .integers("width", {64})
        .node("Shape", {"x"}, {"s"})
        .node("Gather", {"s", "zero"}, {"b"})
        .node("Gather", {"s", "one"}, {"q"})
        .node("Unsqueeze", {"b", "axis"}, {"b1"})
        .node("Unsqueeze", {"q", "axis"}, {"q1"})
        .node("Concat", {"b1", "q1", "heads", "width"}, {"target"})
        .with("axis", 0)
        .node("Reshape", {"x", "target"}, {"y"})
        .output("y");
    Bindings bindings;
    bindings.symbols = {{"batch", 2}, {"sequence", 7}};
    const auto graph = builder.read(bindings);
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{2, 7, 12, 64}));
    ASSERT_EQ(graph->operators.size(), 1U);
    EXPECT_EQ(tensorNamed(*graph, "target").integers, (std::vector<std::int64_t>{2, 7, 12, 64}));
}

TEST(Structure, ScopesComeFromNodeNamesOrWeights) {
    ModelBuilder builder;
    builder.input("x", {2, 4})
        .weight("encoder.layer.0.query.weight", {4, 4})
        .node("Relu", {"x"}, {"a"})
        .named("/layers.3/self_attn/act/Relu")
        .node("MatMul", {"a", "encoder.layer.0.query.weight"}, {"b"})
        .named("MatMul_7")
        .output("b");
    const auto graph = builder.read();
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->operators[0].scope, "layers.3.self_attn.act");
    EXPECT_EQ(graph->operators[1].scope, "encoder.layer.0.query");
}

TEST(Structure, FunctionsStandInPlaceOfTheirCalls) {
    ModelBuilder builder;
    builder.import("local", 1)
        .input("x", {2, 4})
        .node("Twice", {"x"}, {"y"}, "local")
        .with("last", 1)
        .named("call")
        .output("y");
    auto& function = *builder.model().add_functions();
    function.set_domain("local");
    function.set_name("Twice");
    function.add_input("in");
    function.add_output("out");
    auto& relu = *function.add_node();
    relu.set_op_type("Relu");
    relu.add_input("in");
    relu.add_output("mid");
    auto& softmax = *function.add_node();
    softmax.set_op_type("Softmax");
    softmax.add_input("mid");
    softmax.add_output("out");
    auto& axis = *softmax.add_attribute();
    axis.set_name("axis");
    axis.set_type(onnx::AttributeProto::INT);
    axis.set_ref_attr_name("last");
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    ASSERT_EQ(graph->operators.size(), 2U);
    EXPECT_EQ(graph->operators[1].type, "Softmax");
    EXPECT_EQ(graph->operators[1].integer("axis", 7), 1);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{2, 4}));
}

TEST(Structure, AFunctionThatCallsItselfIsRefused) {
    ModelBuilder builder;
    builder.import("local", 1).input("x", {2}).node("Again", {"x"}, {"y"}, "local").output("y");
    auto& function = *builder.model().add_functions();
    function.set_domain("local");
    function.set_name("Again");
    function.add_input("in");
    function.add_output("out");
    for (int i = 0; i < 2; ++i) {
        auto& call = *function.add_node();
        call.set_op_type("Again");
        call.set_domain("local");
        call.add_input("in");
        call.add_output(i == 0 ? "out" : "other");
    }
    EXPECT_THAT(errorText(builder.read()), HasSubstr("nested"));
}

TEST(Structure, OldOpsetsAndIrVersionsListWeightsAsInputs) {
    ModelBuilder builder(6);
    builder.model().set_ir_version(3);
    builder.input("x", {1, 3}).input("w", {3, 5}).weight("w", {3, 5}).node("MatMul", {"x", "w"}, {"y"}).output("y");
    const auto graph = builder.read();
    ASSERT_TRUE(graph);
    ASSERT_EQ(graph->inputs.size(), 1U);
    EXPECT_EQ(graph->tensor(graph->inputs[0])->name, "x");
    EXPECT_EQ(graph->parameters(), 15);
}

TEST(Structure, AnImportCanBeCancelled) {
    ModelBuilder builder;
    builder.input("x", {2}).node("Relu", {"x"}, {"y"}).output("y");
    WorkContext work;
    work.cancel.cancel();
    const auto graph = readModelBytes(builder.bytes(), "model.onnx", {}, work);
    ASSERT_FALSE(graph);
    EXPECT_EQ(graph.error().kind, ErrorKind::cancelled);
}

TEST(Structure, LargeGraphsTakeSeconds) {
    ModelBuilder builder;
    builder.input("x0", {2, 3, 4});
    constexpr int kNodes = 30'000;
    for (int i = 0; i < kNodes; ++i) {
        const std::string x = "x" + std::to_string(i);
        const std::string next = "x" + std::to_string(i + 1);
        if (i % 2 == 0) {
            builder.node("Transpose", {x}, {next});
        } else {
            builder.node("Mul", {x, x}, {next});
        }
    }
    const std::clock_t start = std::clock();
    const auto graph = builder.output("x" + std::to_string(kNodes)).read();
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(graph->operators.size(), std::size_t{kNodes});
    EXPECT_LT(seconds, 10);
}

TEST(Structure, WeightsThatAreInputsAreSaidSo) {
    ModelBuilder builder;
    builder.input("x", {1, 3, 8, 8}).input("w", {4, 3, 3, 3}).node("Conv", {"x", "w"}, {"y"}).output("y");
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(graph->parameters(), 0);
    EXPECT_THAT(warningTexts(*graph), HasSubstr("\"w\""));
}

TEST(Structure, ProgressRuns) {
    ModelBuilder builder;
    builder.input("x", {2}).node("Relu", {"x"}, {"y"}).output("y");
    int reports = 0;
    WorkContext work;
    work.progress = [&reports](double fraction, const Message&) {
        EXPECT_GE(fraction, 0);
        EXPECT_LE(fraction, 1);
        ++reports;
    };
    const auto graph = readModelBytes(builder.bytes(), "model.onnx", {}, work);
    ASSERT_TRUE(graph);
    EXPECT_GE(reports, 2);
    EXPECT_EQ(graph->sourceSha256.size(), 64U);
}

} // namespace
} // namespace nestwright::onnx_format::test
