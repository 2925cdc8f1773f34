// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "model_builder.h"
#include <functional>

namespace nestwright::onnx_format::test {
namespace {

using testing::HasSubstr;
using List = std::vector<std::int64_t>;

/// A model whose output "y" must have a shape.
struct Row {
    std::string name;
    ModelBuilder model;
    Shape shape;
};

void expectShapes(std::vector<Row> rows) {
    for (auto& row : rows) {
        const auto graph = row.model.output("y").read();
        ASSERT_TRUE(graph) << row.name << ": " << errorText(graph);
        EXPECT_EQ(shapeOf(*graph, "y"), row.shape) << row.name;
    }
}

/// A model that must be refused with words in the message.
struct BadRow {
    std::string name;
    ModelBuilder model;
    std::string words;
};

void expectErrors(std::vector<BadRow> rows) {
    for (auto& row : rows) {
        const auto graph = row.model.output("y").read();
        ASSERT_FALSE(graph) << row.name;
        EXPECT_EQ(graph.error().place.file, "model.onnx");
        EXPECT_THAT(graph.error().text(), HasSubstr(row.words)) << row.name;
    }
}

ModelBuilder image(const Shape& x, const Shape& w, const std::string& type = "Conv") {
    return ModelBuilder().input("x", x).weight("w", w).node(type, {"x", "w"}, {"y"});
}

ModelBuilder unary(const std::string& type, const Shape& x, int opset = 17) {
    return ModelBuilder(opset).input("x", x).node(type, {"x"}, {"y"});
}

TEST(ConvRules, GiveExtents) {
    expectShapes({
        {"plain", image({2, 4, 10, 12}, {24, 4, 3, 3}), {2, 24, 8, 10}},
        {"same and dilated",
         image({1, 3, 17, 17}, {8, 3, 3, 3}).with("auto_pad", "SAME_UPPER").with("dilations", List{2, 2}),
         {1, 8, 17, 17}},
        {"same and strided",
         image({1, 3, 17, 17}, {8, 3, 3, 3}).with("auto_pad", "SAME_LOWER").with("strides", List{2, 2}),
         {1, 8, 9, 9}},
        {"valid ignores pads", image({1, 3, 9}, {8, 3, 3}).with("auto_pad", "VALID"), {1, 8, 7}},
        {"transposed", image({1, 3, 5, 5}, {3, 7, 3, 3}, "ConvTranspose").with("strides", List{2, 2}), {1, 7, 11, 11}},
        {"transposed with groups", image({1, 4, 5}, {4, 3, 2}, "ConvTranspose").with("group", 2), {1, 6, 6}},
    });
}

TEST(ConvRules, SayThatAutoPadAndOutputPaddingConflict) {
    auto builder = image({1, 1, 3, 3}, {1, 1, 3, 3}, "ConvTranspose")
                       .with("strides", List{2, 2})
                       .with("auto_pad", "SAME_UPPER")
                       .with("output_padding", List{1, 1});
    const auto graph = builder.output("y").read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{1, 1, 6, 6}));
    EXPECT_THAT(warningTexts(*graph), HasSubstr("output_padding"));
}

TEST(ConvRules, RefuseWhatDoesNotGoTogether) {
    expectErrors({
        {"ranks", image({1, 3, 8, 8}, {8, 3, 3}), "rank"},
        {"channels", image({1, 3, 8, 8}, {8, 4, 3, 3}), "channels"},
        {"groups", image({1, 4, 8, 8}, {9, 2, 3, 3}).with("group", 2), "group"},
        {"pads", image({1, 3, 8, 8}, {8, 3, 3, 3}).with("pads", List{1, 1}), "pads"},
        {"stride 0", image({1, 3, 8, 8}, {8, 3, 3, 3}).with("strides", List{0, 1}), "strides"},
        {"huge dilation", image({1, 3, 8, 8}, {8, 3, 3, 3}).with("dilations", List{INT64_MAX, 1}), "dilations"},
        {"window", image({1, 3, 4, 4}, {8, 3, 5, 5}), "window"},
    });
}

TEST(PoolRules, GiveExtents) {
    expectShapes({
        {"ceil",
         unary("MaxPool", {1, 3, 7, 7})
             .with("kernel_shape", List{3, 3})
             .with("strides", List{2, 2})
             .with("ceil_mode", 1),
         {1, 3, 3, 3}},
        {"no window past the end",
         unary("AveragePool", {1, 1, 4}).with("kernel_shape", List{1}).with("strides", List{2}).with("ceil_mode", 1),
         {1, 1, 2}},
        {"global", unary("GlobalAveragePool", {2, 5, 7, 9}), {2, 5, 1, 1}},
    });
    expectErrors({{"no kernel", unary("MaxPool", {1, 3, 7, 7}), "kernel_shape"},
                  {"no image", unary("GlobalMaxPool", {1, 3}), "spatial"}});
}

ModelBuilder matrices(const Shape& a, const Shape& b, const std::string& type = "MatMul", int opset = 17) {
    return ModelBuilder(opset).input("a", a).input("b", b).node(type, {"a", "b"}, {"y"});
}

TEST(MatmulRules, FollowNumPy) {
    expectShapes({
        {"batched", matrices({1, 12, 256, 64}, {1, 12, 64, 256}), {1, 12, 256, 256}},
        {"broadcast", matrices({5, 1, 3, 4}, {7, 4, 2}), {5, 7, 3, 2}},
        {"row", matrices({4}, {4, 2}), {2}},
        {"column", matrices({3, 4}, {4}), {3}},
        {"dot", matrices({4}, {4}), {}},
        {"empty", matrices({0, 4}, {4, 2}), {0, 2}},
    });
    expectErrors({{"inner", matrices({3, 4}, {5, 2}), "inner"},
                  {"batch", matrices({2, 3, 4}, {3, 4, 2}), "broadcast"},
                  {"scalar", matrices({}, {4, 2}), "scalar"}});
}

TEST(MatmulRules, CountBatchedProducts) {
    const auto graph = matrices({1, 12, 256, 64}, {1, 12, 64, 256}).output("y").read();
    ASSERT_TRUE(graph);
    EXPECT_EQ(macsOf(*graph), 50331648.0);
}

TEST(EinsumRules, ReadEquations) {
    const auto einsum = [](const Shape& a, const Shape& b, const std::string& equation) {
        return matrices(a, b, "Einsum").with("equation", equation);
    };
    expectShapes({{"product", einsum({3, 4}, {4, 5}, "ij,jk->ik"), {3, 5}},
                  {"implicit", einsum({3, 4}, {4, 5}, "ij,jk"), {3, 5}},
                  {"ellipsis", einsum({2, 3, 4}, {2, 4, 5}, "...ij,...jk->...ik"), {2, 3, 5}},
                  {"blanks", einsum({3, 4}, {5, 4}, " ij , kj -> i k "), {3, 5}},
                  {"to a scalar", einsum({3}, {3}, "i,i->"), {}}});
    expectErrors({{"dots", einsum({3, 4}, {4, 5}, "i..j,j"), "Einsum"},
                  {"too many", einsum({3, 4}, {4, 5}, "ij,jk,kl->il"), "operands"},
                  {"too few letters", einsum({3, 4}, {4, 5}, "i,jk->ik"), "operand 0"},
                  {"extents", einsum({3, 4}, {5, 6}, "ij,jk->ik"), "extent"},
                  {"unknown output", einsum({3, 4}, {4, 5}, "ij,jk->iz"), "output"},
                  {"characters", einsum({3, 4}, {4, 5}, "i1,1k->ik"), "equation"}});
    EXPECT_TRUE(einsum({3, 4}, {4, 5}, "ij,jk->").output("y").read());
}

TEST(ReductionRules, ReadAxesWhereTheOpsetKeepsThem) {
    const auto byInput = [](List axes) {
        return ModelBuilder(18).input("x", {2, 3, 4}).integers("axes", axes).node("ReduceMean", {"x", "axes"}, {"y"});
    };
    expectShapes({{"attribute", unary("ReduceMean", {2, 3, 4}).with("axes", List{-1}), {2, 3, 1}},
                  {"input", byInput({0, -1}), {1, 3, 1}},
                  {"dropped", byInput({1}).with("keepdims", 0), {2, 4}},
                  {"all", unary("ReduceMax", {2, 3, 4}).with("keepdims", 0), {}},
                  {"none", unary("ReduceSum", {2, 3, 4}).with("noop_with_empty_axes", 1), {2, 3, 4}},
                  {"index", unary("ArgMax", {2, 3, 4}).with("axis", 1).with("keepdims", 0), {2, 4}}});
    expectErrors({{"outside", byInput({3}), "axis 3"}});
}

TEST(ReshapeRules, GiveExtents) {
    const auto reshape = [](List target) {
        return ModelBuilder().input("x", {2, 3, 4}).integers("t", target).node("Reshape", {"x", "t"}, {"y"});
    };
    expectShapes({{"rest", reshape({0, -1}), {2, 12}},
                  {"old", unary("Reshape", {2, 3, 4}, 1).with("shape", List{6, 4}), {6, 4}},
                  {"flatten", unary("Flatten", {2, 3, 4}).with("axis", 2), {6, 4}},
                  {"flatten to one row", unary("Flatten", {2, 3, 4}).with("axis", 0), {1, 24}},
                  {"squeeze", unary("Squeeze", {1, 3, 1}, 11).with("axes", List{0}), {3, 1}},
                  {"squeeze all", unary("Squeeze", {1, 3, 1}, 11), {3}},
                  {"unsqueeze", unary("Unsqueeze", {3}, 11).with("axes", List{0, -1}), {1, 3, 1}},
                  {"transpose", unary("Transpose", {2, 3, 4}), {4, 3, 2}},
                  {"depth to space", unary("DepthToSpace", {1, 8, 2, 3}).with("blocksize", 2), {1, 2, 4, 6}}});
    expectErrors({{"count", reshape({5, 5}), "24"},
                  {"two rests", reshape({-1, -1}), "one -1"},
                  {"perm", unary("Transpose", {2, 3}).with("perm", List{0, 0}), "twice"},
                  {"squeezed extent", unary("Squeeze", {2, 3}, 11).with("axes", List{0}), "axis 0"}});
}

TEST(SelectionRules, GiveExtents) {
    const auto slice = [](List starts, List ends, List axes, List steps) {
        return ModelBuilder()
            .input("x", {10, 20})
            .integers("s", starts)
            .integers("e", ends)
            .integers("a", axes)
            .integers("t", steps)
            .node("Slice", {"x", "s", "e", "a", "t"}, {"y"});
    };
    const auto split = [](List parts) {
        return ModelBuilder().input("x", {6, 7}).integers("p", parts).node("Split", {"x", "p"}, {"y", "z"});
    };
    expectShapes(
        {{"range", slice({2}, {INT64_MAX}, {1}, {1}), {10, 18}},
         {"from the end", slice({-3}, {-1}, {0}, {1}), {2, 20}},
         {"backwards", slice({-1}, {INT64_MIN}, {0}, {-1}), {10, 20}},
         {"steps", slice({1, 0}, {9, 20}, {0, 1}, {3, 7}), {3, 3}},
         {"nothing", slice({5}, {2}, {0}, {1}), {0, 20}},
         {"split", split({2, 4}), {2, 7}},
         {"even split",
          ModelBuilder(18).input("x", {7, 7}).node("Split", {"x"}, {"a", "y"}).with("num_outputs", 2),
          {3, 7}},
         {"gather",
          ModelBuilder().input("x", {5, 6}).input("i", {2, 3}, 7).node("Gather", {"x", "i"}, {"y"}).with("axis", 1),
          {5, 2, 3}}});
    expectErrors({{"sum", split({2, 3}), "add up"}, {"step", slice({0}, {5}, {0}, {0}), "step"}});
}

TEST(JoinRules, GiveExtents) {
    const auto pad = [](List pads) {
        return ModelBuilder().input("x", {2, 3}).integers("p", pads).node("Pad", {"x", "p"}, {"y"});
    };
    expectShapes({{"concat", matrices({2, 3}, {2, 4}, "Concat").with("axis", -1), {2, 7}},
                  {"pad", pad({1, 0, 1, 2}), {4, 5}},
                  {"crop", pad({0, -1, 0, 0}), {2, 2}},
                  {"old pad", unary("Pad", {2, 3}, 2).with("pads", List{0, 1, 0, 1}), {2, 5}}});
    expectErrors({{"other axes", matrices({2, 3}, {3, 3}, "Concat").with("axis", 1), "axis 1"},
                  {"length", pad({1, 1}), "pads"},
                  {"too much", pad({-2, 0, -2, 0}), "extent"}});
}

TEST(ElementwiseRules, Broadcast) {
    expectShapes({{"both ways", matrices({3, 1}, {1, 4}, "Add"), {3, 4}},
                  {"old alignment", matrices({2, 3, 4}, {3}, "Add", 6).with("broadcast", 1).with("axis", 1), {2, 3, 4}},
                  {"comparison", matrices({3}, {}, "Less"), {3}}});
    expectErrors({{"clash", matrices({3}, {5}, "Mul"), "broadcast"}});
}

TEST(ResizeRules, ReadScalesAndSizes) {
    expectShapes(
        {{"old",
          ModelBuilder(9).input("x", {1, 2, 4, 6}).floats("s", {1, 1, 2, 1.5F}).node("Upsample", {"x", "s"}, {"y"}),
          {1, 2, 8, 9}},
         {"scales",
          ModelBuilder(13).input("x", {1, 2, 4, 6}).floats("s", {1, 1, 0.5F, 2}).node("Resize", {"x", "", "s"}, {"y"}),
          {1, 2, 2, 12}},
         {"sizes",
          ModelBuilder(13)
              .input("x", {1, 2, 4, 6})
              .integers("s", {1, 2, 9, 9})
              .node("Resize", {"x", "", "", "s"}, {"y"}),
          {1, 2, 9, 9}},
         {"axes",
          ModelBuilder(18)
              .input("x", {1, 2, 4, 6})
              .integers("s", {9, 9})
              .node("Resize", {"x", "", "", "s"}, {"y"})
              .with("axes", List{2, 3}),
          {1, 2, 9, 9}}});
}

TEST(AttentionRules, GiveOutputsAndCaches) {
    ModelBuilder own(23);
    own.input("q", {2, 8, 5, 16})
        .input("k", {2, 4, 5, 16})
        .input("v", {2, 4, 5, 24})
        .input("pk", {2, 4, 7, 16})
        .input("pv", {2, 4, 7, 24})
        .node("Attention", {"q", "k", "v", "", "pk", "pv"}, {"y", "ck", "cv", "s"})
        .output("y");
    const auto graph = own.read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{2, 8, 5, 24}));
    EXPECT_EQ(shapeOf(*graph, "ck"), (Shape{2, 4, 12, 16}));
    EXPECT_EQ(shapeOf(*graph, "cv"), (Shape{2, 4, 12, 24}));
    EXPECT_EQ(shapeOf(*graph, "s"), (Shape{2, 8, 5, 12}));
    EXPECT_EQ(tensorNamed(*graph, "pk").role, TensorRole::cache);

    ModelBuilder packed;
    packed.import("com.microsoft", 1)
        .input("x", {2, 5, 32})
        .weight("w", {32, 96})
        .weight("b", {96})
        .node("Attention", {"x", "w", "b"}, {"y"}, "com.microsoft")
        .with("num_heads", 4)
        .output("y");
    const auto fused = packed.read();
    ASSERT_TRUE(fused) << errorText(fused);
    EXPECT_EQ(shapeOf(*fused, "y"), (Shape{2, 5, 32}));
    EXPECT_EQ(fused->parameters(), 32 * 96 + 96);
}

TEST(QuantizationRules, GiveTypes) {
    ModelBuilder builder(21);
    builder.input("x", {2, 4})
        .floats("s", {0.1F})
        .weight("z", {1}, 17)
        .node("QuantizeLinear", {"x", "s", "z"}, {"q"})
        .node("DequantizeLinear", {"q", "s"}, {"y"})
        .output("y");
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(tensorNamed(*graph, "q").type, DataType::float8e4m3);
    EXPECT_EQ(tensorNamed(*graph, "y").type, DataType::float32);
}

TEST(FoldingRules, CarryValues) {
    ModelBuilder builder;
    builder.symbolicInput("x", {"n", "6"})
        .integer("zero", 0)
        .integer("one", 1)
        .integer("two", 2)
        .node("Shape", {"x"}, {"s"})
        .node("Gather", {"s", "zero"}, {"n"})
        .node("Mul", {"n", "two"}, {"n2"})
        .node("Cast", {"n2"}, {"f"})
        .with("to", 1)
        .node("Cast", {"f"}, {"i"})
        .with("to", 7)
        .node("Range", {"zero", "i", "one"}, {"y"})
        .output("y");
    Bindings bindings;
    bindings.symbols["n"] = 5;
    const auto graph = builder.read(bindings);
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{10}));
    EXPECT_TRUE(graph->operators.empty());
}

TEST(FoldingRules, NeverDivideByZero) {
    ModelBuilder builder;
    builder.input("x", {4})
        .integers("a", {4})
        .integers("b", {0})
        .node("Div", {"a", "b"}, {"t"})
        .node("Reshape", {"x", "t"}, {"y"})
        .output("y");
    const auto graph = builder.read();
    ASSERT_TRUE(graph) << errorText(graph);
    EXPECT_EQ(shapeOf(*graph, "y"), (Shape{-1}));
}

} // namespace
} // namespace nestwright::onnx_format::test
