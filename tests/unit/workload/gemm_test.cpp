// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "small_graph.h"

namespace nestwright {
namespace {

using namespace testing_support;
using testing::HasSubstr;

TEST(Gemm, TurnsItsOperands) {
    for (const bool a : {false, true}) {
        for (const bool b : {false, true}) {
            SmallGraph g;
            g.node(
                "Gemm",
                {g.activation(a ? Shape{6, 4} : Shape{4, 6}), g.weight(b ? Shape{5, 6} : Shape{6, 5}), g.weight({5})},
                {g.activation({4, 5})}, {{"transA", std::int64_t{a}}, {"transB", std::int64_t{b}}});
            const OperatorWork work = g.work();
            EXPECT_EQ(work.dims, (std::vector<Dim>{{"M", 4}, {"N", 5}, {"K", 6}}));
            EXPECT_EQ(work.macs, 120);
            EXPECT_EQ(work.flops, 2 * 120 + 20); // and the bias
            EXPECT_EQ(work.weightBytes, 35 * 4);
        }
    }
}

TEST(Gemm, WantsMatrices) {
    SmallGraph g;
    g.node("Gemm", {g.activation({1, 20, 43}), g.weight({43, 5})}, {g.activation({1, 20, 5})});
    EXPECT_THAT(g.error(), HasSubstr("Gemm"));
    EXPECT_THAT(g.error(), HasSubstr("rank"));
    SmallGraph inner;
    inner.node("Gemm", {inner.activation({2, 3}), inner.weight({4, 5})}, {inner.activation({2, 5})});
    EXPECT_THAT(inner.error(), HasSubstr("[2, 3]"));
}

TEST(Gemm, WarnsOfABiasThatDoesNotBroadcast) {
    SmallGraph g;
    g.node("Gemm", {g.activation({7, 3}), g.weight({3, 1}), g.weight({1, 4})}, {g.activation({7, 1})});
    const OperatorWork work = g.work();
    EXPECT_EQ(work.macs, 21);
    EXPECT_TRUE(hasWarning(work, "bias_broadcast"));
}

struct MatMulCase {
    Shape a;
    Shape b;
    bool isWeight;
    std::vector<Dim> dims;
    LayerType type;
};

TEST(MatMul, FoldsWhatOnlyOneOperandHas) {
    const std::vector<MatMulCase> cases = {
        {{2, 3, 8}, {8, 5}, true, {{"M", 6}, {"N", 5}, {"K", 8}}, LayerType::gemm},
        {{12, 256, 64}, {12, 64, 256}, false, {{"B", 12}, {"M", 256}, {"N", 256}, {"K", 64}}, LayerType::batchedGemm},
        {{3, 1, 4, 8}, {7, 8, 5}, false, {{"M", 12}, {"N", 35}, {"K", 8}}, LayerType::gemm},
        {{8}, {8, 5}, true, {{"M", 1}, {"N", 5}, {"K", 8}}, LayerType::gemm},
        {{4, 8}, {8}, true, {{"M", 4}, {"N", 1}, {"K", 8}}, LayerType::gemm},
        {{8}, {8}, false, {{"M", 1}, {"N", 1}, {"K", 8}}, LayerType::gemm},
        {{2, 4, 8}, {2, 8, 5}, true, {{"B", 2}, {"M", 4}, {"N", 5}, {"K", 8}}, LayerType::batchedGemm},
        {{1, 1, 4, 8}, {8, 5}, true, {{"M", 4}, {"N", 5}, {"K", 8}}, LayerType::gemm},
    };
    for (const auto& c : cases) {
        SmallGraph g;
        g.node("MatMul", {g.activation(c.a), c.isWeight ? g.weight(c.b) : g.activation(c.b)}, {g.activation({1})});
        const OperatorWork work = g.work();
        EXPECT_EQ(work.dims, c.dims);
        EXPECT_EQ(work.layerType, c.type);
        Count macs = 1;
        for (const auto& dim : c.dims) macs *= dim.bound;
        EXPECT_EQ(work.macs, macs);
    }
}

TEST(MatMul, PutsAWeightOnTheLeftInTheWeightsPlace) {
    SmallGraph g;
    g.node("MatMul", {g.weight({4, 8}), g.activation({8, 5})}, {g.activation({4, 5})});
    const Problem problem = g.work().einsums.at(0).problem;
    EXPECT_EQ(problem.tensors[0].operand, Operand::weight);
    EXPECT_EQ(problem.classOf(problem.dimIndex("M")), DimClass::outputChannel);
    EXPECT_EQ(problem.classOf(problem.dimIndex("N")), DimClass::outputPosition);
}

TEST(MatMul, RefusesShapesThatDoNotMultiply) {
    for (const auto& [a, b] : std::vector<std::pair<Shape, Shape>>{
             {{2, 3}, {4, 5}}, {{}, {4, 5}}, {{2, 3}, {}}, {{3, 2, 4}, {2, 4, 5}}, {{7}, {8}}}) {
        SmallGraph g;
        g.node("MatMul", {g.activation(a), g.activation(b)}, {g.activation({1})});
        EXPECT_THAT(g.error(), HasSubstr("MatMul \"the node\""));
    }
}

TEST(MatMul, OfNoRowsHasNoMacs) {
    SmallGraph g;
    g.node("MatMul", {g.activation({0, 8}), g.weight({8, 4})}, {g.activation({0, 4})});
    EXPECT_EQ(g.work().macs, 0);
    EXPECT_EQ(g.work().outputBytes, 0);
    SmallGraph wide; // the extents beside the 0 would not fit 63 bits
    const Count large = Count{1} << 40;
    wide.node("MatMul", {wide.activation({0, large, large, 8}), wide.weight({8, 4})},
              {wide.activation({0, large, large, 4})});
    EXPECT_EQ(wide.work().macs, 0);
}

TEST(QuantizedMatMul, FindsItsOperands) {
    SmallGraph g;
    const auto scale = [&] { return g.activation({}); };
    g.node("QLinearMatMul",
           {g.activation({2, 8}, DataType::uint8), scale(), scale(), g.weight({8, 3}, DataType::uint8), scale(),
            scale(), scale(), scale()},
           {g.activation({2, 3}, DataType::uint8)});
    EXPECT_EQ(g.work().macs, 48);
    EXPECT_EQ(g.work().flops, 96 + 18);
    SmallGraph n;
    n.node(
        "MatMulNBits", {n.activation({2, 3, 64}, DataType::float16), n.weight({32, 2, 16}, DataType::uint8)},
        {n.activation({2, 3, 32}, DataType::float16)},
        {{"K", std::int64_t{64}}, {"N", std::int64_t{32}}, {"bits", std::int64_t{4}}, {"block_size", std::int64_t{32}}},
        "com.microsoft");
    EXPECT_EQ(n.work().macs, 6 * 32 * 64);
    EXPECT_EQ(n.work().einsums.at(0).problem.tensors[1].bits, 4);
    EXPECT_EQ(n.work().weightBytes, 32 * 2 * 16);
}

TEST(QGemm, FindsItsOperands) {
    SmallGraph g;
    const auto scale = [&] { return g.activation({}); };
    g.node(
        "QGemm",
        {g.activation({2, 8}, DataType::uint8), scale(), scale(), g.weight({3, 8}, DataType::int8), scale(), scale()},
        {g.activation({2, 3})}, {{"transB", std::int64_t{1}}}, "com.microsoft");
    EXPECT_EQ(g.work().macs, 48);
    EXPECT_EQ(g.work().flops, 96 + 24);
}

TEST(FusedMatMul, TurnsTheLastTwoExtents) {
    SmallGraph g;
    g.node("FusedMatMul", {g.activation({2, 8, 4}), g.activation({2, 5, 8})}, {g.activation({2, 4, 5})},
           {{"transA", std::int64_t{1}}, {"transB", std::int64_t{1}}, {"alpha", 0.125}}, "com.microsoft");
    EXPECT_EQ(g.work().macs, 2 * 4 * 5 * 8);
    EXPECT_EQ(g.work().flops, 2 * 320 + 40);
}

TEST(Einsum, CountsTheProductOfItsLabels) {
    struct Case {
        std::string equation;
        std::vector<Shape> inputs;
        Count macs;
        LayerType type;
    };
    const std::vector<Case> cases = {
        {"ij,jk->ik", {{2, 3}, {3, 4}}, 24, LayerType::gemm},
        {"bhqd,bhkd->bhqk", {{2, 3, 5, 4}, {2, 3, 6, 4}}, 2 * 3 * 5 * 6 * 4, LayerType::batchedGemm},
        {"ij , jk", {{2, 3}, {3, 4}}, 24, LayerType::gemm},
        {"...ik,...kj->...ij", {{7, 2, 3}, {7, 3, 4}}, 7 * 24, LayerType::batchedGemm},
        {"i,i->", {{5}, {5}}, 5, LayerType::gemm},
        {",ij->ij", {{}, {2, 3}}, 6, LayerType::gemm},
        {"ijk,k->i", {{2, 3, 4}, {4}}, 24, LayerType::gemm},
        {"ij,jk,kl->il", {{2, 3}, {3, 4}, {4, 5}}, 2 * 3 * 4 * 5, LayerType::gemm},
        {"ii,i->i", {{3, 3}, {3}}, 3, LayerType::batchedGemm},
    };
    for (const auto& c : cases) {
        SmallGraph g;
        std::vector<TensorId> inputs;
        for (const auto& shape : c.inputs) inputs.push_back(g.activation(shape));
        g.node("Einsum", inputs, {g.activation({1})}, {{"equation", c.equation}});
        EXPECT_EQ(g.work().macs, c.macs) << c.equation;
        EXPECT_EQ(g.work().layerType, c.type) << c.equation;
    }
}

TEST(Einsum, ReadsEllipsesOfDifferentRankAsNumPyDoes) {
    SmallGraph g;
    g.node("Einsum", {g.activation({5, 2, 3}), g.activation({3})}, {g.activation({5, 2})},
           {{"equation", "...ik,...k->...i"}});
    const OperatorWork work = g.work();
    EXPECT_EQ(work.macs, 30);
    EXPECT_TRUE(hasWarning(work, "einsum_ellipsis"));
}

TEST(Einsum, OfOneOperandIsNoProduct) {
    SmallGraph g;
    g.node("Einsum", {g.activation({2, 3})}, {g.activation({2})}, {{"equation", "ij->i"}});
    EXPECT_EQ(g.work().macs, 0);
    EXPECT_EQ(g.work().layerType, LayerType::reduction);
    EXPECT_EQ(g.work().vector->operations, 6);
}

TEST(Einsum, RefusesMalformedEquations) {
    for (const std::string equation : {"", "->", "ij,jk->iq", "i..j,j", "ij,jk,kl->il", "ij,kj", "i1,j->ij",
                                       "ijk,jk->i", "ij,jk->->i", ",,,", "....,j", "...", "ij...k...,jk->ik"}) {
        SmallGraph g;
        g.node("Einsum", {g.activation({2, 3}), g.activation({4, 5})}, {g.activation({1})}, {{"equation", equation}});
        EXPECT_THAT(g.error(), HasSubstr("Einsum \"the node\"")) << equation;
    }
}

TEST(AttentionInPrimitives, IsRecognized) {
    SmallGraph g;
    const TensorId q = g.activation({2, 3, 12, 8});
    const TensorId k = g.activation({2, 3, 8, 12});
    const TensorId v = g.activation({2, 3, 12, 8});
    const TensorId scores = g.activation({2, 3, 12, 12});
    const TensorId scaled = g.activation({2, 3, 12, 12});
    const TensorId probabilities = g.activation({2, 3, 12, 12});
    const TensorId dropped = g.activation({2, 3, 12, 12});
    const TensorId out = g.activation({2, 3, 12, 8});
    g.node("MatMul", {q, k}, {scores});
    g.node("Mul", {scores, g.activation({})}, {scaled});
    g.node("Softmax", {scaled}, {probabilities});
    g.node("Dropout", {probabilities}, {dropped});
    g.node("MatMul", {dropped, v}, {out});
    EXPECT_EQ(g.work(0).layerType, LayerType::attentionScore);
    EXPECT_EQ(g.work(4).layerType, LayerType::attentionValue);
    EXPECT_EQ(g.work(0).macs, 2 * 3 * 12 * 12 * 8);
}

} // namespace
} // namespace nestwright
