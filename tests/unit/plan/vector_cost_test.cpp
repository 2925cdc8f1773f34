// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/vector_cost.h"

#include <gtest/gtest.h>

#include "machines.h"

namespace nestwright {
namespace {

VectorWork work(double operations, double readBytes, double writeBytes) {
    return {operations, readBytes, writeBytes, 1};
}

double secondsOf(double cycles, const Accelerator& machine) { return cycles / machine.device.clockHz; }

TEST(VectorCost, WaitsForMemoryWhereItIsSlower) {
    const Accelerator machine = test::gpu();
    const Evaluation cost = evaluateVector(work(1e6, 2e9, 1e9), machine, DataType::bfloat16);
    const double memory = 3e9 / 3.35e12;
    EXPECT_NEAR(secondsOf(cost.boundCycles, machine), memory, 1e-9 * memory);
    EXPECT_EQ(cost.attribution.useful, 0);
    EXPECT_NEAR(secondsOf(cost.attribution.diluted, machine), 1e6 / 67e12, 1e-20);
    EXPECT_DOUBLE_EQ(cost.attribution.total(), cost.cycles);
    EXPECT_GT(cost.memoryStallFraction, 0.99);
    EXPECT_FALSE(cost.mfu);
    EXPECT_EQ(cost.bottleneck.where, "HBM port");
    // 2000 pJ for 64 bytes, what the level beside the memory takes to write and read them, and 1.5 pJ an operation.
    const Level& next = machine.levels[1];
    const double blocks = 3e9 * 8 / (static_cast<double>(next.wordBits) * next.blockWords);
    ASSERT_GT(next.energy.writePj + next.energy.readPj, 0);
    const double path = blocks * (next.energy.writePj + next.energy.readPj);
    EXPECT_NEAR(cost.energyPj, 3e9 / 64 * 2000 + path + 1e6 * 1.5, 1);
}

TEST(VectorCost, KeepsTheUnitBusyWhereItIsSlower) {
    const Accelerator machine = test::gpu();
    const Evaluation cost = evaluateVector(work(67e9, 1e6, 1e6), machine, DataType::bfloat16);
    EXPECT_NEAR(secondsOf(cost.attribution.diluted, machine), 1e-3, 1e-12);
    EXPECT_EQ(cost.attribution.blocked, 0);
    EXPECT_EQ(cost.bottleneck.kind, BottleneckClass::compute);
    EXPECT_GT(cost.bottleneck.margin, 0.9);
}

TEST(VectorCost, SeparatePortsRunSideBySide) {
    Accelerator machine = test::gpu();
    machine.levels.front().sharedBitsPerCycle.reset();
    machine.levels.front().readBitsPerCycle = 800;
    machine.levels.front().writeBitsPerCycle = 400;
    const Evaluation cost = evaluateVector(work(0, 1000, 1000), machine, DataType::bfloat16);
    EXPECT_DOUBLE_EQ(cost.boundCycles, 20);
    EXPECT_EQ(cost.bottleneck.where, "HBM write port");
}

TEST(VectorCost, UsesTheLanesWhereThereIsNoVectorUnit) {
    const Accelerator machine = test::rowStationary();
    EXPECT_DOUBLE_EQ(vectorRate(machine, DataType::int16), 2.0 * 168 * 2e8);
}

TEST(VectorCost, NothingTakesNoTime) {
    const Evaluation cost = evaluateVector({}, test::gpu(), DataType::bfloat16);
    EXPECT_EQ(cost.cycles, 0);
    EXPECT_EQ(cost.energyPj, 0);
    EXPECT_EQ(cost.memoryStallFraction, 0);
}

} // namespace
} // namespace nestwright
