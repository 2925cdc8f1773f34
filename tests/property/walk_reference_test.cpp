// SPDX-License-Identifier: GPL-3.0-or-later
// The walk against what Timeloop printed, where a case is small enough to walk.
#include "core/cost/evaluation.h"
#include "tests/property/brute_force.h"
#include "tests/property/comparison.h"
#include "tests/reference/timeloop/exceptions.h"
#include "tests/reference/timeloop/timeloop_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nestwright {
namespace {

constexpr double kWalkableMacs = 80000;

void expectCounts(const TimeloopCase& example, const WalkedCounts& walked) {
    for (const auto& printed : example.counts) {
        const auto& level = walked.levels[static_cast<std::size_t>(printed.level)];
        const auto& counts = level.tensors[static_cast<std::size_t>(printed.tensor)];
        const auto perInstance = [&](Count total) { return static_cast<double>(total) / level.utilizedInstances; };
        const auto where = example.id + ", level " + std::to_string(printed.level) + ", tensor " +
                           std::to_string(printed.tensor) + " ";
        EXPECT_EQ(static_cast<double>(counts.tileWords), printed.tile) << where << "tile";
        EXPECT_PRED2(printsAs, perInstance(counts.reads), printed.reads) << where << "reads";
        EXPECT_PRED2(printsAs, perInstance(counts.fills), printed.fills) << where << "fills";
        EXPECT_PRED2(printsAs, perInstance(counts.updates), printed.updates) << where << "updates";
        EXPECT_PRED2(printsAs, perInstance(counts.temporalReductions), printed.temporalReductions)
            << where << "temporal reductions";
    }
}

TEST(WalkReference, SmallTimeloopCases) {
    int walked = 0;
    for (const auto& id : timeloopCaseIds()) {
        const auto example = loadTimeloopCase(id);
        if (example.problem.macs() > kWalkableMacs || exceptionFor(id)) continue;
        expectCounts(example, walkCounts(example.problem, example.accelerator, example.mapping, example.rules));
        ++walked;
    }
    EXPECT_GE(walked, 30);
}

/// Where the tool errs, the walk is the judge.
WalkedCounts agreedCounts(const TimeloopCase& example) {
    const auto walked = walkCounts(example.problem, example.accelerator, example.mapping, example.rules);
    EvaluationContext context;
    context.rules = example.rules;
    const auto evaluated = evaluate(example.problem, example.accelerator, example.mapping, context);
    EXPECT_THAT(differences(example.problem, walked, evaluated), testing::IsEmpty()) << example.id;
    return walked;
}

TEST(WalkReference, UsedInstancesNeedNotBeWhole) {
    const auto walked = agreedCounts(loadTimeloopCase("q05_imperfect_13_over_4"));
    EXPECT_EQ(walked.macs, 13 * 16 * 16) << "the tool prints 3072, which is 3 x 1024";
    const auto& registers = walked.levels[2];
    EXPECT_DOUBLE_EQ(registers.utilizedInstances, 3.25) << "the tool prints 3";
    EXPECT_EQ(registers.tensors[0].reads, 13 * 16 * 16);
}

TEST(WalkReference, DistributedMulticastSharesWhole) {
    const auto walked = agreedCounts(loadTimeloopCase("g16_gemm_distributed"));
    const auto& registers = walked.levels[2];
    for (const std::size_t tensor : {0U, 1U}) {
        EXPECT_EQ(registers.tensors[tensor].reads, 64 * 512) << "the tool prints 513 for an instance";
        EXPECT_EQ(registers.tensors[tensor].fills, 64 * 256);
        EXPECT_EQ(walked.levels[1].tensors[tensor].reads, 16384);
    }
}

} // namespace
} // namespace nestwright
