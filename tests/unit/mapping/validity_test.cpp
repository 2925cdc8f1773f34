// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mapping/validity.h"
#include "tests/support/machines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nestwright {
namespace {

using test::keep;
using test::level;
using test::machine;

std::vector<std::string> codes(const std::vector<Violation>& found) {
    std::vector<std::string> result;
    for (const auto& violation : found) result.push_back(violation.code);
    return result;
}

class Validity : public testing::Test {
protected:
    Problem problem = gemmProblem(1, 8, 4, 6, 16, 32);
    Accelerator accelerator =
        machine({level("DRAM", std::nullopt), level("Buffer", 64 * 16, 4, 2), level("Registers", 3 * 32)});
    Mapping mapping = outermostOnlyMapping(problem);
};

TEST_F(Validity, EverythingInTheOutermostLevelIsValid) {
    EXPECT_THAT(violations(problem, accelerator, mapping), testing::IsEmpty());
}

TEST_F(Validity, FactorsMustCoverTheBound) {
    std::get<Loop>(mapping.nodes.back()) = temporalLoop(2, 5);
    const auto found = violations(problem, accelerator, mapping);
    ASSERT_EQ(codes(found), std::vector<std::string>{"factors"});
    EXPECT_EQ(found[0].message.text(), "The factors of K cover 5 iterations; its bound is 6");
}

TEST_F(Validity, ASmallerLastPassCoversTheRest) {
    std::get<Loop>(mapping.nodes.back()) = temporalLoop(2, 2);
    mapping.nodes.emplace_back(temporalLoop(2, 4, 2)); // 4 + 2
    EXPECT_THAT(violations(problem, accelerator, mapping), testing::IsEmpty());
}

TEST_F(Validity, TheOutermostLoopHasNoEarlierPass) {
    std::get<Loop>(mapping.nodes.back()) = temporalLoop(2, 7, 6);
    EXPECT_EQ(codes(violations(problem, accelerator, mapping)), std::vector<std::string>{"factors"});
}

TEST_F(Validity, SpatialLoopsFitTheMesh) {
    mapping.nodes.back() = spatialLoop(2, 6, 1, Axis::x);
    const auto found = violations(problem, accelerator, mapping);
    ASSERT_EQ(codes(found), std::vector<std::string>{"fanout"});
    EXPECT_EQ(found[0].needed, 6);
    EXPECT_EQ(found[0].available, 4);
}

TEST_F(Validity, AnAxisCarriesItsClassesAlone) {
    accelerator.levels[1].fanout.xRule = {DimClass::outputChannel};
    mapping.nodes[5] = temporalLoop(2, 2);
    mapping.nodes.emplace_back(spatialLoop(2, 3, 1, Axis::x));
    EXPECT_EQ(codes(violations(problem, accelerator, mapping)), std::vector<std::string>{"axis"});
}

TEST_F(Validity, NodesBelowAFanoutStandInsideItsLoops) {
    mapping.nodes.emplace_back(keep(0, 2));
    mapping.nodes.insert(mapping.nodes.end(), spatialLoop(0, 1, 1, Axis::x));
    EXPECT_THAT(violations(problem, accelerator, mapping), testing::IsEmpty()) << "a loop of one iteration is none";
    mapping.nodes[3] = temporalLoop(0, 4);
    mapping.nodes.back() = spatialLoop(0, 2, 1, Axis::x);
    EXPECT_EQ(codes(violations(problem, accelerator, mapping)), std::vector<std::string>{"order"});
}

TEST_F(Validity, CapacityNamesLevelTensorsAndBothSizes) {
    mapping.nodes.insert(mapping.nodes.begin() + 3, keep(0, 1)); // A whole: 48 words of 16 bits
    mapping.nodes.insert(mapping.nodes.begin() + 4, keep(1, 1)); // B whole: 24 words
    const auto found = violations(problem, accelerator, mapping);
    ASSERT_EQ(codes(found), std::vector<std::string>{"capacity"});
    EXPECT_EQ(found[0].message.text(), "Buffer needs 144 bytes for A, B and has 128");
    EXPECT_EQ(found[0].needed, 72 * 16);
}

TEST_F(Validity, PartialSumsTakeTheirOwnWidth) {
    mapping.nodes.insert(mapping.nodes.end(), keep(2, 1));
    EXPECT_EQ(tileBits(problem, accelerator, mapping, 2, 1), 32) << "reduction goes on outside the MACs";
    EXPECT_EQ(tileBits(problem, accelerator, mapping, 0, 1), 0) << "not kept";
}

TEST_F(Validity, ADoubleBufferedLevelHoldsTwoTilesOfWhatIsRefilled) {
    accelerator.levels[1].buffering = Buffering::doubled;
    mapping.nodes.insert(mapping.nodes.begin() + 4, keep(0, 1)); // inside M: a row of 6 words, twice
    accelerator.levels[1].capacityBits = 11 * 16;
    EXPECT_EQ(codes(violations(problem, accelerator, mapping)), std::vector<std::string>{"capacity"});
    accelerator.levels[1].capacityBits = 12 * 16;
    EXPECT_THAT(violations(problem, accelerator, mapping), testing::IsEmpty());
}

TEST_F(Validity, KeepRulesHold) {
    accelerator.levels[1].mustKeep = {Operand::weight};
    accelerator.levels[2].mayKeep = {Operand::output};
    mapping.nodes.insert(mapping.nodes.end(), keep(0, 2));
    EXPECT_EQ(codes(violations(problem, accelerator, mapping)), (std::vector<std::string>{"bypass", "bypass"}));
}

TEST_F(Validity, NonsenseIndicesAreNamedNotRead) {
    mapping.nodes.emplace_back(temporalLoop(17, 2));
    mapping.nodes.emplace_back(keep(9, 9));
    EXPECT_EQ(codes(violations(problem, accelerator, mapping)), (std::vector<std::string>{"factors", "order"}));
}

} // namespace
} // namespace nestwright
