// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/evaluation.h"
#include "tests/support/machines.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

using test::conv1d;
using test::keep;
using test::level;
using test::machine;

/// conv1d with P = 16, R = 3 on DRAM and a register file that holds one output: 48 MACs, 16 outputs.
TEST(Evaluation, FirstUpdatesReadNothing) {
    const Problem problem = conv1d(1, 1, 16, 3);
    const Accelerator accelerator = machine({level("DRAM", std::nullopt), level("RegFile", 64 * 16)});
    const Mapping mapping{{keep(0, 0), keep(1, 0), keep(2, 0), temporalLoop(2, 16), keep(0, 1), keep(1, 1), keep(2, 1),
                           temporalLoop(3, 3)}};
    const Evaluation cost = evaluate(problem, accelerator, mapping);
    ASSERT_TRUE(cost.isValid);
    const TensorCounts& inside = cost.levels[1].tensors[2];
    EXPECT_EQ(inside.updates, 48);
    EXPECT_EQ(inside.reads, 32);
    EXPECT_EQ(inside.fills, 0);
    EXPECT_EQ(cost.levels[0].tensors[2].updates, 16);
    EXPECT_EQ(cost.levels[0].tensors[2].reads, 0);
    // Inputs slide by one: three words for the first window, then one each.
    EXPECT_EQ(cost.levels[1].tensors[1].fills, 3 + 15);
    EXPECT_EQ(cost.levels[1].tensors[0].fills, 3);
}

/// Rows of a tile sweep go one way; when the sweep rewinds, the whole window comes anew, and so does the step after it.
TEST(Evaluation, OverlapIsLostWhenTheDirectionChanges) {
    const Problem problem = conv1d(2, 1, 4, 3);
    const Accelerator accelerator = machine({level("DRAM", std::nullopt), level("RegFile", 64 * 16)});
    const Mapping mapping{{keep(0, 0), keep(1, 0), keep(2, 0), temporalLoop(0, 2), temporalLoop(2, 4), keep(0, 1),
                           keep(1, 1), keep(2, 1), temporalLoop(3, 3)}};
    // K = 0: 3 + 1 + 1 + 1. The rewind goes back by 3: whole window, direction forgotten; then 1 + 1 + 1.
    EXPECT_EQ(evaluate(problem, accelerator, mapping).levels[1].tensors[1].fills, 6 + 3 + 3);
}

TEST(Evaluation, PartialSumsReturnWhenReductionIsOutermost) {
    const Problem problem = gemmProblem(1, 4, 4, 3, 16, 16);
    const Accelerator accelerator = machine({level("DRAM", std::nullopt), level("RegFile", 16)});
    const Mapping mapping{
        {keep(0, 0), keep(1, 0), keep(2, 0), temporalLoop(2, 3), temporalLoop(0, 4), temporalLoop(1, 4), keep(2, 1)}};
    const Evaluation cost = evaluate(problem, accelerator, mapping);
    ASSERT_TRUE(cost.isValid);
    EXPECT_EQ(cost.levels[0].tensors[2].updates, 48);
    EXPECT_EQ(cost.levels[0].tensors[2].reads, 32);
    EXPECT_EQ(cost.levels[1].tensors[2].fills, 32);
}

TEST(Evaluation, MulticastReadsOnceAndReductionAddsOnTheWay) {
    const Problem problem = gemmProblem(1, 4, 2, 2, 16, 16);
    const Accelerator accelerator = machine({level("DRAM", std::nullopt, 2, 2), level("RegFile", 16 * 16)});
    const Mapping mapping{{keep(0, 0), keep(1, 0), keep(2, 0), spatialLoop(1, 2, 0, Axis::x),
                           spatialLoop(2, 2, 0, Axis::y), keep(0, 1), keep(1, 1), temporalLoop(0, 4)}};
    const Evaluation cost = evaluate(problem, accelerator, mapping);
    ASSERT_TRUE(cost.isValid);
    EXPECT_EQ(cost.levels[1].utilizedInstances, 4);
    EXPECT_EQ(cost.levels[0].tensors[0].reads, 8) << "each word of A goes to both columns";
    EXPECT_EQ(cost.levels[1].tensors[0].fills, 4);
    EXPECT_EQ(cost.levels[0].tensors[2].updates, 8) << "two lanes add up for every output";
    EXPECT_EQ(cost.networks[0].tensors[2].spatialReductions, 8);
    EXPECT_EQ(cost.networks[0].tensors[0].multicast, 2);
}

class Timing : public testing::Test {
protected:
    Evaluation cost() const { return evaluate(problem, accelerator, mapping); }

    Problem problem = gemmProblem(1, 32, 16, 64, 16, 16);
    Accelerator accelerator = machine({level("DRAM", std::nullopt), level("Buffer", 4096 * 16)});
    Mapping mapping{{keep(0, 0), keep(1, 0), keep(2, 0), temporalLoop(0, 8), keep(0, 1), keep(1, 1), keep(2, 1),
                     temporalLoop(0, 4), temporalLoop(1, 16), temporalLoop(2, 64)}};
};

TEST_F(Timing, AttributionSumsAndCyclesCoverTheBound) {
    for (const double bandwidth : {0.5, 4.0, 16.0, 64.0, 4096.0}) {
        accelerator.levels[0].sharedBitsPerCycle = bandwidth;
        const Evaluation result = cost();
        ASSERT_TRUE(result.isValid);
        EXPECT_EQ(result.attribution.total(), result.cycles);
        EXPECT_GE(result.cycles, result.boundCycles * (1 - 1e-12)) << bandwidth;
        EXPECT_GE(result.attribution.diluted, 0);
    }
}

TEST_F(Timing, MoreBandwidthIsNeverWorse) {
    double last = 1e300;
    for (double bandwidth = 1; bandwidth < 5000; bandwidth *= 1.7) {
        accelerator.levels[0].readBitsPerCycle = bandwidth;
        const double cycles = cost().cycles;
        EXPECT_LE(cycles, last);
        last = cycles;
    }
}

TEST_F(Timing, ASecondSlotIsNeverWorse) {
    accelerator.levels[0].readBitsPerCycle = 8;
    accelerator.levels[1].capacityBits = (4 * 64 + 16 * 64 + 4 * 16) * 16; // one tile of each and no more
    const double single = cost().cycles;
    accelerator.levels[1].capacityBits = 4096 * 16;
    EXPECT_LT(cost().cycles, single) << "the next rows of A come while the MACs work";
}

TEST_F(Timing, TheBottleneckNamesThePath) {
    accelerator.levels[0].readBitsPerCycle = 0.1;
    const Evaluation slow = cost();
    EXPECT_EQ(slow.bottleneck.kind, BottleneckClass::bandwidth);
    EXPECT_EQ(slow.bottleneck.where, "DRAM read port");
    EXPECT_GT(slow.bottleneck.margin, 0);
    EXPECT_GT(slow.memoryStallFraction, 0.5);
    EXPECT_NE(slow.bottleneck.explanation.text().find("times as long as"), std::string::npos);
    accelerator.levels[0].readBitsPerCycle = 1e6;
    EXPECT_EQ(cost().bottleneck.kind, BottleneckClass::compute);
}

/// Compute is the longest path, but with one slot for the rows of A it stands still while they come.
TEST_F(Timing, TheBottleneckNamesWhatComputeWaitsFor) {
    accelerator.levels[0].readBitsPerCycle = 4;
    EXPECT_EQ(cost().bottleneck.explanation.text().find("waits"), std::string::npos);
    accelerator.levels[1].capacityBits = (4 * 64 + 16 * 64 + 4 * 16) * 16;
    const Evaluation single = cost();
    EXPECT_EQ(single.bottleneck.kind, BottleneckClass::compute);
    EXPECT_NE(single.bottleneck.explanation.text().find("Compute waits longest for DRAM read port"), std::string::npos)
        << single.bottleneck.explanation.text();
}

/// Half of B at a time, and all of it again for each row of A.
TEST_F(Timing, ACapacityBottleneckNamesTheLevelThatIsTooSmall) {
    mapping.nodes = {keep(0, 0), keep(1, 0), keep(2, 0), temporalLoop(0, 32), temporalLoop(1, 2),
                     keep(0, 1), keep(1, 1), keep(2, 1), temporalLoop(1, 8),  temporalLoop(2, 64)};
    accelerator.levels[0].readBitsPerCycle = 4;
    const Evaluation result = cost();
    ASSERT_TRUE(result.isValid);
    EXPECT_EQ(result.bottleneck.kind, BottleneckClass::capacity);
    EXPECT_EQ(result.bottleneck.where, "Buffer") << result.bottleneck.explanation.text();
}

TEST_F(Timing, RepeatedPassesAreAMatterOfCapacity) {
    mapping.nodes = {keep(0, 0), keep(1, 0),          keep(2, 0),         temporalLoop(0, 32),
                     keep(2, 1), temporalLoop(1, 16), temporalLoop(2, 64)};
    accelerator.levels[0].readBitsPerCycle = 4;
    EXPECT_EQ(cost().bottleneck.kind, BottleneckClass::capacity);
}

TEST_F(Timing, EnergyIsTheSumOfItsParts) {
    accelerator.levels[0].energy = {100, 100, 100};
    accelerator.levels[1].energy = {1, 2, 3};
    const Evaluation result = cost();
    // DRAM: A 2048 + B 1024 reads, O 512 updates. Buffer: A and B reads and fills, O updates and reads, MACs 32768.
    const double dram = 100.0 * (2048 + 1024 + 512);
    const double buffer = 1.0 * (32768 + 32768 + (32768 - 512)) + 2.0 * (2048 + 1024) + 3.0 * 32768;
    EXPECT_DOUBLE_EQ(result.energyPj, dram + buffer + 32768);
}

TEST_F(Timing, AFormatTheMachineLacksIsAViolation) {
    EvaluationContext context;
    context.format = DataType::float8e4m3;
    const Evaluation result = evaluate(problem, accelerator, mapping, context);
    ASSERT_EQ(result.violations.size(), 1U);
    EXPECT_EQ(result.violations[0].code, "format");
}

/// 300 tiles over 132 lanes: three waves, of which the last fills 36 lanes.
TEST(Evaluation, WavesFallOutOfImperfectSpatialLoops) {
    const Problem problem = gemmProblem(1, 300, 1, 1, 16, 16);
    const Accelerator accelerator = machine({level("DRAM", std::nullopt, 132), level("SM", 1024)});
    const Mapping mapping{
        {keep(0, 0), keep(1, 0), keep(2, 0), temporalLoop(0, 3), spatialLoop(0, 132, 36, 0, Axis::x)}};
    const Evaluation cost = evaluate(problem, accelerator, mapping);
    ASSERT_TRUE(cost.isValid) << cost.violations.front().message.text();
    EXPECT_EQ(cost.computeCycles, 3);
    EXPECT_DOUBLE_EQ(cost.attribution.useful, 300.0 / 132);
    EXPECT_DOUBLE_EQ(cost.levels[1].utilizedInstances, 100);
    EXPECT_EQ(cost.levels[0].tensors[0].reads, 300);
    EXPECT_EQ(cost.levels[0].tensors[1].reads, 3) << "one multicast a wave";
}

TEST(Evaluation, LeakageLastsAsLongAsTheRulesSay) {
    const Problem problem = gemmProblem(1, 16, 16, 16, 16, 16);
    Accelerator accelerator = machine({level("DRAM", std::nullopt), level("Buffer", 4096 * 16)});
    accelerator.levels[0].readBitsPerCycle = 16;
    accelerator.levels[1].leakagePjPerCycle = 2;
    const Mapping mapping{{keep(0, 0), keep(1, 0), keep(2, 0), temporalLoop(0, 16), keep(0, 1), keep(1, 1), keep(2, 1),
                           temporalLoop(1, 16), temporalLoop(2, 16)}};
    EvaluationContext context;
    const Evaluation full = evaluate(problem, accelerator, mapping, context);
    ASSERT_TRUE(full.isValid) << full.violations.front().message.text();
    ASSERT_GT(full.cycles, full.boundCycles);
    context.rules.leakageTime = CountingRules::LeakageTime::bound;
    const Evaluation bound = evaluate(problem, accelerator, mapping, context);
    EXPECT_DOUBLE_EQ(full.energyPj - bound.energyPj, 2 * (full.cycles - full.boundCycles));
}

TEST(Rules, ProfilesAndSingleRules) {
    auto rules = rulesByName("timeloop");
    ASSERT_TRUE(rules);
    EXPECT_EQ(rules->steps, CountingRules::Steps::sampled);
    EXPECT_EQ(rules->leakageTime, CountingRules::LeakageTime::bound);
    EXPECT_TRUE(applyRule(*rules, "leakage_time=full"));
    EXPECT_EQ(rules->leakageTime, CountingRules::LeakageTime::full);
    EXPECT_TRUE(applyRule(*rules, "first_read_elision=off"));
    EXPECT_FALSE(rules->firstReadElision);
    EXPECT_EQ(applyRule(*rules, "steps=maybe").error().kind, ErrorKind::usage);
    EXPECT_FALSE(rulesByName("mine"));
}

} // namespace
} // namespace nestwright
