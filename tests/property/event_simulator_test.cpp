// SPDX-License-Identifier: GPL-3.0-or-later
// The event simulator on cases small enough to be worked out by hand, in the comments beside them.
#include "tests/property/event_simulator.h"
#include "tests/property/random_timed_case.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

/// Two levels without limits.
Accelerator twoLevels() {
    Accelerator accelerator;
    accelerator.levels.resize(2);
    accelerator.levels[0].name = "outer";
    accelerator.levels[1].name = "inner";
    return accelerator;
}

/// A tensor whose inner node holds `count` tiles, one after the other, each for so many steps.
ScheduledTensor inTiles(std::size_t count, std::size_t steps, MovedBits load, MovedBits drain = {}) {
    ScheduledTensor tensor;
    tensor.isOutput = drain.outer > 0;
    tensor.nodes = {{0, {}}, {1, {}}};
    for (std::size_t v = 0; v < count; ++v)
        tensor.nodes[1].visits.push_back({v * steps, (v + 1) * steps - 1, load, drain});
    tensor.accesses.resize(count * steps);
    return tensor;
}

TransferSchedule scheduleOf(std::vector<ScheduledTensor> tensors) {
    return {tensors.front().accesses.size(), std::move(tensors)};
}

TEST(EventSimulator, WithoutLimitsTakesItsSteps) {
    const auto time = simulateTime(scheduleOf({inTiles(4, 10, {8, 8})}), twoLevels(), {{1, 1}});
    EXPECT_EQ(time.cycles, 40);
    EXPECT_EQ(time.computeCycles, 40);
    EXPECT_EQ(time.firstIssue, 0);
}

TEST(EventSimulator, TwoSlotsHideShortLoads) {
    auto accelerator = twoLevels();
    accelerator.levels[0].readBitsPerCycle = 2;
    const auto schedule = scheduleOf({inTiles(4, 10, {8, 8})});
    // 4 cycles until the first tile is there, and 4 passes; later loads run beside them.
    EXPECT_EQ(simulateTime(schedule, accelerator, {{1, 2}}).cycles, 44);
    // With one slot every load stands between two passes: 4 x (4 + 10).
    const auto single = simulateTime(schedule, accelerator, {{1, 1}});
    EXPECT_EQ(single.cycles, 56);
    EXPECT_EQ(single.firstIssue, 4);
    EXPECT_EQ(single.busyCycles[0][0], 16);
}

TEST(EventSimulator, LongLoadsSetThePace) {
    auto accelerator = twoLevels();
    accelerator.levels[0].readBitsPerCycle = 0.5;
    // 4 loads of 16 cycles back to back, and the last pass.
    EXPECT_EQ(simulateTime(scheduleOf({inTiles(4, 10, {8, 8})}), accelerator, {{1, 2}}).cycles, 74);
}

TEST(EventSimulator, TheSlowerEndOfATransferCounts) {
    auto accelerator = twoLevels();
    accelerator.levels[0].readBitsPerCycle = 2;
    accelerator.levels[1].writeBitsPerCycle = 1;
    const auto time = simulateTime(scheduleOf({inTiles(1, 10, {8, 6})}), accelerator, {{1, 2}});
    EXPECT_EQ(time.cycles, 16);
    EXPECT_EQ(time.busyCycles[0][0], 4);
    EXPECT_EQ(time.busyCycles[1][1], 6);
}

TEST(EventSimulator, TensorsQueueAtASharedPort) {
    auto accelerator = twoLevels();
    accelerator.levels[0].sharedBitsPerCycle = 1;
    const auto schedule = scheduleOf({inTiles(2, 10, {4, 4}), inTiles(2, 10, {4, 4})});
    // First tiles at 4 and 8, the second ones behind them at 12 and 16: the second pass starts at 18.
    EXPECT_EQ(simulateTime(schedule, accelerator, {{1, 2}, {1, 2}}).cycles, 28);
    // With one slot the second tiles are asked for at 18, and are there at 22 and 26.
    EXPECT_EQ(simulateTime(schedule, accelerator, {{1, 1}, {1, 1}}).cycles, 36);
}

TEST(EventSimulator, DrainsFollowTheirLastUse) {
    auto accelerator = twoLevels();
    accelerator.levels[1].readBitsPerCycle = 2;
    const auto schedule = scheduleOf({inTiles(3, 10, {}, {8, 8})});
    // The last drain of 4 cycles comes after the last pass; those before run beside passes, or with one slot between.
    EXPECT_EQ(simulateTime(schedule, accelerator, {{1, 2}}).cycles, 34);
    EXPECT_EQ(simulateTime(schedule, accelerator, {{1, 1}}).cycles, 42);
}

TEST(EventSimulator, PartialSumsComeBack) {
    auto accelerator = twoLevels();
    accelerator.levels[0].readBitsPerCycle = 1;
    accelerator.levels[0].writeBitsPerCycle = 4;
    auto tensor = inTiles(2, 10, {8, 8}, {8, 8});
    tensor.nodes[1].visits[0].load = {};
    // Two slots: the load of 8 cycles runs beside the first pass. One slot: it comes after the first drain of 2.
    EXPECT_EQ(simulateTime(scheduleOf({tensor}), accelerator, {{1, 2}}).cycles, 22);
    EXPECT_EQ(simulateTime(scheduleOf({tensor}), accelerator, {{1, 1}}).cycles, 10 + 2 + 8 + 10 + 2);
}

TEST(EventSimulator, PassesTakeThePortsOfTheirAccesses) {
    auto accelerator = twoLevels();
    accelerator.levels[1].sharedBitsPerCycle = 2;
    auto tensor = inTiles(2, 10, {8, 8});
    for (auto& access : tensor.accesses) access.readBits = 1;
    // Loads take 4 cycles of the port and the MACs of a pass 5: the second load is done before the first pass.
    EXPECT_EQ(simulateTime(scheduleOf({tensor}), accelerator, {{1, 2}}).cycles, 24);
    for (auto& access : tensor.accesses) access.readBits = 4;
    // Now a pass takes 20 cycles of the port. It goes before the load that became ready with it.
    EXPECT_EQ(simulateTime(scheduleOf({tensor}), accelerator, {{1, 2}}).cycles, 4 + 20 + 4 + 20);
}

TEST(EventSimulator, LevelsFillOneAfterTheOther) {
    Accelerator accelerator = twoLevels();
    accelerator.levels.push_back(accelerator.levels[1]);
    accelerator.levels[0].readBitsPerCycle = 1;
    accelerator.levels[1].readBitsPerCycle = 2;
    auto tensor = inTiles(2, 20, {16, 16});
    tensor.nodes.push_back({2, {}});
    for (std::size_t v = 0; v < 4; ++v) tensor.nodes[2].visits.push_back({v * 10, v * 10 + 9, {8, 8}, {}});
    // 16 cycles into the middle level and 4 further in; later transfers run beside the 40 steps.
    EXPECT_EQ(simulateTime(scheduleOf({tensor}), accelerator, {{1, 2, 2}}).cycles, 60);
    // One slot in the middle: its tile is used last by the fourth tile's load, from 20 to 24, and the next one comes
    // until 40. It is there inside at 44, when the passes of the first two tiles are done (40): 4 cycles are lost.
    EXPECT_EQ(simulateTime(scheduleOf({tensor}), accelerator, {{1, 1, 2}}).cycles, 64);
}

TEST(EventSimulator, SchedulesTheTilesOfAMapping) {
    Problem problem = gemmProblem(1, 4, 3, 2, 8, 8);
    Accelerator accelerator = twoLevels();
    accelerator.levels[0].fanout.x = 2;
    const int m = problem.dimIndex("M");
    const int n = problem.dimIndex("N");
    const int k = problem.dimIndex("K");
    Mapping mapping;
    for (int t = 0; t < 3; ++t) mapping.nodes.emplace_back(Storage{t, 0});
    mapping.nodes.emplace_back(temporalLoop(k, 2));
    mapping.nodes.emplace_back(temporalLoop(n, 3));
    mapping.nodes.emplace_back(spatialLoop(m, 2, 0, Axis::x));
    for (int t = 0; t < 3; ++t) mapping.nodes.emplace_back(Storage{t, 1});
    mapping.nodes.emplace_back(temporalLoop(m, 2));
    const TransferSchedule schedule = scheduleTransfers(problem, accelerator, mapping);
    EXPECT_EQ(schedule.steps, 12U);
    const int output = problem.outputIndex();
    for (std::size_t t = 0; t < 3; ++t) {
        const auto& visits = schedule.tensors[t].nodes[1].visits;
        const auto tensor = static_cast<int>(t);
        const bool hasM = problem.isRelevant(tensor, m);
        const bool hasN = problem.isRelevant(tensor, n);
        // A (M, K) changes with k, B (K, N) and the output (M, N) with n.
        ASSERT_EQ(visits.size(), hasN ? 6U : 2U);
        EXPECT_EQ(visits[1].first, hasN ? 2U : 6U);
        // Two lanes of two words each where m counts, one word for both lanes in B.
        const MovedBits all = {hasM ? 4 * 8.0 : 8.0, hasM ? 2 * 8.0 : 8.0};
        const auto& last = visits.back();
        EXPECT_EQ(tensor == output ? last.drain.outer : last.load.outer, all.outer);
        EXPECT_EQ(tensor == output ? last.drain.inner : last.load.inner, all.inner);
        if (tensor != output) continue;
        EXPECT_EQ(visits[2].load.outer, 0) << "the first sums of every element";
        EXPECT_EQ(visits[3].load.outer, all.outer) << "they come back for the second k";
    }
}

TEST(EventSimulator, IsNeverBelowComputeAndPorts) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const TimedCase timed = randomTimedCase(seed);
        const auto& example = timed.example;
        const auto time = simulateTime(scheduleTransfers(example.problem, example.accelerator, example.mapping),
                                       example.accelerator, timed.slots);
        const double least = time.cycles * (1 + 1e-9);
        EXPECT_GE(least, time.computeCycles) << describeTimed(timed);
        for (const auto& ports : time.busyCycles) {
            for (const double busy : ports) EXPECT_GE(least, busy) << describeTimed(timed);
        }
        if (HasFailure()) return;
    }
}

} // namespace
} // namespace nestwright
