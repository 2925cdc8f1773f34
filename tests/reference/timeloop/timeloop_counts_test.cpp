// SPDX-License-Identifier: GPL-3.0-or-later
// Counts, cycles and energy against what Timeloop printed, in its profile.
#include "core/cost/evaluation.h"
#include "tests/reference/timeloop/exceptions.h"
#include "tests/reference/timeloop/timeloop_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

namespace nestwright {
namespace {

constexpr double kRoundedCountsInEnergy = 5e-4; ///< the tool prices counts that it has rounded

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

TEST(TimeloopReferenceData, EveryExceptionIsACase) {
    const auto ids = timeloopCaseIds();
    EXPECT_GT(ids.size(), 100U);
    for (const auto& exception : kTimeloopExceptions) {
        EXPECT_TRUE(std::count(ids.begin(), ids.end(), exception.id)) << exception.id;
    }
}

} // namespace
} // namespace nestwright
