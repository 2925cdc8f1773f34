// SPDX-License-Identifier: GPL-3.0-or-later
// A systolic array of 2 x 2 elements with weights that stand still: four tiles of weights, each for 8 rows of inputs.
#include "core/cost/evaluation.h"
#include "tests/support/machines.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

using test::level;
using test::machine;

constexpr Count kOneWeight = 16;
constexpr double kCompute = 4 * 8;

class ArrayTime : public testing::Test {
protected:
    void SetUp() override {
        Fanout& array = accelerator.levels[0].fanout;
        array.x = array.y = 2;
        array.timing = {12, 1.5, false}; // a skew of two hops: 3 cycles
        mapping.nodes = {Storage{0, 0},
                         Storage{1, 0},
                         Storage{2, 0},
                         temporalLoop(1, 2),
                         temporalLoop(2, 2),
                         spatialLoop(1, 2, 0, Axis::x),
                         spatialLoop(2, 2, 0, Axis::y),
                         Storage{1, 1},
                         temporalLoop(0, 8)};
    }

    [[nodiscard]] Evaluation cost() const { return evaluate(problem, accelerator, mapping); }
    static double cyclesOf(const Evaluation& cost, const std::string& kind) {
        double cycles = 0;
        for (const auto& path : cost.paths)
            cycles += path.kind == kind && path.where == "array fill/drain below DRAM" ? path.cycles : 0;
        return cycles;
    }
    ArrayTiming& timing() { return accelerator.levels[0].fanout.timing; }
    void makeRoomForTwo() { accelerator.levels[1].capacityBits = 2 * kOneWeight; }

    Problem problem = gemmProblem(1, 8, 4, 4, 16, 16);
    Accelerator accelerator = machine({level("DRAM", std::nullopt), level("PE", kOneWeight)});
    Mapping mapping;
};

TEST_F(ArrayTime, WithoutFiguresTakesNone) {
    timing() = {};
    const auto free = cost();
    ASSERT_TRUE(free.isValid) << free.violations.front().message.text();
    EXPECT_DOUBLE_EQ(free.cycles, kCompute);
    EXPECT_TRUE(free.paths.empty());
}

TEST_F(ArrayTime, OneRegisterWaitsForEachTile) {
    const auto single = cost();
    ASSERT_TRUE(single.isValid);
    EXPECT_DOUBLE_EQ(cyclesOf(single, "fill"), 12);
    EXPECT_DOUBLE_EQ(cyclesOf(single, "blocked"), 3 * 12);
    EXPECT_DOUBLE_EQ(cyclesOf(single, "drain"), 3);
    EXPECT_DOUBLE_EQ(single.cycles, kCompute + 12 + 3 * 12 + 3);
    EXPECT_DOUBLE_EQ(single.attribution.total(), single.cycles);
    EXPECT_DOUBLE_EQ(single.boundCycles, kCompute);
}

TEST_F(ArrayTime, ASecondRegisterHidesTheLoadBehindThePass) {
    makeRoomForTwo();
    EXPECT_DOUBLE_EQ(cyclesOf(cost(), "blocked"), 3 * (12 - 8));
    timing().tileLoadCycles = 8;
    EXPECT_DOUBLE_EQ(cyclesOf(cost(), "blocked"), 0) << "as long as a pass";
    EXPECT_DOUBLE_EQ(cost().cycles, kCompute + 8 + 3);
}

TEST_F(ArrayTime, AWavefrontThatMustLeaveBlocksAtEachTile) {
    timing().drainsEachTile = true;
    EXPECT_DOUBLE_EQ(cyclesOf(cost(), "blocked"), 3 * (12 + 3));
    makeRoomForTwo();
    EXPECT_DOUBLE_EQ(cyclesOf(cost(), "blocked"), 3 * (12 - 8)) << "the load goes on while the wavefront leaves";
    timing().tileLoadCycles = 9;
    EXPECT_DOUBLE_EQ(cyclesOf(cost(), "blocked"), 3 * 3);
}

TEST_F(ArrayTime, ATileThatStaysIsLoadedOnce) {
    accelerator.levels[1].capacityBits = 4 * kOneWeight;
    mapping.nodes = {Storage{0, 0},
                     Storage{1, 0},
                     Storage{2, 0},
                     temporalLoop(0, 8),
                     spatialLoop(1, 2, 0, Axis::x),
                     spatialLoop(2, 2, 0, Axis::y),
                     Storage{1, 1},
                     temporalLoop(1, 2),
                     temporalLoop(2, 2)};
    EXPECT_DOUBLE_EQ(cost().cycles, kCompute + 12 + 3);
}

TEST_F(ArrayTime, IsTheBottleneckWhereItTakesLongerThanTheMacs) {
    EXPECT_EQ(cost().bottleneck.kind, BottleneckClass::shape);
    EXPECT_EQ(cost().bottleneck.where, "array fill/drain below DRAM");
    makeRoomForTwo();
    EXPECT_EQ(cost().bottleneck.kind, BottleneckClass::compute);
}

TEST_F(ArrayTime, PortsGoOnWhileTheArrayWaits) {
    accelerator.levels[1].writeBitsPerCycle = kOneWeight / 10.0; // a tile takes 10 cycles, beside 12 of the array
    makeRoomForTwo();
    const auto both = cost();
    EXPECT_DOUBLE_EQ(both.cycles, 10 + kCompute + 12 + 3 * 4 + 3) << "10 cycles fit into a stay of 12";
}

} // namespace
} // namespace nestwright
