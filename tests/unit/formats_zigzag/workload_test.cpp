// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read.h"

namespace nestwright::zigzag {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Layer> read(const std::string& text) {
    SourceNotes notes;
    auto layers = workloadOf(text, notes);
    if (!layers) throw std::runtime_error(layers.error().text());
    return *layers;
}

std::string notesOf(const std::string& text) {
    SourceNotes notes;
    const auto layers = workloadOf(text, notes);
    return layers ? textOf(notes) : layers.error().text();
}

Result<Graph> graphOf(const std::string& text) {
    SourceNotes notes;
    const auto description = parse(text, "workload.yaml");
    if (!description) return tl::unexpected(description.error());
    return readGraph(*description, notes);
}

const std::string& two() {
    static const std::string text = dataText("workload.yaml");
    return text;
}

TEST(ZigzagWorkload, ReadsLayersAsProblems) {
    const auto layers = read(two());
    ASSERT_EQ(layers.size(), 2U);
    const auto& conv = layers[0].problem;
    EXPECT_EQ(conv.name, "conv");
    EXPECT_EQ(layers[0].type, "Conv");
    EXPECT_EQ(conv.macs(), 8 * 16 * 36 * 9);
    ASSERT_EQ(conv.tensors.size(), 3U);
    const auto& input = conv.tensors[static_cast<std::size_t>(conv.tensorIndex("I"))];
    EXPECT_EQ(input.operand, Operand::input);
    EXPECT_EQ(input.projection[3], (ProjectionRank{{conv.dimIndex("OX"), 1}, {conv.dimIndex("FX"), 1}}));
    EXPECT_EQ(conv.tensors[static_cast<std::size_t>(conv.tensorIndex("W"))].operand, Operand::weight);
    const auto& output = conv.tensors[static_cast<std::size_t>(conv.outputIndex())];
    EXPECT_EQ(output.bits, 8);
    EXPECT_EQ(output.partialBits, 32);
    EXPECT_EQ(conv.tensorElements(conv.tensorIndex("I")), 16 * 8 * 8);
}

TEST(ZigzagWorkload, RelationsMayLeaveCoefficientsOut) {
    const auto layers = read(with(two(), "ix=1*ox+1*fx", "ix = 2*ox+fx"));
    const auto& conv = layers[0].problem;
    EXPECT_EQ(conv.tensors[1].projection[3], (ProjectionRank{{conv.dimIndex("OX"), 2}, {conv.dimIndex("FX"), 1}}));
}

TEST(ZigzagWorkload, ALayerWithoutANameIsNamedByItsId) {
    EXPECT_EQ(read(with(two(), "  name: head\n", ""))[1].problem.name, "Layer1");
}

TEST(ZigzagWorkload, LayersAreConnectedByTheirSources) {
    const auto graph = graphOf(two());
    ASSERT_TRUE(graph) << graph.error().text();
    ASSERT_EQ(graph->operators.size(), 2U);
    EXPECT_EQ(graph->consumers()[0], std::vector<OperatorId>{1});
    EXPECT_EQ(graph->inputs.size(), 1U);
    EXPECT_EQ(graph->outputs, graph->operators[1].outputs);
    double macs = 0;
    for (OperatorId id = 0; id < 2; ++id) macs += describeWork(*graph, id)->einsums.front().problem.macs();
    EXPECT_EQ(macs, 8 * 16 * 36 * 9 + 2 * 12 * 288);
}

TEST(ZigzagWorkload, LayersMayStandBeforeTheirSources) {
    const auto first = two().find("- id: 1");
    const auto graph = graphOf(two().substr(first) + two().substr(0, first));
    ASSERT_TRUE(graph) << graph.error().text();
    EXPECT_EQ(graph->operators[0].name, "conv");
    EXPECT_THAT(graphOf(with(two(), "{I: 0, W: 0}", "{I: 1, W: 0}")).error().text(),
                HasSubstr("reads from layers that read from it"));
}

TEST(ZigzagWorkload, AnOperandWithoutBitsIsNoData) {
    const auto text = with(two(), "{I: 8, W: 8", "{I: 8, W: 0");
    EXPECT_EQ(read(text)[0].problem.tensors.size(), 2U);
    EXPECT_THAT(notesOf(text), HasSubstr("workload.yaml:8:22: Operands of 0 bits left out: 1"));
}

TEST(ZigzagWorkload, WhatCantBeUsedIsSaid) {
    EXPECT_THAT(notesOf(with(two(), "  loop_dims: [B", "  padding: [[1, 1], [1, 1]]\n  loop_dims: [B")),
                HasSubstr("workload.yaml:6:3: Layers with padding: 1"));
    EXPECT_THAT(notesOf(with(two(), "  name: conv", "  colour: red\n  name: conv")), HasSubstr("no key \"colour\""));
    EXPECT_THAT(notesOf(with(two(), "W[k][n]", "I")), HasSubstr("where an operand is expected"));
    EXPECT_THAT(notesOf(with(two(), "I[m][k]*W", "I[m][k]+W")), HasSubstr("Layers that add two operands: 1"));
}

TEST(ZigzagWorkload, ErrorsNameFileLineAndRemedy) {
    EXPECT_THAT(workloadError(with(two(), "[2, 12, 288]", "[2, 0, 288]")),
                HasSubstr("workload.yaml:16:19: The size of N must be a whole number of at least 1"));
    EXPECT_THAT(workloadError(with(two(), "[2, 12, 288]", "[2, .nan, 288]")), HasSubstr("The size of N"));
    EXPECT_THAT(workloadError(with(two(), "[2, 12, 288]", "[2, 12]")), HasSubstr("3 loop_dims and 2 loop_sizes"));
    EXPECT_THAT(workloadError(with(two(), "[M, N, K]", "[M, M, K]")), HasSubstr("M stands twice"));
    EXPECT_THAT(workloadError(with(two(), "[M, N, K]", "[M, N, L]")), HasSubstr("K is no dimension of the layer"));
    EXPECT_THAT(workloadError(with(two(), "O[m][n]+=", "O[m[n]+=")), HasSubstr("can't be read from character 4"));
    EXPECT_THAT(workloadError(with(two(), "O[m][n]+=", "Z[m][n]+=")), HasSubstr("Z stands where an operand"));
    EXPECT_THAT(workloadError(with(two(), "ix=1*ox", "ix=0*ox")), HasSubstr("can't be read"));
    EXPECT_THAT(workloadError(with(two(), "{I: 0, W: 1}", "{I: 7, W: 1}")), HasSubstr("No layer has the id 7"));
    EXPECT_THAT(workloadError(with(two(), "- id: 1", "- id: 0")), HasSubstr("Two layers have the id 0"));
    EXPECT_THAT(workloadError(with(two(), "[2, 12, 288]", "[1e15, 1e15, 1e15]")), HasSubstr("2^63"));
    EXPECT_THAT(workloadError(with(two(), ", O_final: 8}", "}")), HasSubstr("\"O_final\" is missing"));
    EXPECT_THAT(workloadError(dataText("hardware.yaml")), HasSubstr("holds no layers"));
}

} // namespace
} // namespace nestwright::zigzag
