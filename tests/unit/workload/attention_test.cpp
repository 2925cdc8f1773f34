// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "small_graph.h"

namespace nestwright {
namespace {

using namespace testing_support;
using testing::HasSubstr;

constexpr const char* kMicrosoft = "com.microsoft";
constexpr DataType kHalf = DataType::float16;

std::vector<Dim> dimsOf(const OperatorWork& work, std::size_t einsum) { return work.einsums.at(einsum).problem.dims; }

// Batch 2, 8 heads of 16 that share 2 key-value heads, one query over 128 keys: 2 x 8 x 128 x 16, twice.
TEST(GroupQueryAttention, CountsKeysOnceForEachGroup) {
    SmallGraph g;
    const auto past = [&] { return g.cache({2, 2, 127, 16}, kHalf); };
    g.node("GroupQueryAttention",
           {g.activation({2, 1, 128}, kHalf), g.activation({2, 1, 32}, kHalf), g.activation({2, 1, 32}, kHalf), past(),
            past()},
           {g.activation({2, 1, 128}, kHalf), g.cache({2, 2, 128, 16}, kHalf), g.cache({2, 2, 128, 16}, kHalf),
            g.activation({2, 8, 1, 128}, kHalf)},
           {{"num_heads", std::int64_t{8}}, {"kv_num_heads", std::int64_t{2}}}, kMicrosoft);
    const OperatorWork work = g.work();
    EXPECT_EQ(work.macs, 65536);
    EXPECT_EQ(dimsOf(work, 0), (std::vector<Dim>{{"B", 4}, {"M", 4}, {"N", 128}, {"K", 16}}));
    EXPECT_EQ(dimsOf(work, 1), (std::vector<Dim>{{"B", 4}, {"M", 4}, {"N", 16}, {"K", 128}}));
    EXPECT_EQ(work.einsums[0].layerType, LayerType::attentionScore);
    EXPECT_EQ(work.einsums[1].layerType, LayerType::attentionValue);
    // Query, new key and value, and both caches; written are the result, the new positions and the scores asked for.
    EXPECT_EQ(work.inputBytes, 2 * (2 * 128 + 2 * 2 * 32 + 2 * 2 * 2 * 127 * 16));
    EXPECT_EQ(work.outputBytes, 2 * (2 * 128 + 2 * 2 * 2 * 16 + 2 * 8 * 128));
    const double scores = 2.0 * 8 * 128;
    EXPECT_EQ(work.vector->operations, 7 * scores);
    EXPECT_EQ(work.vector->readBytes, 2 * scores);
    EXPECT_EQ(work.vector->passes, 1);
}

/// Query i sees the keys up to its own place: S (S + 1) / 2 of S x S pairs, all of the past before them.
TEST(GroupQueryAttention, CountsCausalPairsBesideAll) {
    const auto work = [](Count queries, Count past) {
        SmallGraph g;
        const auto cache = [&](Count length) { return g.cache({1, 2, length, 16}, kHalf); };
        g.node("GroupQueryAttention",
               {g.activation({1, queries, 128}, kHalf), g.activation({1, queries, 32}, kHalf),
                g.activation({1, queries, 32}, kHalf), past > 0 ? cache(past) : kNoTensor,
                past > 0 ? cache(past) : kNoTensor},
               {g.activation({1, queries, 128}, kHalf), cache(past + queries), cache(past + queries)},
               {{"num_heads", std::int64_t{8}}, {"kv_num_heads", std::int64_t{2}}}, kMicrosoft);
        return g.work();
    };
    EXPECT_EQ(work(10, 0).macs, 2 * 8 * 16 * 10 * 10);
    EXPECT_EQ(work(10, 0).causalMacs, 2 * 8 * 16 * 10 * 11 / 2);
    EXPECT_EQ(work(10, 5).causalMacs, 2 * 8 * 16 * (10 * 5 + 10 * 11 / 2));
    EXPECT_EQ(work(1, 127).causalMacs, static_cast<double>(*work(1, 127).macs)) << "the newest query sees all keys";
}

TEST(GroupQueryAttention, TakesPackedQueries) {
    SmallGraph g;
    g.node("GroupQueryAttention", {g.activation({1, 10, 96}, kHalf)}, {g.activation({1, 10, 64}, kHalf)},
           {{"num_heads", std::int64_t{4}}, {"kv_num_heads", std::int64_t{1}}}, kMicrosoft);
    EXPECT_EQ(g.work().macs, 2 * 4 * 10 * 10 * 16); // 96 / (4 + 2 x 1) = 16 a head
}

TEST(GroupQueryAttention, BelievesTheTotalLength) {
    SmallGraph g;
    const TensorId total = g.integers({40});
    g.node("GroupQueryAttention",
           {g.activation({1, 1, 32}), g.activation({1, 1, 32}), g.activation({1, 1, 32}), g.cache({1, 2, 512, 16}),
            g.cache({1, 2, 512, 16}), kNoTensor, total},
           {g.activation({1, 1, 32}), g.cache({1, 2, 512, 16}), g.cache({1, 2, 512, 16})},
           {{"num_heads", std::int64_t{2}}, {"kv_num_heads", std::int64_t{2}}}, kMicrosoft);
    EXPECT_EQ(g.work().macs, 2 * 2 * 40 * 16);
}

TEST(Attention, ReadsBothLayouts) {
    SmallGraph four;
    four.node("Attention",
              {four.activation({2, 4, 5, 8}), four.activation({2, 2, 7, 8}), four.activation({2, 2, 7, 6})},
              {four.activation({2, 4, 5, 6})});
    EXPECT_EQ(four.work().macs, 2 * 4 * 5 * 7 * (8 + 6));
    SmallGraph three;
    three.node("Attention",
               {three.activation({2, 5, 32}), three.activation({2, 7, 16}), three.activation({2, 7, 12}), kNoTensor,
                three.cache({2, 2, 3, 8}), three.cache({2, 2, 3, 6})},
               {three.activation({2, 5, 24})}, {{"q_num_heads", std::int64_t{4}}, {"kv_num_heads", std::int64_t{2}}});
    EXPECT_EQ(three.work().macs, 2 * 4 * 5 * 10 * (8 + 6));
}

TEST(Attention, RefusesHeadsThatDoNotFit) {
    SmallGraph g;
    g.node("Attention", {g.activation({2, 5, 30}), g.activation({2, 7, 16}), g.activation({2, 7, 16})},
           {g.activation({2, 5, 30})}, {{"q_num_heads", std::int64_t{4}}, {"kv_num_heads", std::int64_t{2}}});
    EXPECT_THAT(g.error(), HasSubstr("Attention \"the node\""));
    SmallGraph none;
    none.node("GroupQueryAttention", {none.activation({2, 5, 30})}, {none.activation({2, 5, 30})}, {}, kMicrosoft);
    EXPECT_THAT(none.error(), HasSubstr("num_heads"));
    SmallGraph uneven;
    uneven.node("GroupQueryAttention",
                {uneven.activation({2, 5, 30}), uneven.activation({2, 5, 20}), uneven.activation({2, 5, 20})},
                {uneven.activation({2, 5, 30})}, {{"num_heads", std::int64_t{3}}, {"kv_num_heads", std::int64_t{2}}},
                kMicrosoft);
    EXPECT_NE(uneven.error(), "");
    SmallGraph flat;
    flat.node("MultiHeadAttention", {flat.activation({2})}, {flat.activation({2})}, {{"num_heads", std::int64_t{1}}},
              kMicrosoft);
    EXPECT_NE(flat.error(), "");
}

// Input 6 tokens of 32, projected to 3 x 32; scores of 4 heads of 8 over 6 keys.
TEST(ContribAttention, ProjectsAndAttends) {
    SmallGraph g;
    g.node("Attention", {g.activation({1, 6, 32}), g.weight({32, 96}), g.weight({96})}, {g.activation({1, 6, 32})},
           {{"num_heads", std::int64_t{4}}}, kMicrosoft);
    const OperatorWork work = g.work();
    EXPECT_EQ(work.macs, 6 * 32 * 96 + 2 * 4 * 6 * 6 * 8);
    ASSERT_EQ(work.einsums.size(), 3U);
    EXPECT_EQ(work.einsums[0].layerType, LayerType::gemm);
    SmallGraph q;
    q.node("QAttention",
           {q.activation({1, 6, 32}, DataType::uint8), q.weight({32, 96}, DataType::int8), q.weight({96}),
            q.activation({}), q.activation({})},
           {q.activation({1, 6, 32})}, {{"num_heads", std::int64_t{4}}}, kMicrosoft);
    EXPECT_EQ(q.work().macs, work.macs);
    EXPECT_EQ(q.work().einsums[0].problem.tensors[1].bits, 8);
    SmallGraph packed;
    packed.node("PackedAttention",
                {packed.activation({9, 32}), packed.weight({32, 96}), packed.weight({96}),
                 packed.activation({2, 6}, DataType::int32)},
                {packed.activation({9, 32})}, {{"num_heads", std::int64_t{4}}}, kMicrosoft);
    EXPECT_EQ(packed.work().macs, 9 * 32 * 96 + 2 * (2 * 4 * 6 * 6 * 8));
    EXPECT_TRUE(hasWarning(packed.work(), "sequence_lengths_unknown"));
}

TEST(PackedMultiHeadAttention, BoundsTheScoresByTheLongest) {
    SmallGraph g;
    g.node("PackedMultiHeadAttention",
           {g.activation({9, 4, 3, 8}), kNoTensor, kNoTensor, kNoTensor, g.activation({2, 6}, DataType::int32)},
           {g.activation({9, 32})}, {{"num_heads", std::int64_t{4}}}, kMicrosoft);
    EXPECT_EQ(g.work().macs, 2 * (2 * 4 * 6 * 6 * 8));
    EXPECT_TRUE(hasWarning(g.work(), "sequence_lengths_unknown"));
}

TEST(MultiHeadAttention, TakesItsKeysInAnyForm) {
    const auto macs = [](const Shape& query, const std::vector<Shape>& keys) {
        SmallGraph g;
        std::vector<TensorId> inputs = {g.activation(query)};
        for (const auto& shape : keys) inputs.push_back(g.activation(shape));
        g.node("MultiHeadAttention", inputs, {g.activation({2, 5, 32})}, {{"num_heads", std::int64_t{4}}}, kMicrosoft);
        return g.work().macs;
    };
    const Count expected = 2 * (2 * 4 * 5 * 7 * 8);
    EXPECT_EQ(macs({2, 5, 32}, {{2, 7, 32}, {2, 7, 32}}), expected);
    EXPECT_EQ(macs({2, 5, 32}, {{2, 4, 7, 8}, {2, 4, 7, 8}}), expected);
    EXPECT_EQ(macs({2, 5, 32}, {{2, 7, 4, 2, 8}}), expected);
    EXPECT_EQ(macs({2, 5, 4, 3, 8}, {}), 2 * (2 * 4 * 5 * 5 * 8));
}

TEST(Attention, ReadsLongRowsThreeTimes) {
    SmallGraph g;
    g.node("Attention", {g.activation({1, 1, 1, 8}), g.activation({1, 1, 20000, 8}), g.activation({1, 1, 20000, 8})},
           {g.activation({1, 1, 1, 8})});
    EXPECT_EQ(g.work().vector->passes, 3);
    EXPECT_EQ(g.work().vector->readBytes, 3.0 * 20000 * 4);
    EXPECT_EQ(g.work().vector->writeBytes, 20000.0 * 4);
}

// 3 tokens choose 2 of 8 experts: 8 (1 - (3/4)^3) = 4.625, so 5 are read; 6 rows over 5 experts are one pair and four
// single ones. Products 16 -> 24 twice and 24 -> 16.
TEST(MixtureOfExperts, ReadsTheExpertsThatAreTouched) {
    SmallGraph g;
    g.node("MoE",
           {g.activation({3, 16}), g.activation({3, 8}), g.weight({8, 16, 24}), kNoTensor, g.weight({8, 24, 16}),
            kNoTensor, g.weight({8, 16, 24})},
           {g.activation({3, 16})}, {{"k", std::int64_t{2}}}, kMicrosoft);
    const OperatorWork work = g.work();
    EXPECT_EQ(work.macs, 3 * 2 * 3 * 16 * 24);
    EXPECT_EQ(work.weightBytes, 5 * 3 * 16 * 24 * 4);
    ASSERT_EQ(work.einsums.size(), 6U);
    EXPECT_EQ(dimsOf(work, 0), (std::vector<Dim>{{"M", 2}, {"N", 24}, {"K", 16}}));
    EXPECT_EQ(dimsOf(work, 1), (std::vector<Dim>{{"B", 4}, {"M", 1}, {"N", 24}, {"K", 16}}));
    EXPECT_TRUE(hasWarning(work, "expert_routing_assumed"));
}

TEST(MixtureOfExperts, RefusesNonsense) {
    for (const std::int64_t k : {0, 9, -1}) {
        SmallGraph g;
        g.node("MoE",
               {g.activation({3, 16}), g.activation({3, 8}), g.weight({8, 16, 24}), kNoTensor, g.weight({8, 24, 16})},
               {g.activation({3, 16})}, {{"k", k}}, kMicrosoft);
        EXPECT_THAT(g.error(), HasSubstr("MoE \"the node\""));
    }
}

} // namespace
} // namespace nestwright
