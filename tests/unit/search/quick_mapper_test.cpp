// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/mapper.h"

#include <gtest/gtest.h>

#include "machines.h"
#include "problems.h"
#include <random>

namespace nestwright {
namespace {

MappingResult mapped(const Problem& problem, const Accelerator& accelerator, const MapperOptions& options) {
    auto result = makeQuickMapper()->map(problem, accelerator, options, {});
    EXPECT_TRUE(result) << (result ? std::string() : result.error().text());
    return result ? std::move(*result) : MappingResult{};
}

MapperOptions planOptions(bool sustained = true) {
    MapperOptions options;
    options.allowImperfect = true;
    options.context.useSustainedRate = sustained;
    return options;
}

TEST(QuickMapper, ReachesMostOfTheSustainedRateOnALargeGemm) {
    const auto result = mapped(gemmProblem(1, 32768, 14336, 4096, 16, 32), test::gpu(), planOptions());
    EXPECT_TRUE(result.cost.isValid);
    EXPECT_GE(result.cost.idealCycles / 0.8 / result.cost.cycles, 0.85)
        << describeNest(gemmProblem(1, 32768, 14336, 4096, 16, 32), test::gpu(), result.mapping);
}

TEST(QuickMapper, DecodeGemmIsBoundByItsWeights) {
    const Accelerator machine = test::gpu();
    const Problem problem = gemmProblem(1, 1, 14336, 4096, 16, 32);
    const auto result = mapped(problem, machine, planOptions());
    const double weightCycles = 14336.0 * 4096 * 16 / *machine.levels.front().sharedBitsPerCycle;
    EXPECT_GE(result.cost.cycles, weightCycles);
    EXPECT_LE(result.cost.cycles, 1.05 * weightCycles) << describeNest(problem, machine, result.mapping);
    EXPECT_EQ(result.cost.bottleneck.where, "HBM port");
}

TEST(QuickMapper, FillsARowStationaryArrayWithAConvolution) {
    const Problem problem = test::conv(1, 64, 64, 56, 56, 3, 3, 1, 16);
    const auto result = mapped(problem, test::rowStationary(), planOptions());
    EXPECT_GE(*result.cost.mfu, 0.85) << describeNest(problem, test::rowStationary(), result.mapping);
}

TEST(QuickMapper, ComesNearTheMemoryBoundOfASystolicArray) {
    const Problem problem = test::conv(16, 256, 256, 14, 14, 3, 3, 1, 8);
    const auto result = mapped(problem, test::systolic(), planOptions());
    // Above the bound: inputs and outputs that move in two halves fill and drain in half the time, but the weights come
    // twice for it; beyond what its own traffic takes of DRAM the mapping waits for a twentieth.
    EXPECT_LE(result.cost.cycles, 1.06 * result.cost.boundCycles);
    EXPECT_LE(*result.proof.gap, 0.32) << describeNest(problem, test::systolic(), result.mapping);
    MapperOptions steady = planOptions();
    steady.metric = Metric::bound;
    const auto atBest = mapped(problem, test::systolic(), steady);
    EXPECT_LE(*atBest.proof.gap, 0.1) << describeNest(problem, test::systolic(), atBest.mapping);
}

TEST(QuickMapper, FillsASystolicArrayThatMemoryFeeds) {
    Accelerator machine = test::systolic();
    machine.levels.front().sharedBitsPerCycle = 8192;
    const Problem problem = test::conv(16, 256, 256, 14, 14, 3, 3, 1, 8);
    const auto result = mapped(problem, machine, planOptions());
    EXPECT_GE(*result.cost.mfu, 0.85) << describeNest(problem, machine, result.mapping);
}

TEST(QuickMapper, CountsWholeWavesOfTiles) {
    // 300 rows over 132 processors take three waves.
    Accelerator machine = test::gpu();
    machine.levels[2].fanout = {};
    machine.levels[3].fanout = {};
    Problem problem;
    problem.name = "rows";
    problem.dims = {{"M", 300}};
    problem.tensors = {{"A", Operand::input, {{{0, 1}}}, 16, 16},
                       {"B", Operand::weight, {}, 16, 16},
                       {"O", Operand::output, {{{0, 1}}}, 16, 32}};
    const auto result = mapped(problem, machine, planOptions(false));
    EXPECT_DOUBLE_EQ(result.cost.computeCycles, 3);
}

TEST(QuickMapper, PerfectFactorsStayPerfect) {
    MapperOptions options;
    const auto result = mapped(gemmProblem(1, 300, 77, 55, 16, 32), test::gpu(), options);
    for (const auto& node : result.mapping.nodes) {
        const auto* loop = std::get_if<Loop>(&node);
        EXPECT_TRUE(loop == nullptr || loop->isPerfect());
    }
}

TEST(QuickMapper, IsTheSameForAnyNumberOfThreads) {
    const Problem problem = test::conv(1, 96, 48, 27, 27, 5, 5, 1, 16);
    MapperOptions options = planOptions();
    options.threads = 1;
    const auto one = mapped(problem, test::gpu(), options);
    options.threads = 4;
    const auto four = mapped(problem, test::gpu(), options);
    EXPECT_EQ(one.mapping, four.mapping);
    EXPECT_EQ(one.cost.cycles, four.cost.cycles);
    EXPECT_EQ(one.proof.considered, four.proof.considered);
}

TEST(QuickMapper, FollowsItsObjective) {
    const Problem problem = test::conv(1, 128, 128, 28, 28, 3, 3, 1, 16);
    MapperOptions options = planOptions();
    const auto fast = mapped(problem, test::rowStationary(), options);
    options.objective = Objective::energy;
    const auto frugal = mapped(problem, test::rowStationary(), options);
    EXPECT_LE(fast.cost.cycles, frugal.cost.cycles);
    EXPECT_LE(frugal.cost.energyPj, fast.cost.energyPj);
}

TEST(QuickMapper, ProvesNothingBeyondTheTrivialBound) {
    for (const Objective objective : {Objective::latency, Objective::energy, Objective::edp}) {
        MapperOptions options = planOptions();
        options.objective = objective;
        const auto result = mapped(test::conv(1, 64, 32, 28, 28, 3, 3, 2, 16), test::rowStationary(), options);
        ASSERT_TRUE(result.proof.lowerBound && result.proof.gap);
        EXPECT_FALSE(result.proof.isOptimal);
        EXPECT_GT(*result.proof.lowerBound, 0);
        const double value = objectiveValue(result.cost, test::rowStationary(), objective, Metric::full);
        EXPECT_LE(*result.proof.lowerBound, value * (1 + 1e-12));
        EXPECT_GT(result.proof.considered, 0);
    }
}

TEST(QuickMapper, CountsStaticPowerAmongTheEnergy) {
    Accelerator machine = test::gpu();
    machine.device.staticPowerW = 100;
    const Problem problem = test::conv(1, 128, 128, 28, 28, 3, 3, 1, 16);
    const auto energyOf = [&](Objective objective) {
        MapperOptions options = planOptions();
        options.objective = objective;
        return objectiveValue(mapped(problem, machine, options).cost, machine, Objective::energy, Metric::full);
    };
    const double least = energyOf(Objective::energy);
    EXPECT_LE(least, energyOf(Objective::latency));
    EXPECT_LE(least, energyOf(Objective::edp));
    Evaluation cost;
    cost.cycles = 10;
    cost.energyPj = 5;
    machine.device.clockHz = 1e9;
    EXPECT_DOUBLE_EQ(objectiveValue(cost, machine, Objective::energy, Metric::full), 5 + 10 * 100 * 1e3);
}

TEST(QuickMapper, ImperfectFactorsAreNoWorseThanPerfectOnes) {
    for (const Count size : {7, 14, 28, 56}) {
        const Problem problem = test::conv(1, 64, 64, size, size, 3, 3, 1, 8);
        for (const auto& machine : {test::gpu(), test::rowStationary(), test::systolic()}) {
            MapperOptions perfect;
            MapperOptions imperfect;
            imperfect.allowImperfect = true;
            EXPECT_LE(mapped(problem, machine, imperfect).cost.cycles, mapped(problem, machine, perfect).cost.cycles)
                << machine.name << ' ' << size;
        }
    }
}

TEST(QuickMapper, FindsSomethingValidForRandomShapes) {
    std::mt19937 random(7);
    const auto pick = [&](Count most) { return std::uniform_int_distribution<Count>(1, most)(random); };
    for (int i = 0; i < 60; ++i) {
        const Accelerator machine = i % 3 == 0 ? test::gpu() : i % 3 == 1 ? test::rowStationary() : test::systolic();
        MapperOptions options;
        options.allowImperfect = i % 2 == 0;
        options.nodeBudget = 500;
        const Problem problem =
            i % 4 == 0 ? gemmProblem(pick(4), pick(500), pick(500), pick(500), 8, 32)
                       : test::conv(pick(2), pick(90), pick(90), pick(40), pick(40), pick(5), pick(5), pick(3), 8);
        const auto result = mapped(problem, machine, options);
        EXPECT_TRUE(violations(problem, machine, result.mapping).empty());
        EXPECT_GE(result.cost.cycles, result.cost.idealCycles);
        EXPECT_LE(*result.proof.lowerBound, result.cost.cycles * (1 + 1e-12));
    }
}

TEST(QuickMapper, NamesTheLevelThatIsTooSmall) {
    Accelerator machine = test::rowStationary();
    machine.levels[2].operandCapacityBits[Operand::weight] = 8;
    const auto result = makeQuickMapper()->map(test::conv(1, 8, 8, 8, 8, 3, 3, 1, 16), machine, {}, {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::infeasible);
    EXPECT_NE(result.error().message.text().find("Spad"), std::string::npos);
    EXPECT_NE(result.error().message.text().find("Weights"), std::string::npos);
    EXPECT_NE(result.error().message.text().find("16 bits"), std::string::npos);
}

TEST(QuickMapper, FindsTheOnlyFitWhereCompleteSumsAreNarrower) {
    Accelerator machine = test::rowStationary();
    machine.levels[1].mayKeep = {Operand::output};
    machine.levels[1].mustKeep = {Operand::output};
    machine.levels[1].capacityBits = 16;
    machine.levels[1].buffering = Buffering::single;
    machine.levels[2].mustKeep.clear();
    machine.levels[2].mayKeep = {Operand::output};
    const auto result = mapped(gemmProblem(1, 4, 4, 4, 16, 32), machine, {});
    EXPECT_TRUE(result.cost.isValid);
}

/// A mapping that stays as it is gains nothing from a larger buffer; the search shows the larger tile that does.
TEST(QuickMapper, TilesGrowWithTheBufferWhereTheyMay) {
    const Problem problem = gemmProblem(1, 1024, 1024, 1024, 8, 32);
    MapperOptions options = planOptions();
    options.objective = Objective::energy;
    std::optional<Mapping> locked;
    std::vector<double> traffic;
    std::vector<double> room;
    for (const Count kib : {64, 128, 256}) {
        Accelerator machine = test::systolic();
        machine.levels[1].capacityBits = kib * 1024 * 8;
        const auto result = mapped(problem, machine, options);
        if (!locked) locked = result.mapping;
        double reads = 0;
        double words = 0;
        for (const auto& counts : result.cost.levels[0].tensors) reads += counts.reads;
        for (const auto& counts : result.cost.levels[1].tensors) words += counts.tileWords;
        traffic.push_back(reads);
        room.push_back(words);
        const auto same = evaluate(problem, machine, *locked, options.context);
        ASSERT_TRUE(same.isValid);
        double lockedReads = 0;
        for (const auto& counts : same.levels[0].tensors) lockedReads += counts.reads;
        EXPECT_EQ(lockedReads, traffic.front());
    }
    EXPECT_LT(traffic[1], traffic[0]);
    EXPECT_LT(traffic[2], traffic[1]);
    EXPECT_GT(room[2], room[0]);
}

TEST(QuickMapper, RefusesAFormatThatTheMachineCantCompute) {
    MapperOptions options;
    options.context.format = DataType::float8e4m3;
    const auto result = makeQuickMapper()->map(gemmProblem(1, 8, 8, 8, 8, 32), test::gpu(), options, {});
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.text().find("fp8"), std::string::npos);
}

TEST(QuickMapper, SaysHowMuchMoreTheOutermostLevelWouldHaveToHold) {
    Accelerator machine = test::gpu();
    machine.levels[0].capacityBits = Count{640} << 30;
    const auto result = makeQuickMapper()->map(gemmProblem(1, Count{1} << 30, 4096, 4096, 16, 32), machine, {}, {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::infeasible);
    EXPECT_NE(result.error().text().find("holds every tensor as a whole"), std::string::npos) << result.error().text();
    EXPECT_NE(result.error().text().find("TiB"), std::string::npos) << result.error().text();
    EXPECT_NE(result.error().text().find("smaller batch"), std::string::npos) << result.error().text();
}

TEST(QuickMapper, StopsWhenCancelled) {
    WorkContext work;
    work.cancel.cancel();
    const auto result = makeQuickMapper()->map(gemmProblem(1, 512, 512, 512, 16, 32), test::gpu(), {}, work);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::cancelled);
}

TEST(QuickMapper, HasAnAnswerEvenWithoutTime) {
    MapperOptions options;
    options.timeLimitSeconds = 0;
    EXPECT_TRUE(mapped(gemmProblem(1, 512, 512, 512, 16, 32), test::gpu(), options).cost.isValid);
}

} // namespace
} // namespace nestwright
