// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold of cycles and their attribution whatever the mapping, on seeded random cases with narrow ports.
#include "core/cost/evaluation.h"
#include "tests/property/random_case.h"
#include "tests/property/random_problem.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

constexpr std::uint64_t kCases = 4000;
constexpr std::uint64_t kPortSeed = 0x5eed;
constexpr double kTolerance = 1e-9;

RandomCase withNarrowPorts(RandomCase example) {
    Dice dice(example.seed ^ kPortSeed);
    for (auto& level : example.accelerator.levels) {
        const auto port = [&]() -> std::optional<double> {
            if (dice.chance(40)) return std::nullopt;
            return static_cast<double>(level.wordBits * dice.between(1, 32)) / 4;
        };
        level.readBitsPerCycle = port();
        level.writeBitsPerCycle = port();
        level.sharedBitsPerCycle = port();
        level.buffering = dice.chance(50) ? Buffering::doubled : Buffering::single;
        if (dice.chance(30)) {
            level.fanout.timing = {static_cast<double>(dice.between(0, 60)), static_cast<double>(dice.between(0, 4)),
                                   dice.chance(50)};
        }
    }
    return example;
}

std::string portsOf(const Accelerator& accelerator) {
    std::string text;
    const auto bits = [](const std::optional<double>& value) { return value ? std::to_string(*value) : "free"; };
    for (const auto& level : accelerator.levels) {
        text += "  " + level.name + " read " + bits(level.readBitsPerCycle) + ", write " +
                bits(level.writeBitsPerCycle) + ", shared " + bits(level.sharedBitsPerCycle) +
                (level.buffering == Buffering::single ? ", one slot\n" : ", two slots\n");
    }
    return text;
}

void expectConsistentTime(const RandomCase& example, const Evaluation& evaluation) {
    const auto& time = evaluation.attribution;
    const double slack = kTolerance * evaluation.cycles;
    EXPECT_NEAR(time.total(), evaluation.cycles, slack);
    EXPECT_NEAR(time.useful, evaluation.macs / example.accelerator.lanes(), slack);
    EXPECT_GE(time.diluted, -slack);
    EXPECT_GE(time.blocked, 0);
    EXPECT_GE(time.delayed, 0);
    EXPECT_GE(evaluation.boundCycles, evaluation.computeCycles - slack);
    if (example.factors == FactorClass::perfect) {
        EXPECT_GE(evaluation.cycles, evaluation.boundCycles - slack);
    }
    double stalls = 0;
    for (const auto& path : evaluation.paths) stalls += path.cycles;
    EXPECT_NEAR(stalls, time.blocked + time.delayed, slack);
    EXPECT_NEAR(evaluation.memoryStallFraction, (time.blocked + time.delayed) / evaluation.cycles, kTolerance);
    ASSERT_TRUE(evaluation.mfu.has_value());
    EXPECT_NEAR(*evaluation.mfu, time.useful / evaluation.cycles, kTolerance);
}

TEST(TimeProperty, AttributionAddsUpAndBoundsHold) {
    for (std::uint64_t seed = 1; seed <= kCases && !HasFailure(); ++seed) {
        const auto example = withNarrowPorts(randomCase(seed));
        const auto evaluation = evaluate(example.problem, example.accelerator, example.mapping);
        ASSERT_TRUE(evaluation.isValid) << describe(example);
        expectConsistentTime(example, evaluation);
        if (HasFailure()) ADD_FAILURE() << describe(example) << portsOf(example.accelerator);
    }
}

TEST(TimeProperty, FasterPortsAndArraysNeverTakeLonger) {
    const auto faster = [](std::optional<double>& bits) {
        if (bits) *bits *= 2;
    };
    for (std::uint64_t seed = 1; seed <= kCases && !HasFailure(); ++seed) {
        const auto example = withNarrowPorts(randomCase(seed));
        auto accelerator = example.accelerator;
        const auto cyclesOf = [&] { return evaluate(example.problem, accelerator, example.mapping).cycles; };
        double least = cyclesOf();
        for (auto& level : accelerator.levels) {
            const auto expectNoMore = [&](const char* what) {
                const double cycles = cyclesOf();
                EXPECT_LE(cycles, least * (1 + kTolerance)) << what << " of " << level.name;
                least = cycles;
            };
            faster(level.readBitsPerCycle);
            faster(level.writeBitsPerCycle);
            faster(level.sharedBitsPerCycle);
            expectNoMore("ports");
            level.fanout.timing.tileLoadCycles /= 2;
            expectNoMore("loads of the array");
            level.fanout.timing.hopCycles /= 2;
            expectNoMore("hops of the array");
            level.fanout.timing.drainsEachTile = false;
            expectNoMore("drains of the array");
            level.buffering = Buffering::doubled;
            level.capacityBits.reset();
            level.operandCapacityBits.clear();
            expectNoMore("room");
        }
        if (HasFailure()) ADD_FAILURE() << describe(example) << portsOf(example.accelerator);
    }
}

} // namespace
} // namespace nestwright
