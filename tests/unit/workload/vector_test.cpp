// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "small_graph.h"

namespace nestwright {
namespace {

using namespace testing_support;
using testing::HasSubstr;

struct VectorCase {
    std::string type;
    std::vector<Shape> activations;
    std::vector<Shape> weights;
    Shape output;
    std::map<std::string, AttributeValue> attributes;
    LayerType layerType;
    double operations;
    double readBytes;
    double writeBytes;
    int passes;
};

TEST(VectorOperators, HaveTheirBytesAndOperations) {
    const Integers three = {3, 3};
    const std::vector<VectorCase> cases = {
        {"Relu", {{2, 10}}, {}, {2, 10}, {}, LayerType::elementwise, 20, 80, 80, 1},
        {"Add", {{2, 10}, {10}}, {}, {2, 10}, {}, LayerType::elementwise, 20, 120, 80, 1},
        {"Sum", {{20}, {20}, {20}}, {}, {20}, {}, LayerType::elementwise, 40, 240, 80, 1},
        {"Sigmoid", {{20}}, {}, {20}, {}, LayerType::elementwise, 80, 80, 80, 1},
        {"BatchNormalization",
         {{2, 3, 4, 4}},
         {{3}, {3}, {3}, {3}},
         {2, 3, 4, 4},
         {},
         LayerType::normalization,
         192,
         432,
         384,
         1},
        {"LayerNormalization", {{4, 8}}, {{8}, {8}}, {4, 8}, {}, LayerType::normalization, 7 * 32, 192, 128, 1},
        {"LayerNormalization",
         {{2, 20000}},
         {{20000}},
         {2, 20000},
         {},
         LayerType::normalization,
         280000,
         3 * 160000 + 80000,
         160000,
         3},
        {"RMSNormalization",
         {{2, 20000}},
         {{20000}},
         {2, 20000},
         {},
         LayerType::normalization,
         160000,
         2 * 160000 + 80000,
         160000,
         2},
        {"InstanceNormalization",
         {{1, 2, 200, 200}},
         {{2}, {2}},
         {1, 2, 200, 200},
         {},
         LayerType::normalization,
         7 * 80000,
         3 * 320000 + 16,
         320000,
         3},
        {"Softmax", {{6, 10}}, {}, {6, 10}, {}, LayerType::softmax, 300, 240, 240, 1},
        {"Softmax", {{1, 20000}}, {}, {1, 20000}, {}, LayerType::softmax, 100000, 240000, 80000, 3},
        {"ReduceMean", {{6, 10}}, {}, {6}, {}, LayerType::reduction, 60, 240, 24, 1},
        {"ArgMax", {{6, 10}}, {}, {6}, {}, LayerType::reduction, 60, 240, 24, 1},
        {"MaxPool",
         {{1, 2, 8, 8}},
         {},
         {1, 2, 6, 6},
         {{"kernel_shape", three}},
         LayerType::pooling,
         9 * 72,
         512,
         288,
         1},
        {"GlobalAveragePool", {{1, 2, 8, 8}}, {}, {1, 2, 1, 1}, {}, LayerType::pooling, 128, 512, 8, 1},
        {"Transpose", {{6, 10}}, {}, {10, 6}, {}, LayerType::dataMovement, 0, 240, 240, 1},
        {"Concat", {{3, 4}, {3, 4}}, {}, {6, 4}, {}, LayerType::dataMovement, 0, 96, 96, 1},
        {"Slice", {{100, 10}}, {}, {5, 10}, {}, LayerType::dataMovement, 0, 200, 200, 1},
        {"Expand", {{1, 10}}, {}, {50, 10}, {}, LayerType::dataMovement, 0, 40, 2000, 1},
        {"Resize",
         {{1, 1, 4, 4}},
         {},
         {1, 1, 8, 8},
         {{"mode", "linear"}},
         LayerType::dataMovement,
         2 * 4 * 64,
         64,
         256,
         1},
        {"QuantizeLinear", {{20}}, {}, {20}, {}, LayerType::elementwise, 80, 80, 80, 1},
    };
    for (const auto& c : cases) {
        SmallGraph g;
        std::vector<TensorId> inputs;
        for (const auto& shape : c.activations) inputs.push_back(g.activation(shape));
        for (const auto& shape : c.weights) inputs.push_back(g.weight(shape));
        g.node(c.type, inputs, {g.activation(c.output)}, c.attributes);
        const OperatorWork work = g.work();
        EXPECT_EQ(work.layerType, c.layerType) << c.type;
        EXPECT_EQ(work.macs, 0) << c.type;
        ASSERT_TRUE(work.vector.has_value()) << c.type;
        EXPECT_EQ(work.vector->operations, c.operations) << c.type;
        EXPECT_EQ(work.vector->readBytes, c.readBytes) << c.type;
        EXPECT_EQ(work.vector->writeBytes, c.writeBytes) << c.type;
        EXPECT_EQ(work.vector->passes, c.passes) << c.type;
        EXPECT_EQ(work.flops, c.operations) << c.type;
    }
}

TEST(Softmax, OfOldOpsetsRunsOverAllLaterAxes) {
    SmallGraph g(11);
    g.node("Softmax", {g.activation({2, 200, 100})}, {g.activation({2, 200, 100})});
    EXPECT_EQ(g.work().vector->passes, 3); // rows of 20,000
    SmallGraph bad;
    bad.node("Softmax", {bad.activation({2, 3})}, {bad.activation({2, 3})}, {{"axis", std::int64_t{2}}});
    EXPECT_THAT(bad.error(), HasSubstr("axis"));
}

TEST(Gather, ReadsOnlyItsRows) {
    SmallGraph g;
    g.node("Gather", {g.weight({50000, 64}), g.activation({1, 3}, DataType::int64)}, {g.activation({1, 3, 64})});
    const OperatorWork work = g.work();
    EXPECT_EQ(work.layerType, LayerType::embedding);
    EXPECT_EQ(work.weightBytes, 3 * 64 * 4);
    EXPECT_EQ(work.inputBytes, 3 * 8);
    SmallGraph many; // more rows asked for than there are: the whole table
    many.node("Gather", {many.weight({2, 64}), many.activation({100}, DataType::int64)}, {many.activation({100, 64})});
    EXPECT_EQ(many.work().weightBytes, 2 * 64 * 4);
}

TEST(RotaryEmbedding, ReadsTheRowsOfItsPositions) {
    SmallGraph g;
    g.node("RotaryEmbedding",
           {g.activation({1, 2, 64}), g.weight({4096, 4}), g.weight({4096, 4}), g.activation({1, 2}, DataType::int64)},
           {g.activation({1, 2, 64})}, {{"num_heads", std::int64_t{4}}, {"rotary_embedding_dim", std::int64_t{8}}});
    const OperatorWork work = g.work();
    EXPECT_EQ(work.weightBytes, 2 * (2 * 4 * 4));
    EXPECT_EQ(work.vector->operations, 3 * 128 * 0.5); // half of each head turns
}

TEST(Scatter, CopiesAndOverwrites) {
    SmallGraph g;
    g.node("ScatterND", {g.activation({100}), g.activation({5, 1}, DataType::int64), g.activation({5})},
           {g.activation({100})});
    const OperatorWork work = g.work();
    EXPECT_EQ(work.vector->readBytes, 400 + 40 + 20);
    EXPECT_EQ(work.vector->writeBytes, 400 + 20);
}

TEST(Views, MoveNothing) {
    for (const char* type : {"Reshape", "Flatten", "Squeeze", "Unsqueeze", "Identity", "Dropout"}) {
        SmallGraph g;
        g.node(type, {g.activation({2, 3}), g.integers({6})}, {g.activation({6})});
        const OperatorWork work = g.work();
        EXPECT_EQ(work.layerType, LayerType::dataMovement);
        EXPECT_FALSE(work.vector.has_value());
        EXPECT_TRUE(work.einsums.empty());
        EXPECT_EQ(work.macs, 0);
    }
    for (const char* type : {"Shape", "Constant", "ConstantOfShape", "Range"}) {
        SmallGraph g;
        g.node(type, {g.activation({2, 3})}, {g.activation({2})});
        EXPECT_FALSE(g.work().vector.has_value());
        EXPECT_EQ(g.work().layerType, LayerType::control);
    }
}

TEST(Control, SaysHowItsSubgraphsCount) {
    SmallGraph g;
    g.node("If", {g.activation({}, DataType::boolean)}, {g.activation({2})});
    g.node("Loop", {g.activation({}, DataType::int64)}, {g.activation({2})});
    EXPECT_TRUE(hasWarning(g.work(0), "branches_counted"));
    EXPECT_TRUE(hasWarning(g.work(1), "loop_body_counted_once"));
    EXPECT_EQ(g.work(1).macs, 0);
}

TEST(UnknownOperator, KeepsItsBytesAndIsNamed) {
    SmallGraph g;
    g.node("FancyAttention", {g.activation({2, 8})}, {g.activation({2, 8})}, {}, "org.example.ops");
    const OperatorWork work = g.work();
    EXPECT_EQ(work.layerType, LayerType::unknown);
    EXPECT_FALSE(work.macs.has_value());
    EXPECT_FALSE(work.flops.has_value());
    EXPECT_EQ(work.vector->readBytes, 64);
    EXPECT_EQ(work.vector->writeBytes, 64);
    ASSERT_TRUE(hasWarning(work, "unknown_operator"));
    EXPECT_THAT(work.warnings.back().message.text(), HasSubstr("org.example.ops"));
    EXPECT_THAT(work.warnings.back().message.text(), HasSubstr("FancyAttention"));
}

TEST(SubByteTypes, RoundUpToWholeBytes) {
    SmallGraph g;
    g.node("DequantizeLinear", {g.weight({3, 5}, DataType::int4), g.activation({})}, {g.activation({3, 5})});
    EXPECT_EQ(g.work().weightBytes, 8);
}

TEST(Catalogue, KnowsItsTypesByDomain) {
    EXPECT_EQ(layerTypeOf("", "Conv"), LayerType::conv);
    EXPECT_EQ(layerTypeOf("ai.onnx", "Conv"), LayerType::conv);
    EXPECT_EQ(layerTypeOf("com.microsoft", "MultiHeadAttention"), LayerType::attentionScore);
    EXPECT_EQ(layerTypeOf("", "MultiHeadAttention"), LayerType::unknown);
    EXPECT_FALSE(isKnownOperator("", ""));
    EXPECT_TRUE(isKnownOperator("ai.onnx.ml", "TreeEnsembleClassifier"));
}

TEST(Catalogue, HasNoOperatorOutsideTheGraph) {
    const SmallGraph g;
    EXPECT_NE(g.error(0), "");
    EXPECT_NE(g.error(-1), "");
}

TEST(Catalogue, CountsATensorThatIsReadTwiceOnce) {
    SmallGraph g;
    const TensorId x = g.activation({10});
    g.node("Mul", {x, x}, {g.activation({10})});
    EXPECT_EQ(g.work().inputBytes, 40);
}

/// Types that models use, with some shape for every input that is nonsense for most of them.
TEST(Catalogue, SurvivesNonsenseShapes) {
    const std::vector<std::string> types = {"Conv",
                                            "ConvTranspose",
                                            "Gemm",
                                            "MatMul",
                                            "QLinearConv",
                                            "QLinearMatMul",
                                            "Einsum",
                                            "LSTM",
                                            "GRU",
                                            "RNN",
                                            "Attention",
                                            "Softmax",
                                            "LayerNormalization",
                                            "RMSNormalization",
                                            "InstanceNormalization",
                                            "GroupNormalization",
                                            "LRN",
                                            "LpNormalization",
                                            "BatchNormalization",
                                            "MaxPool",
                                            "GlobalAveragePool",
                                            "Resize",
                                            "Gather",
                                            "GatherND",
                                            "ScatterND",
                                            "TopK",
                                            "CumSum",
                                            "ReduceSum",
                                            "NonMaxSuppression",
                                            "RoiAlign",
                                            "DFT",
                                            "RotaryEmbedding",
                                            "DeformConv",
                                            "GridSample",
                                            "GroupQueryAttention",
                                            "MultiHeadAttention",
                                            "PackedAttention",
                                            "QAttention",
                                            "MoE",
                                            "QMoE",
                                            "MatMulNBits",
                                            "EmbedLayerNormalization",
                                            "SkipLayerNormalization",
                                            "GroupNorm",
                                            "DecoderMaskedMultiHeadAttention"};
    const std::vector<Shape> shapes = {{},
                                       {0},
                                       {1},
                                       {3, 0},
                                       {2, 3},
                                       {0, 0, 0},
                                       {1, 2, 3},
                                       {2, 2, 2, 2},
                                       {1, 1, 1, 1, 1},
                                       {1LL << 62, 4},
                                       {1LL << 40, 1LL << 40}};
    int described = 0;
    for (const auto& type : types) {
        for (const auto& a : shapes) {
            for (const auto& b : shapes) {
                for (const char* domain : {"", "com.microsoft"}) {
                    SmallGraph g;
                    g.node(type, {g.activation(a), g.weight(b), g.weight(a), g.weight(b), g.activation(a), g.weight(b)},
                           {g.activation(b)},
                           {{"num_heads", std::int64_t{2}},
                            {"kv_num_heads", std::int64_t{1}},
                            {"equation", "ij,jk,k,l,m,n->i"},
                            {"kernel_shape", Integers{2, 2}},
                            {"K", std::int64_t{3}},
                            {"N", std::int64_t{2}}},
                           domain);
                    const auto work = describeWork(g.graph, 0);
                    if (!work) {
                        EXPECT_THAT(work.error().text(), HasSubstr("the node"));
                    } else if (work->vector) {
                        EXPECT_GE(work->vector->operations, 0);
                    }
                    ++described;
                }
            }
        }
    }
    EXPECT_EQ(described, static_cast<int>(types.size() * shapes.size() * shapes.size() * 2));
}

} // namespace
} // namespace nestwright
