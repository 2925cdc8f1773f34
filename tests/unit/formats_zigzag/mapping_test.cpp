// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/evaluation.h"
#include "core/formats/zigzag/uneven_nest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read.h"

namespace nestwright::zigzag {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Read {
    Problem problem;
    Accelerator accelerator;
    Result<Mapping> mapping;
    SourceNotes notes;
};

Read read(const std::string& mapping, const std::string& workload = dataText("gemm.yaml")) {
    Read result;
    SourceNotes notes;
    result.problem = workloadOf(workload, notes).value().front().problem;
    result.accelerator = hardwareOf(dataText("hardware.yaml"), notes).value();
    const auto description = parse(mapping, "mapping.yaml");
    if (!description) {
        result.mapping = tl::unexpected(description.error());
        return result;
    }
    result.mapping = readMapping(*description, result.problem, result.accelerator, result.notes);
    return result;
}

std::string errorOf(const std::string& mapping) {
    const auto result = read(mapping);
    return result.mapping ? "accepted" : result.mapping.error().text();
}

/// "I@buffer", "N2", "x:N4".
std::vector<std::string> shown(const Read& read) {
    std::vector<std::string> nodes;
    for (const auto& node : read.mapping->nodes) {
        if (const auto* storage = std::get_if<Storage>(&node)) {
            nodes.push_back(read.problem.tensors[static_cast<std::size_t>(storage->tensor)].name + "@" +
                            read.accelerator.levels[static_cast<std::size_t>(storage->level)].name);
            continue;
        }
        const auto& loop = std::get<Loop>(node);
        const auto residual = loop.isPerfect() ? "" : "," + std::to_string(loop.residual);
        nodes.push_back((loop.isSpatial ? (loop.axis == Axis::x ? "x:" : "y:") : "") +
                        read.problem.dims[static_cast<std::size_t>(loop.dim)].name + std::to_string(loop.bound) +
                        residual);
    }
    return nodes;
}

const std::string& usual() {
    static const std::string text = dataText("mapping.yaml");
    return text;
}

TEST(ZigzagMapping, CutsEachOperandWhereItSuitsIt) {
    const auto result = read(usual());
    ASSERT_TRUE(result.mapping) << result.mapping.error().text();
    // An accumulator has room for two partial sums and keeps one; a weight register keeps both passes over K, for all
    // of M, and is filled inside M only because accumulators stand above it.
    EXPECT_THAT(shown(result), ElementsAre("I@dram", "W@dram", "O@dram", "I@buffer", "O@buffer", "N2", "x:N4", "M6",
                                           "O@accumulator", "x:K8", "W@weight_register", "K2"));
    const auto evaluation = evaluate(result.problem, result.accelerator, *result.mapping);
    ASSERT_TRUE(evaluation.isValid) << evaluation.violations.front().message.text();
    EXPECT_EQ(evaluation.computeCycles, 24);
    EXPECT_EQ(evaluation.macs, 6 * 8 * 16);
}

TEST(ZigzagMapping, FactorsThatDontDivideLeaveAShorterLastPass) {
    const auto workload = with(dataText("gemm.yaml"), "[6, 8, 16]", "[6, 7, 13]");
    const auto result = read(usual(), workload);
    ASSERT_TRUE(result.mapping) << result.mapping.error().text();
    const auto evaluation = evaluate(result.problem, result.accelerator, *result.mapping);
    ASSERT_TRUE(evaluation.isValid) << evaluation.violations.front().message.text();
    EXPECT_EQ(evaluation.computeCycles, 24);
    EXPECT_EQ(evaluation.macs, 6 * 7 * 13);
}

TEST(ZigzagMapping, ChoosesTheEntryOfTheLayer) {
    const auto own = usual() + "- name: product\n  temporal_ordering: [[K, 16], [M, 6], [N, 8]]\n";
    EXPECT_EQ(evaluate(read(own).problem, read(own).accelerator, *read(own).mapping).computeCycles, 6 * 8 * 16);
    const auto other = usual() + "- {name: Conv, temporal_ordering: []}\n";
    EXPECT_EQ(*read(other).mapping, *read(usual()).mapping);
    EXPECT_THAT(textOf(read(other).notes), HasSubstr("mapping.yaml:10:3: Entries for other names left out: 1"));
    EXPECT_THAT(errorOf(with(usual(), "name: default", "name: Conv")), HasSubstr("none named default"));
}

TEST(ZigzagMapping, AStarTakesWhatRemains) {
    const auto result = read(with(usual(), "[M, 6]", "[M, \"*\"]"));
    ASSERT_TRUE(result.mapping);
    EXPECT_EQ(*result.mapping, *read(usual()).mapping);
    EXPECT_THAT(textOf(result.notes), HasSubstr("without a search"));
}

TEST(ZigzagMapping, FactorsAreCutToWhatThereIs) {
    const auto result = read(with(with(usual(), "N, 4", "N, 64"), "K, 8", "K, 8\", \"Q, 3"));
    ASSERT_TRUE(result.mapping);
    EXPECT_EQ(*result.mapping, *read(usual()).mapping);
    EXPECT_THAT(textOf(result.notes), HasSubstr("mapping.yaml:3:10: N, 64 is more than the array or the layer has"));
    EXPECT_THAT(textOf(result.notes), HasSubstr("The layer has no dimension Q"));
}

TEST(ZigzagMapping, ErrorsNameFileLineAndRemedy) {
    EXPECT_THAT(errorOf(with(usual(), "N, 4", "N, 0")), HasSubstr("mapping.yaml:3:10: \"N, 0\" is no spatial factor"));
    EXPECT_THAT(errorOf(with(usual(), "N, 4", "N, .nan")), HasSubstr("no spatial factor"));
    EXPECT_THAT(errorOf(with(usual(), "D2:", "D3:")), HasSubstr("mapping.yaml:4:5: The accelerator's array has no"));
    EXPECT_THAT(errorOf(with(usual(), "D2:", "E2:")), HasSubstr("no dimension of an array"));
    EXPECT_THAT(errorOf(with(usual(), "[M, 6]", "[M, 0]")), HasSubstr("The size of a loop over M"));
    EXPECT_THAT(errorOf(with(usual(), "[M, 6]", "[M, 4]")), HasSubstr("doesn't divide the 6 that remain"));
    EXPECT_THAT(errorOf(with(usual(), "[M, 6]", "[M, 3]")), HasSubstr("Add [M, 2]"));
    EXPECT_THAT(errorOf(with(usual(), "    - [M, 6]\n", "")), HasSubstr("leaves 6 iterations of M open"));
    EXPECT_THAT(errorOf(with(usual(), "W: I2", "W: I1")), HasSubstr("W is linked to I1"));
    EXPECT_THAT(errorOf(dataText("gemm.yaml")), HasSubstr("holds no mapping"));
}

TEST(ZigzagMapping, ConstrainsTheSpatialLoopsOfASearch) {
    SourceNotes notes;
    const auto problem = workloadOf(dataText("gemm.yaml"), notes).value().front().problem;
    const auto accelerator = hardwareOf(dataText("hardware.yaml"), notes).value();
    notes.clear();
    const auto constraints = readConstraints(parse(usual(), "mapping.yaml").value(), problem, accelerator, notes);
    ASSERT_TRUE(constraints) << constraints.error().text();
    ASSERT_EQ(constraints->loops.size(), 2U);
    EXPECT_EQ(constraints->loops[0].level, accelerator.levelIndex("buffer"));
    EXPECT_EQ(constraints->loops[0].factors,
              (std::vector<FactorRule>{{problem.dimIndex("N"), FactorRule::Relation::equal, 4, 4}}));
    EXPECT_EQ(constraints->loops[0].mostElsewhere, 1);
    EXPECT_THAT(textOf(notes), HasSubstr("mapping.yaml:6:7: The temporal_ordering is left out"));
}

/// Weights that stay longer in their register than outputs do in the buffer above the array can move inward over M,
/// which doesn't change them, but not over N.
TEST(ZigzagMapping, NodesMoveOverLoopsThatDontMatterToThem) {
    SourceNotes notes;
    const auto problem = workloadOf(dataText("gemm.yaml"), notes).value().front().problem;
    const auto accelerator = hardwareOf(dataText("hardware.yaml"), notes).value();
    const int n = problem.dimIndex("N");
    const int k = problem.dimIndex("K");
    const int buffer = accelerator.levelIndex("buffer");
    const int accumulator = accelerator.levelIndex("accumulator");
    UnevenNest nest;
    nest.temporal = {temporalLoop(n, 2), temporalLoop(problem.dimIndex("M"), 6), temporalLoop(k, 2)};
    nest.spatial = {spatialLoop(n, 4, buffer, Axis::x), spatialLoop(k, 8, accumulator, Axis::x)};
    nest.cuts = {{{0, 0}, {buffer, 0}},
                 {{0, 0}, {accelerator.levelIndex("weight_register"), 1}},
                 {{0, 0}, {buffer, 2}, {accumulator, 2}}};
    EXPECT_TRUE(mappingOf(problem, accelerator, nest));
    std::swap(nest.temporal[0], nest.temporal[1]);
    const auto conflict = mappingOf(problem, accelerator, nest);
    ASSERT_FALSE(conflict);
    EXPECT_EQ(conflict.error().kind, ErrorKind::infeasible);
    EXPECT_THAT(conflict.error().text(), HasSubstr("W stays in weight_register for longer than O in buffer"));
}

} // namespace
} // namespace nestwright::zigzag
