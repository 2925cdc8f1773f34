// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/scalesim/topology_reader.h"
#include "core/workload/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nestwright::scalesim {
namespace {

using testing::HasSubstr;

constexpr const char* kHeader = "Layer name, IFMAP Height, IFMAP Width, ...\n";

Result<Graph> read(const std::string& rows) { return readTopology(kHeader + rows, "layers.csv"); }

double macsOf(const Graph& graph) {
    double macs = 0;
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        const auto work = describeWork(graph, static_cast<OperatorId>(i));
        if (!work) throw std::runtime_error(work.error().text());
        for (const auto& einsum : work->einsums) macs += einsum.problem.macs() * static_cast<double>(einsum.repeats);
    }
    return macs;
}

std::string errorOf(const std::string& rows) {
    const auto graph = read(rows);
    return graph ? "accepted" : graph.error().text();
}

TEST(ScaleSim, ReadsConvolutionsWithOneOrTwoStrides) {
    const auto one = read("L0, 9, 9, 3, 3, 2, 4, 2,\n");
    ASSERT_TRUE(one) << one.error().text();
    EXPECT_EQ(macsOf(*one), 4 * 4 * 9 * 2 * 4);
    const auto two = read("L0, 9, 9, 3, 3, 2, 4, 2, 1\n\n");
    ASSERT_TRUE(two) << two.error().text();
    EXPECT_EQ(macsOf(*two), 2016);
    EXPECT_EQ(*two->tensors[static_cast<std::size_t>(two->outputs[0])].shape, (Shape{1, 4, 4, 7}));
}

TEST(ScaleSim, ARaggedEdgeAddsAnOutput) {
    const auto graph = read("L0, 10, 10, 3, 3, 1, 1, 2,\n");
    ASSERT_TRUE(graph);
    EXPECT_EQ(macsOf(*graph), 5 * 5 * 9);
}

TEST(ScaleSim, ReadsProductsOfMatrices) {
    const auto graph = read("fc, 4, 8, 16,\nsparse, 2, 3, 5, 2:4,\n");
    ASSERT_TRUE(graph) << graph.error().text();
    EXPECT_EQ(macsOf(*graph), 4 * 8 * 16 + 2 * 3 * 5);
    ASSERT_EQ(graph->warnings.size(), 1U);
    EXPECT_THAT(graph->warnings[0].message.text(), HasSubstr("2:4"));
}

TEST(ScaleSim, AsksAboutDepthwiseLayers) {
    const auto doubtful = read("conv1_DW, 10, 10, 3, 3, 16, 16, 1,\n");
    ASSERT_TRUE(doubtful);
    EXPECT_EQ(macsOf(*doubtful), 147456);
    EXPECT_THAT(doubtful->warnings.at(0).message.text(), HasSubstr("depthwise"));
    const auto sure = read("conv1_DP, 10, 10, 3, 3, 16, 1, 1,\n");
    ASSERT_TRUE(sure);
    EXPECT_EQ(macsOf(*sure), 9216);
}

TEST(ScaleSim, AsksAboutASingleFilterOverAllChannels) {
    const auto graph = read("block_3, 10, 10, 3, 3, 16, 1, 1,\nsqueeze, 10, 10, 1, 1, 16, 1, 1,\n");
    ASSERT_TRUE(graph);
    ASSERT_EQ(graph->warnings.size(), 1U) << "a 1 x 1 filter is a sum over channels";
    EXPECT_EQ(graph->warnings[0].op, 0);
    EXPECT_THAT(graph->warnings[0].message.text(), HasSubstr("may stand for a depthwise layer"));
    EXPECT_EQ(macsOf(*graph), 8 * 8 * 9 * 16 + 10 * 10 * 16) << "as written";
}

TEST(ScaleSim, ErrorsNameLineAndColumn) {
    EXPECT_THAT(errorOf("L0, 9, 9, 3, 3, 2, 4,\n"), HasSubstr("layers.csv:2:"));
    EXPECT_THAT(errorOf("L0, 9, 9, 3, 3, 2, 4,\n"), HasSubstr("Strides is missing"));
    EXPECT_THAT(errorOf("L0, 9, 9, 3, x, 2, 4, 1\n"), HasSubstr("Filter Width must be a whole number"));
    EXPECT_THAT(errorOf("L0, 9, 0, 3, 3, 2, 4, 1\n"), HasSubstr("layers.csv:2:7:"));
    EXPECT_THAT(errorOf("L0, 2, 9, 3, 3, 2, 4, 1\n"), HasSubstr("larger than its input"));
    EXPECT_THAT(errorOf("L0, 9, 9, 3, 3, 2, 4, 1, 1, 7, 7\n"), HasSubstr("columns"));
    EXPECT_THAT(errorOf(""), HasSubstr("no layers"));
}

} // namespace
} // namespace nestwright::scalesim
