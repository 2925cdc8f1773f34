// SPDX-License-Identifier: GPL-3.0-or-later
// What users of other cost models stumbled over, each on a small nest whose answer is arithmetic.
#include "core/cost/evaluation.h"
#include "tests/support/machines.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace nestwright {
namespace {

using test::conv1d;
using test::keep;
using test::level;
using test::machine;

std::vector<MappingNode> keepAll(int at) { return {keep(0, at), keep(1, at), keep(2, at)}; }

Mapping nest(std::initializer_list<std::vector<MappingNode>> parts) {
    Mapping mapping;
    for (const auto& part : parts) mapping.nodes.insert(mapping.nodes.end(), part.begin(), part.end());
    return mapping;
}

Evaluation evaluated(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping) {
    auto evaluation = evaluate(problem, accelerator, mapping);
    EXPECT_TRUE(evaluation.isValid) << (evaluation.violations.empty() ? "" : evaluation.violations[0].message.text());
    return evaluation;
}

/// C in 9 passes of 10 (the last of 8) or in 5 of 20 (the last of 8): each weight is read once in each of 4 passes of
/// P.
TEST(FieldCases, MovingAFactorInwardsLeavesTheTrafficAlone) {
    const Problem problem = conv1d(2, 88, 4, 1);
    const Accelerator accelerator = machine({level("DRAM", std::nullopt), level("Buffer", 1 << 20)});
    for (const auto& [outer, inner] : {std::pair<Count, Count>{9, 10}, {5, 20}}) {
        const auto mapping = nest({keepAll(0),
                                   {temporalLoop(2, 4), temporalLoop(1, outer)},
                                   keepAll(1),
                                   {temporalLoop(1, inner, 8), temporalLoop(0, 2)}});
        EXPECT_EQ(evaluated(problem, accelerator, mapping).levels[0].tensors[0].reads, 4 * 2 * 88);
    }
}

/// Every multiply-add but the first of each output adds to something: in time or on the way up.
TEST(FieldCases, ReductionsAreMacsWithoutOutputs) {
    const Problem problem = gemmProblem(1, 4, 4, 8, 16, 16);
    const Accelerator accelerator =
        machine({level("DRAM", std::nullopt), level("GLB", 1 << 20, 4, 2), level("RegFile", 1 << 12)});
    const auto mapping = nest({keepAll(0),
                               keepAll(1),
                               {temporalLoop(1, 2), spatialLoop(2, 2, 1, Axis::y), spatialLoop(2, 2, 1, Axis::x)},
                               keepAll(2),
                               {temporalLoop(0, 4), temporalLoop(1, 2), temporalLoop(2, 2)}});
    const auto cost = evaluated(problem, accelerator, mapping);
    double reductions = 0;
    for (const auto& at : cost.levels) reductions += at.tensors[2].temporalReductions * at.utilizedInstances;
    for (const auto& network : cost.networks) reductions += network.tensors[2].spatialReductions;
    EXPECT_EQ(reductions, problem.macs() - problem.tensorElements(2));
}

/// A stall-bound GEMM on one lane.
class Cycles : public testing::Test {
protected:
    Evaluation run(std::optional<double> read, std::optional<double> write, std::optional<double> shared) {
        Accelerator accelerator = machine({level("DRAM", std::nullopt), level("RegFile", 1 << 12)});
        accelerator.levels[0].readBitsPerCycle = read;
        accelerator.levels[0].writeBitsPerCycle = write;
        accelerator.levels[0].sharedBitsPerCycle = shared;
        accelerator.device.clockHz = m_clockHz;
        const auto mapping =
            nest({keepAll(0), {temporalLoop(0, 8), temporalLoop(1, 8)}, keepAll(1), {temporalLoop(2, 8)}});
        return evaluated(gemmProblem(1, 8, 8, 8, 16, 16), accelerator, mapping);
    }
    double m_clockHz = 1e9;
};

TEST_F(Cycles, AreTheSumOfTermsThatAreGiven) {
    const auto cost = run(2.0, 4.0, std::nullopt);
    double bound = cost.computeCycles;
    for (const auto& at : cost.levels) bound = std::max(bound, at.boundCycles);
    EXPECT_EQ(cost.boundCycles, bound);
    EXPECT_EQ(cost.levels[0].boundCycles,
              (cost.levels[0].tensors[0].reads + cost.levels[0].tensors[1].reads) * 16 / 2.0);
    EXPECT_EQ(cost.cycles, cost.attribution.total());
    EXPECT_GT(cost.attribution.blocked, 0);
    EXPECT_FALSE(cost.paths.empty());
}

TEST_F(Cycles, OfASharedPortAreAtLeastThoseOfTwo) {
    const auto separate = run(16.0, 16.0, std::nullopt);
    const auto shared = run(std::nullopt, std::nullopt, 16.0);
    EXPECT_GT(shared.boundCycles, separate.boundCycles);
    EXPECT_GE(shared.cycles, separate.cycles);
}

TEST_F(Cycles, HaveNoStallWithoutALimit) {
    const auto cost = run(std::nullopt, std::nullopt, std::nullopt);
    EXPECT_EQ(cost.attribution.blocked, 0);
    EXPECT_EQ(cost.attribution.delayed, 0);
    EXPECT_EQ(cost.memoryStallFraction, 0);
    EXPECT_EQ(cost.cycles, 8 * 8 * 8);
}

TEST_F(Cycles, DoNotDependOnTheClock) {
    m_clockHz = 0.8e9;
    const auto slow = run(2.0, 4.0, std::nullopt);
    m_clockHz = 1.35e9;
    const auto fast = run(2.0, 4.0, std::nullopt);
    EXPECT_EQ(slow.cycles, fast.cycles);
    EXPECT_EQ(slow.boundCycles, fast.boundCycles);
}

TEST_F(Cycles, UtilisationsStayWithinOne) {
    for (const double read : {0.1, 0.3, 1.0, 7.0, 64.0, 1e6}) {
        for (const double write : {0.1, 1.0, 1e6}) {
            const auto cost = run(read, write, std::nullopt);
            for (const double share : {cost.utilization, cost.mfu.value_or(-1), cost.memoryStallFraction}) {
                EXPECT_GE(share, 0);
                EXPECT_LE(share, 1);
            }
        }
    }
}

/// Weights that come over a slow link take their bytes over its rate, however fast the rest is.
TEST_F(Cycles, AreAtLeastTheBytesOverTheSlowestLink) {
    const auto cost = run(0.5, std::nullopt, std::nullopt);
    const double words = cost.levels[0].tensors[0].reads + cost.levels[0].tensors[1].reads;
    EXPECT_GE(cost.cycles, words * 16 / 0.5);
}

TEST(FieldCases, SpatialUseIsCountedInInstances) {
    const Problem problem = gemmProblem(1, 12, 11, 5, 16, 16);
    const Accelerator accelerator = machine({level("DRAM", std::nullopt, 14, 12), level("RegFile", 1 << 12)});
    const auto mapping = nest({keepAll(0),
                               {spatialLoop(1, 11, 0, Axis::y), spatialLoop(0, 12, 0, Axis::x)},
                               keepAll(1),
                               {temporalLoop(2, 5)}});
    const auto cost = evaluated(problem, accelerator, mapping);
    EXPECT_EQ(cost.levels[1].instances, 168);
    EXPECT_EQ(cost.levels[1].utilizedInstances, 132);
    EXPECT_DOUBLE_EQ(cost.utilization, 132.0 / 168);
    EXPECT_EQ(cost.computeCycles, 5) << "no lane waits in time";
}

/// Depthwise: a dim that all tensors share moves every one of them.
TEST(FieldCases, DepthwiseReadsEveryChannelOfItsInput) {
    Problem problem = conv1d(1, 2, 6, 3);
    problem.tensors[0].projection = {{{1, 1}}, {{3, 1}}};
    problem.tensors[2].projection = {{{1, 1}}, {{2, 1}}};
    const Accelerator accelerator = machine({level("DRAM", std::nullopt), level("RegFile", 1 << 12)});
    const auto mapping = nest({keepAll(0), {temporalLoop(1, 2)}, keepAll(1), {temporalLoop(2, 6), temporalLoop(3, 3)}});
    const auto cost = evaluated(problem, accelerator, mapping);
    EXPECT_EQ(cost.levels[0].tensors[1].reads, problem.tensorElements(1));
    EXPECT_EQ(problem.tensorElements(1), 2 * (6 + 3 - 1));
}

/// The room that a tile with a halo takes is the sum of what is shown for each tensor.
TEST(FieldCases, TilesAreShownByTensor) {
    const Problem problem = conv1d(8, 4, 32, 3, 2);
    const Accelerator accelerator = machine({level("DRAM", std::nullopt), level("GLB", 1 << 20)});
    const auto mapping = nest({keepAll(0),
                               {temporalLoop(2, 2)},
                               keepAll(1),
                               {temporalLoop(0, 8), temporalLoop(1, 4), temporalLoop(2, 16), temporalLoop(3, 3)}});
    const auto cost = evaluated(problem, accelerator, mapping);
    EXPECT_EQ(cost.levels[1].tensors[0].tileWords, 8 * 4 * 3);
    EXPECT_EQ(cost.levels[1].tensors[1].tileWords, 4 * (15 * 2 + 3));
    EXPECT_EQ(cost.levels[1].tensors[2].tileWords, 8 * 16);
    Accelerator brimful = accelerator;
    brimful.levels[1].capacityBits = (96 + 132 + 128) * 16;
    EXPECT_TRUE(evaluate(problem, brimful, mapping).isValid);
    brimful.levels[1].capacityBits = (96 + 132 + 128) * 16 - 1;
    EXPECT_FALSE(evaluate(problem, brimful, mapping).isValid);
}

/// The definitions of reads, fills and updates on the smallest nest: one buffer, 16 outputs of 3 multiply-adds.
TEST(FieldCases, FirstUpdatesAreNoReads) {
    const Problem problem = conv1d(1, 1, 16, 3);
    const Accelerator accelerator = machine({level("Buffer", std::nullopt)});
    const auto mapping = nest({keepAll(0), {temporalLoop(2, 16), temporalLoop(3, 3)}});
    const auto outputs = evaluated(problem, accelerator, mapping).levels[0].tensors[2];
    EXPECT_EQ(outputs.updates, 48);
    EXPECT_EQ(outputs.reads, 32);
    EXPECT_EQ(outputs.temporalReductions, 32);
    EXPECT_EQ(outputs.fills, 0);
}

/// A tile stays in the buffer while a loop inside of all that move it adds to it: what leaves is final then, and
/// partial sums pass only where it comes back.
TEST(FieldCases, OutputsLeaveAsPartialSumsOnlyWhereTheyComeBack) {
    const Problem problem = gemmProblem(1, 4, 4, 8, 8, 32);
    Accelerator accelerator = machine({level("DRAM", std::nullopt), level("Buffer", std::nullopt)});
    accelerator.levels[0].writeBitsPerCycle = 8;
    const auto outputsOf = [&](std::vector<MappingNode> outside) {
        const auto mapping = nest({keepAll(0), std::move(outside), keepAll(1)});
        const auto cost = evaluated(problem, accelerator, mapping);
        EXPECT_EQ(cost.levels[0].ports.size(), 1U);
        return std::pair(cost.levels[0].tensors[2].updates, cost.levels[0].ports[0].busyCycles);
    };
    const int m = 0;
    const int n = 1;
    const int k = 2;
    const std::pair<double, double> final(16, 16);
    EXPECT_EQ(outputsOf({temporalLoop(m, 4), temporalLoop(n, 4), temporalLoop(k, 8)}), final);
    const std::pair<double, double> between(4.0 * 8 * 4, 4.0 * 8 * 4 * 4);
    EXPECT_EQ(outputsOf({temporalLoop(m, 4), temporalLoop(k, 8), temporalLoop(n, 4)}), between);
    const std::pair<double, double> around(8.0 * 16, 8.0 * 16 * 4);
    EXPECT_EQ(outputsOf({temporalLoop(k, 8), temporalLoop(m, 4), temporalLoop(n, 4)}), around);
}

/// A buffer that weights, inputs and outputs share holds complete sums of 8 bits, but no partial ones of 24.
TEST(FieldCases, RoomIsCheckedForPartialSums) {
    Problem problem = gemmProblem(1, 4, 4, 16, 8, 8);
    Accelerator accelerator = machine(
        {level("DRAM", std::nullopt), level("GLB", (4 * 8 + 8 * 4 + 4 * 4) * 8, 2, 1), level("RegFile", 1 << 12)});
    const auto mapping = nest({keepAll(0),
                               {temporalLoop(2, 2)},
                               keepAll(1),
                               {temporalLoop(0, 4), spatialLoop(2, 2, 1, Axis::x)},
                               keepAll(2),
                               {temporalLoop(1, 4), temporalLoop(2, 4)}});
    EXPECT_TRUE(evaluated(problem, accelerator, mapping).isValid);
    problem.tensors[2].partialBits = 24;
    const auto refused = evaluate(problem, accelerator, mapping);
    ASSERT_FALSE(refused.isValid);
    EXPECT_EQ(refused.violations.front().code, "capacity");
    EXPECT_EQ(refused.violations.front().level, "GLB");
    EXPECT_EQ(refused.violations.front().needed.value_or(0) - refused.violations.front().available.value_or(0),
              4 * 4 * (24 - 8));
    EXPECT_EQ(refused.cycles, 0) << "no costs of what can't run";
}

} // namespace
} // namespace nestwright
