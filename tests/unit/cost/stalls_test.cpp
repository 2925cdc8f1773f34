// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting, fill and drain of mappings that can be followed by hand.
#include "core/cost/evaluation.h"
#include "tests/support/machines.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

using test::level;
using test::machine;

/// C[m, n] += A[m, k] x B[k, n] with M = 4, N = 8, K = 1: four passes of 8 cycles, each with a word of A that takes 10
/// cycles on its way into the register file.
class Stalls : public testing::Test {
protected:
    void SetUp() override { accelerator.levels[1].writeBitsPerCycle = 1.6; }

    [[nodiscard]] Evaluation cost() const { return evaluate(problem, accelerator, mapping); }
    static double cyclesOf(const Evaluation& cost, const std::string& kind, const std::string& where) {
        double cycles = 0;
        for (const auto& path : cost.paths) cycles += path.kind == kind && path.where == where ? path.cycles : 0;
        return cycles;
    }

    Problem problem = gemmProblem(1, 4, 8, 1, 16, 16);
    Accelerator accelerator = machine({level("DRAM", std::nullopt), level("Registers", 16)});
    Mapping mapping{
        {Storage{0, 0}, Storage{1, 0}, Storage{2, 0}, temporalLoop(0, 4), Storage{0, 1}, temporalLoop(1, 8)}};
};

TEST_F(Stalls, ASingleSlotWaitsForEveryTile) {
    const Evaluation single = cost();
    ASSERT_TRUE(single.isValid);
    EXPECT_DOUBLE_EQ(single.cycles, 10 + 4 * 8 + 3 * 10);
    EXPECT_DOUBLE_EQ(single.attribution.blocked, 30);
    EXPECT_DOUBLE_EQ(single.attribution.delayed, 10);
    EXPECT_DOUBLE_EQ(cyclesOf(single, "blocked", "Registers write port"), 30);
    EXPECT_DOUBLE_EQ(cyclesOf(single, "fill", "Registers write port"), 10);
}

TEST_F(Stalls, ASecondSlotWaitsForWhatTheStayDoesNotHide) {
    accelerator.levels[1].capacityBits = 32;
    const Evaluation doubled = cost();
    EXPECT_DOUBLE_EQ(doubled.cycles, 10 + 4 * 8 + 3 * 2);
    EXPECT_DOUBLE_EQ(cyclesOf(doubled, "blocked", "Registers write port"), 6);
    accelerator.levels[1].writeBitsPerCycle = 2;
    EXPECT_DOUBLE_EQ(cost().attribution.blocked, 0) << "8 cycles a tile, as long as a pass";
}

TEST_F(Stalls, OutputsDrainAfterTheLastPass) {
    accelerator.levels[1].writeBitsPerCycle.reset();
    accelerator.levels[0].writeBitsPerCycle = 16;
    accelerator.levels[1].capacityBits = 16 + 8 * 16; // of A a word, of C a row
    mapping.nodes = {Storage{0, 0}, Storage{1, 0}, Storage{2, 0},     temporalLoop(0, 4),
                     Storage{0, 1}, Storage{2, 1}, temporalLoop(1, 8)};
    const Evaluation result = cost();
    ASSERT_TRUE(result.isValid);
    EXPECT_DOUBLE_EQ(cyclesOf(result, "blocked", "DRAM write port"), 3 * 8) << "a row leaves before the next begins";
    EXPECT_DOUBLE_EQ(cyclesOf(result, "drain", "DRAM write port"), 8);
    EXPECT_DOUBLE_EQ(result.cycles, 4 * 8 + 4 * 8);
}

TEST_F(Stalls, TilesThatShareAPortQueue) {
    accelerator.levels[1].capacityBits = 32; // a word of A and a word of B, one slot each
    accelerator.levels[1].readBitsPerCycle.reset();
    mapping.nodes = {Storage{0, 0},      Storage{1, 0}, Storage{2, 0}, temporalLoop(0, 4),
                     temporalLoop(1, 8), Storage{0, 1}, Storage{1, 1}};
    const Evaluation result = cost();
    ASSERT_TRUE(result.isValid);
    // B changes at each of 31 steps, A at three of them as well.
    EXPECT_DOUBLE_EQ(result.attribution.delayed, 20);
    EXPECT_DOUBLE_EQ(result.attribution.blocked, 31 * 10 + 3 * 10);
}

} // namespace
} // namespace nestwright
