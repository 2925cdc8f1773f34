// SPDX-License-Identifier: GPL-3.0-or-later
// The walk against what Timeloop printed, where a case is small enough to walk.
#include "tests/property/brute_force.h"
#include "tests/reference/timeloop/exceptions.h"
#include "tests/reference/timeloop/timeloop_case.h"

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

} // namespace
} // namespace nestwright
