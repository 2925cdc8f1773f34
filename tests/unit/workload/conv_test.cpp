// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "small_graph.h"

namespace nestwright {
namespace {

using namespace testing_support;
using testing::HasSubstr;

struct ConvCase {
    std::string name;
    Shape input;
    Shape weight;
    Shape output;
    std::int64_t group;
    Count macs;
    LayerType type;
    std::vector<Dim> dims;
};

class Convolutions : public testing::TestWithParam<ConvCase> {};

TEST_P(Convolutions, HaveTheirSpaceAndMacs) {
    const ConvCase& c = GetParam();
    SmallGraph g;
    g.node("Conv", {g.activation(c.input), g.weight(c.weight)}, {g.activation(c.output)}, {{"group", c.group}});
    const OperatorWork work = g.work();
    EXPECT_EQ(work.macs, c.macs);
    EXPECT_EQ(work.layerType, c.type);
    EXPECT_EQ(work.dims, c.dims);
    ASSERT_EQ(work.einsums.size(), 1U);
    EXPECT_EQ(work.einsums[0].problem.macs(), static_cast<double>(c.macs));
    // Each tensor's projection covers the tensor: the kernel's reach at stride 1 is the input without padding.
    const Problem& problem = work.einsums[0].problem;
    const auto elements = [](const Shape& shape) {
        double product = 1;
        for (const Count extent : shape) product *= static_cast<double>(extent);
        return product;
    };
    EXPECT_EQ(problem.tensorElements(problem.tensorIndex("Weights")), elements(c.weight));
    EXPECT_EQ(problem.tensorElements(problem.tensorIndex("Outputs")), elements(c.output));
}

INSTANTIATE_TEST_SUITE_P(
    All, Convolutions,
    testing::Values(
        // 2 x 24 x 10 x 12 outputs, each over 4 channels of its group and 3 x 3 taps
        ConvCase{"grouped",
                 {2, 16, 12, 14},
                 {24, 4, 3, 3},
                 {2, 24, 10, 12},
                 4,
                 2 * 24 * 10 * 12 * 4 * 9,
                 LayerType::conv,
                 {{"N", 2}, {"G", 4}, {"K", 6}, {"C", 4}, {"P", 10}, {"Q", 12}, {"R", 3}, {"S", 3}}},
        // 32 x 56 x 56 outputs of 9 taps
        ConvCase{"depthwise",
                 {1, 32, 56, 56},
                 {32, 1, 3, 3},
                 {1, 32, 56, 56},
                 32,
                 32 * 56 * 56 * 9,
                 LayerType::depthwiseConv,
                 {{"N", 1}, {"G", 32}, {"P", 56}, {"Q", 56}, {"R", 3}, {"S", 3}}},
        // 8 channels, 2 outputs each
        ConvCase{"multiplier",
                 {1, 8, 6, 6},
                 {16, 1, 3, 3},
                 {1, 16, 4, 4},
                 8,
                 16 * 4 * 4 * 9,
                 LayerType::depthwiseConv,
                 {{"N", 1}, {"G", 8}, {"M", 2}, {"P", 4}, {"Q", 4}, {"R", 3}, {"S", 3}}},
        // 6 x 9 outputs, three sequences, over 4 channels and 5 taps
        ConvCase{"one_axis",
                 {3, 4, 13},
                 {6, 4, 5},
                 {3, 6, 9},
                 1,
                 3 * 6 * 9 * 4 * 5,
                 LayerType::conv,
                 {{"N", 3}, {"K", 6}, {"C", 4}, {"P", 9}, {"R", 5}}},
        // 8 x 32 x 64 x 64 outputs over 27 taps
        ConvCase{"three_axes",
                 {1, 1, 34, 66, 66},
                 {8, 1, 3, 3, 3},
                 {1, 8, 32, 64, 64},
                 1,
                 28311552,
                 LayerType::conv,
                 {{"N", 1}, {"K", 8}, {"C", 1}, {"O", 32}, {"P", 64}, {"Q", 64}, {"T", 3}, {"R", 3}, {"S", 3}}},
        // one channel and one group is a plain convolution
        ConvCase{"one_channel",
                 {1, 1, 5, 5},
                 {1, 1, 2, 2},
                 {1, 1, 4, 4},
                 1,
                 64,
                 LayerType::conv,
                 {{"N", 1}, {"K", 1}, {"C", 1}, {"P", 4}, {"Q", 4}, {"R", 2}, {"S", 2}}}),
    [](const auto& info) { return info.param.name; });

TEST(Convolution, ReachesByStrideAndDilation) {
    SmallGraph g;
    g.node("Conv", {g.activation({1, 3, 19, 21}), g.weight({4, 3, 3, 2}), g.weight({4})}, {g.activation({1, 4, 7, 5})},
           {{"strides", Integers{2, 3}}, {"dilations", Integers{3, 4}}});
    const OperatorWork work = g.work();
    const Problem& problem = work.einsums.at(0).problem;
    std::vector<Count> whole;
    for (const auto& dim : problem.dims) whole.push_back(dim.bound);
    // (7-1) x 2 + (3-1) x 3 + 1 = 19 rows, (5-1) x 3 + (2-1) x 4 + 1 = 17 columns
    EXPECT_EQ(problem.footprint(problem.tensorIndex("Inputs"), whole), (std::vector<Count>{1, 3, 19, 17}));
    EXPECT_EQ(work.weightBytes, (4 * 3 * 3 * 2 + 4) * 4);
    EXPECT_EQ(work.inputBytes, 3 * 19 * 21 * 4);
    EXPECT_EQ(work.outputBytes, 4 * 7 * 5 * 4);
    ASSERT_TRUE(work.vector.has_value());
    EXPECT_EQ(work.vector->operations, 140); // the bias
    EXPECT_EQ(work.flops, 2.0 * 4 * 7 * 5 * 3 * 3 * 2 + 140);
}

TEST(Convolution, ClassifiesItsDims) {
    SmallGraph g;
    g.node("Conv", {g.activation({2, 8, 9, 9}), g.weight({4, 8, 3, 3})}, {g.activation({2, 4, 7, 7})});
    const OperatorWork work = g.work();
    const Problem& problem = work.einsums.at(0).problem;
    EXPECT_EQ(problem.classOf(problem.dimIndex("C")), DimClass::reduction);
    EXPECT_EQ(problem.classOf(problem.dimIndex("R")), DimClass::reduction);
    EXPECT_EQ(problem.classOf(problem.dimIndex("K")), DimClass::outputChannel);
    EXPECT_EQ(problem.classOf(problem.dimIndex("P")), DimClass::outputPosition);
}

TEST(Convolution, AccumulatesNarrowTypesIn32Bits) {
    SmallGraph g;
    g.node("Conv", {g.activation({1, 2, 3, 3}, DataType::float16), g.weight({2, 2, 1, 1}, DataType::float16)},
           {g.activation({1, 2, 3, 3}, DataType::float16)});
    const OperatorWork work = g.work();
    const auto& tensors = work.einsums.at(0).problem.tensors;
    EXPECT_EQ(tensors[0].bits, 16);
    EXPECT_EQ(tensors[2].bits, 16);
    EXPECT_EQ(tensors[2].partialBits, 32);
    EXPECT_EQ(tensors[1].partialBits, 16);
}

TEST(TransposedConvolution, CountsOnTheInputSide) {
    SmallGraph g;
    // 5 x 5 inputs of 4 channels, each spread over 3 outputs of its group (2 groups) and 3 x 3 taps
    g.node("ConvTranspose", {g.activation({1, 4, 5, 5}), g.weight({4, 3, 3, 3})}, {g.activation({1, 6, 11, 11})},
           {{"strides", Integers{2, 2}}, {"group", std::int64_t{2}}});
    const OperatorWork work = g.work();
    EXPECT_EQ(work.macs, 4 * 25 * 3 * 9);
    EXPECT_EQ(work.layerType, LayerType::transposedConv);
    const Problem& problem = work.einsums.at(0).problem;
    std::vector<Count> whole;
    for (const auto& dim : problem.dims) whole.push_back(dim.bound);
    // N, G, K, then (5-1) x 2 + (3-1) + 1 = 11
    EXPECT_EQ(problem.footprint(problem.outputIndex(), whole), (std::vector<Count>{1, 2, 3, 11, 11}));
    EXPECT_EQ(problem.classOf(problem.dimIndex("C")), DimClass::reduction);
}

TEST(QuantizedConvolutions, FindTheirOperands) {
    SmallGraph integer;
    integer.node("ConvInteger",
                 {integer.activation({1, 3, 5, 5}, DataType::uint8), integer.weight({2, 3, 3, 3}, DataType::uint8),
                  integer.activation({}, DataType::uint8)},
                 {integer.activation({1, 2, 3, 3}, DataType::int32)});
    EXPECT_EQ(integer.work().macs, 2 * 9 * 3 * 9);
    SmallGraph linear;
    const auto scale = [&] { return linear.activation({}); };
    const auto zero = [&] { return linear.activation({}, DataType::int8); };
    linear.node("QLinearConv",
                {linear.activation({1, 3, 5, 5}, DataType::int8), scale(), zero(),
                 linear.weight({2, 3, 3, 3}, DataType::int8), scale(), zero(), scale(), zero()},
                {linear.activation({1, 2, 3, 3}, DataType::int8)});
    const OperatorWork work = linear.work();
    EXPECT_EQ(work.macs, 2 * 9 * 3 * 9);
    EXPECT_EQ(work.einsums.at(0).problem.tensors[0].bits, 8);
    EXPECT_EQ(work.weightBytes, 54);
}

struct BadConv {
    Shape input;
    Shape weight;
    Shape output;
    std::map<std::string, AttributeValue> attributes;
    std::string mentions;
};

TEST(Convolution, RefusesShapesThatContradictIt) {
    const std::vector<BadConv> cases = {
        {{1, 3, 8, 8}, {4, 3, 3, 3, 3}, {1, 4, 6, 6}, {}, "rank"},
        {{1, 3, 8, 8}, {}, {1, 4, 6, 6}, {}, "rank"},
        {{}, {}, {}, {}, "rank"},
        {{1, 3}, {4, 3}, {1, 4}, {}, "rank"},
        {{3, 10}, {4, 3, 3}, {4, 8}, {}, "rank"}, // one sequence without its batch axis
        {{1, 3, 8, 8}, {4, 3, 3, 3}, {1, 4, 6}, {}, "rank"},
        {{1, 6, 8, 8}, {4, 2, 3, 3}, {1, 4, 6, 6}, {{"group", std::int64_t{4}}}, "group"},
        {{1, 6, 8, 8}, {4, 3, 3, 3}, {1, 4, 6, 6}, {}, "group"},
        {{1, 6, 8, 8}, {4, 6, 3, 3}, {1, 4, 6, 6}, {{"group", std::int64_t{0}}}, "group"},
        {{1, 3, 8, 8}, {4, 3, 3, 3}, {1, 4, 6, 6}, {{"strides", Integers{1}}}, "strides"},
        {{1, 3, 8, 8}, {4, 3, 3, 3}, {1, 4, 6, 6}, {{"dilations", Integers{0, 1}}}, "dilations"},
        {{1, 3, 8, 8}, {4, 3, 3, 3}, {1, 4, 6, 6}, {{"kernel_shape", Integers{5, 5}}}, "kernel_shape"},
    };
    for (const auto& c : cases) {
        SmallGraph g;
        g.node("Conv", {g.activation(c.input), g.weight(c.weight)}, {g.activation(c.output)}, c.attributes);
        EXPECT_THAT(g.error(), HasSubstr(c.mentions));
        EXPECT_THAT(g.error(), HasSubstr("Conv \"the node\""));
    }
}

TEST(Convolution, OfNothingHasNoMacs) {
    SmallGraph g;
    g.node("Conv", {g.activation({0, 3, 8, 8}), g.weight({4, 3, 3, 3})}, {g.activation({0, 4, 6, 6})});
    const OperatorWork work = g.work();
    EXPECT_EQ(work.macs, 0);
    EXPECT_TRUE(work.einsums.empty());
    EXPECT_EQ(work.inputBytes, 0);
}

TEST(Convolution, OfUnknownShapeHasUnknownMacs) {
    for (int missing = 0; missing < 3; ++missing) {
        SmallGraph g;
        const TensorId x = missing == 0 ? g.unknown() : g.activation({1, 3, 8, 8});
        const TensorId w = missing == 1 ? g.unknown() : g.weight({4, 3, 3, 3});
        const TensorId y = missing == 2 ? g.unknown() : g.activation({1, 4, 6, 6});
        g.node("Conv", {x, w}, {y});
        const OperatorWork work = g.work();
        EXPECT_FALSE(work.macs.has_value());
        EXPECT_FALSE(work.flops.has_value());
        EXPECT_TRUE(hasWarning(work, "unknown_shape"));
    }
    SmallGraph bare;
    bare.node("Conv", {}, {});
    EXPECT_FALSE(bare.work().macs.has_value());
}

TEST(Convolution, SaysWhenItsMacsCannotBeCounted) {
    SmallGraph g;
    const Count wide = Count{1} << 30;
    g.node("Conv", {g.activation({1, wide, wide, 1}), g.weight({wide, wide, 1, 1})},
           {g.activation({1, wide, wide, 1})});
    const OperatorWork work = g.work();
    EXPECT_FALSE(work.macs.has_value());
    EXPECT_TRUE(hasWarning(work, "count_overflow"));
}

} // namespace
} // namespace nestwright
