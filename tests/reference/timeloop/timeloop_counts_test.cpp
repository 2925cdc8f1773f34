// SPDX-License-Identifier: GPL-3.0-or-later
// Counts, cycles and energy against what Timeloop printed, in its profile.
#include "core/cost/evaluation.h"
#include "tests/reference/timeloop/exceptions.h"
#include "tests/reference/timeloop/timeloop_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace nestwright {
namespace {

constexpr double kRoundedCountsInEnergy = 5e-4; ///< the tool prices counts that it has rounded

constexpr double kPrintedTo = 1e-6;

class TimeloopReference : public testing::TestWithParam<std::string> {};

void expectCounts(const TimeloopCase& example, const Evaluation& evaluation) {
    for (const auto& printed : example.counts) {
        const auto& level = evaluation.levels[static_cast<std::size_t>(printed.level)];
        const auto& counts = level.tensors[static_cast<std::size_t>(printed.tensor)];
        const auto where =
            level.name + " " + example.problem.tensors[static_cast<std::size_t>(printed.tensor)].name + " ";
        EXPECT_TRUE(counts.isKept) << where;
        EXPECT_PRED2(printsAs, counts.tileWords, printed.tile) << where << "tile";
        EXPECT_PRED2(printsAs, counts.reads, printed.reads) << where << "reads";
        EXPECT_PRED2(printsAs, counts.fills, printed.fills) << where << "fills";
        EXPECT_PRED2(printsAs, counts.updates, printed.updates) << where << "updates";
        EXPECT_PRED2(printsAs, counts.temporalReductions, printed.temporalReductions) << where << "temporal reductions";
    }
}

void expectNetworks(const TimeloopCase& example, const Evaluation& evaluation) {
    for (const auto& printed : example.networks) {
        const auto network = std::find_if(evaluation.networks.begin(), evaluation.networks.end(),
                                          [&](const auto& n) { return n.above == printed.above; });
        const auto t = static_cast<std::size_t>(printed.tensor);
        const auto where = "network below " + printed.above + " " + example.problem.tensors[t].name + " ";
        ASSERT_NE(network, evaluation.networks.end()) << where;
        EXPECT_NEAR(network->tensors[t].ingresses, printed.ingresses, kPrintedTo * printed.ingresses) << where;
        EXPECT_NEAR(network->tensors[t].spatialReductions, printed.spatialReductions,
                    kPrintedTo * printed.spatialReductions)
            << where << "spatial reductions";
    }
}

std::size_t keptPairs(const Evaluation& evaluation) {
    std::size_t kept = 0;
    for (const auto& level : evaluation.levels) {
        for (const auto& tensor : level.tensors) kept += tensor.isKept ? 1 : 0;
    }
    return kept;
}

double linkTransfers(const Evaluation& evaluation) {
    double sum = 0;
    for (const auto& network : evaluation.networks) {
        for (const auto& tensor : network.tensors) sum += tensor.linkTransfers;
    }
    return sum;
}

TEST_P(TimeloopReference, CountsCyclesAndEnergy) {
    const auto example = loadTimeloopCase(GetParam());
    EvaluationContext context;
    context.rules = example.rules;
    const auto evaluation = evaluate(example.problem, example.accelerator, example.mapping, context);
    ASSERT_TRUE(evaluation.isValid) << evaluation.violations.front().message.text();
    ASSERT_EQ(evaluation.levels.size(), example.accelerator.levels.size());
    EXPECT_EQ(keptPairs(evaluation), example.counts.size());
    if (const auto reason = exceptionFor(example.id)) GTEST_SKIP() << *reason;
    EXPECT_EQ(evaluation.macs, example.macs);
    expectCounts(example, evaluation);
    expectNetworks(example, evaluation);
    EXPECT_EQ(linkTransfers(evaluation), example.linkTransfers);
    EXPECT_NEAR(evaluation.boundCycles, example.cycles, 1);
    EXPECT_NEAR(evaluation.energyPj, example.energyPj, kRoundedCountsInEnergy * example.energyPj);
}

INSTANTIATE_TEST_SUITE_P(Cases, TimeloopReference, testing::ValuesIn(timeloopCaseIds()), [](const auto& info) {
    auto name = info.param;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
});

/// Average hops of a tensor below GlobalBuffer, with a price on wires so that they are measured.
NetworkTensorCounts wiresBelowGlobalBuffer(const std::string& id, const std::string& tensor) {
    auto example = loadTimeloopCase(id);
    const int level = example.accelerator.levelIndex("GlobalBuffer");
    auto& fanout = example.accelerator.levels[static_cast<std::size_t>(level)].fanout;
    fanout.hopEnergyPj = 0.05;
    fanout.routerEnergyPj = 0.2;
    EvaluationContext context;
    context.rules = example.rules;
    const auto evaluation = evaluate(example.problem, example.accelerator, example.mapping, context);
    for (const auto& network : evaluation.networks) {
        if (network.above == "GlobalBuffer")
            return network.tensors[static_cast<std::size_t>(example.problem.tensorIndex(tensor))];
    }
    return {};
}

TEST(TimeloopWires, PrintedHopsAndEnergy) {
    const auto a = wiresBelowGlobalBuffer("g15_gemm_wire", "A");
    EXPECT_DOUBLE_EQ(a.hops, 10.5);
    EXPECT_NEAR(a.energyPj, 44646.4, 1e-6);
    const auto b = wiresBelowGlobalBuffer("g15_gemm_wire", "B");
    EXPECT_DOUBLE_EQ(b.hops, 23);
    EXPECT_NEAR(b.energyPj, 97484.8, 1e-6);
    const auto z = wiresBelowGlobalBuffer("g15_gemm_wire", "Z");
    EXPECT_DOUBLE_EQ(z.hops, 5.5);
    EXPECT_NEAR(z.energyPj, 6041.6, 1e-6);
}

/// Mean way from column 0 at half height to the used corner of a mesh, one receiver a word.
double meanWay(int usedX, int usedY, int height) {
    double sum = 0;
    for (int x = 0; x < usedX; ++x) {
        for (int y = 0; y < usedY; ++y) sum += x + std::abs(y - (height - 1) / 2.0);
    }
    return sum / (usedX * usedY);
}

TEST(TimeloopWires, PartFilledRowsAreMeasuredOnTheMesh) {
    EXPECT_DOUBLE_EQ(wiresBelowGlobalBuffer("q01_hops_logicalX4_of_8", "Z").hops, meanWay(4, 8, 8))
        << "the tool places ids in rows of the physical width and prints 5.5";
}

TEST(TimeloopWires, HopsDontShrinkWhereWordsAreScaled) {
    EXPECT_DOUBLE_EQ(wiresBelowGlobalBuffer("g17_gemm_noreduction_glb", "Z").hops, 10.5)
        << "as for A of g15, whose words go to the same columns; the tool prints 5.6";
}

TEST(TimeloopReferenceData, EveryExceptionIsACase) {
    const auto ids = timeloopCaseIds();
    EXPECT_GT(ids.size(), 100U);
    for (const auto& exception : kTimeloopExceptions) {
        EXPECT_TRUE(std::count(ids.begin(), ids.end(), exception.id)) << exception.id;
    }
}

} // namespace
} // namespace nestwright
