// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles against the event simulator, and how they move with the machine, on seeded random cases.
#include "core/cost/evaluation.h"
#include "tests/property/random_problem.h"
#include "tests/property/random_timed_case.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <tuple>

namespace nestwright {
namespace {

constexpr std::uint64_t kCases = 2000;
constexpr double kRounding = 1e-9;

double cyclesOf(const TimedCase& timed, const Accelerator& accelerator) {
    const auto evaluation = evaluate(timed.example.problem, accelerator, timed.example.mapping);
    EXPECT_TRUE(evaluation.isValid) << describeTimed(timed);
    return evaluation.cycles;
}

void expectSound(const TimedCase& timed, const Evaluation& evaluation, const SimulatedTime& simulated) {
    const double least = evaluation.cycles * (1 + kRounding);
    for (const auto& level : evaluation.levels) {
        for (const auto& port : level.ports) EXPECT_GE(least, port.busyCycles) << port.name;
    }
    const auto& time = evaluation.attribution;
    EXPECT_EQ(time.total(), evaluation.cycles);
    EXPECT_GE(time.blocked, 0);
    EXPECT_GE(time.delayed, 0);
    double named = 0;
    for (const auto& path : evaluation.paths) named += path.cycles;
    EXPECT_NEAR(named, time.blocked + time.delayed, kRounding * evaluation.cycles);
    if (timed.example.factors != FactorClass::perfect) return;
    EXPECT_GE(least, evaluation.boundCycles);
    EXPECT_GE(simulated.cycles * (1 + kRounding), evaluation.boundCycles);
}

TEST(SimulatedTime, CyclesAreThoseOfTheSimulator) {
    int within2 = 0;
    int within10 = 0;
    double worst = 0;
    for (std::uint64_t seed = 1; seed <= kCases && !HasFailure(); ++seed) {
        const TimedCase timed = randomTimedCase(seed);
        const auto& [problem, accelerator, mapping] =
            std::tie(timed.example.problem, timed.example.accelerator, timed.example.mapping);
        const auto evaluation = evaluate(problem, accelerator, mapping);
        ASSERT_TRUE(evaluation.isValid) << describeTimed(timed);
        const auto simulated = simulateTime(scheduleTransfers(problem, accelerator, mapping), accelerator, timed.slots);
        const double error = std::abs(evaluation.cycles / simulated.cycles - 1);
        within2 += error <= 0.02 ? 1 : 0;
        within10 += error <= 0.10 ? 1 : 0;
        worst = std::max(worst, error);
        expectSound(timed, evaluation, simulated);
        if (HasFailure()) ADD_FAILURE() << describeTimed(timed);
    }
    RecordProperty("within_2_percent", within2);
    RecordProperty("within_10_percent", within10);
    std::cout << "within 2 %: " << within2 << ", within 10 %: " << within10 << " of " << kCases << ", worst " << worst
              << "\n";
    // Ports of the simulator serve first come, first served. Which transfer comes first depends on all the others in a
    // way that no sum or maximum of them can follow.
    EXPECT_GE(within2, 0.775 * kCases);
    EXPECT_GE(within10, 0.945 * kCases);
    EXPECT_LE(worst, 0.41);
}

/// Changes for the better of one level at a time.
std::vector<Accelerator> betterMachines(const Accelerator& accelerator, Dice& dice) {
    std::vector<Accelerator> machines;
    for (std::size_t l = 0; l < accelerator.levels.size(); ++l) {
        for (const auto port : {&Level::readBitsPerCycle, &Level::writeBitsPerCycle, &Level::sharedBitsPerCycle}) {
            if (!(accelerator.levels[l].*port)) continue;
            machines.push_back(accelerator);
            *(machines.back().levels[l].*port) *= 1 + static_cast<double>(dice.between(1, 8)) / 4;
            machines.push_back(accelerator);
            (machines.back().levels[l].*port).reset();
        }
        if (!accelerator.levels[l].capacityBits) continue;
        machines.push_back(accelerator);
        machines.back().levels[l].capacityBits = *accelerator.levels[l].capacityBits * 3 / 2;
        machines.push_back(accelerator);
        machines.back().levels[l].capacityBits = *accelerator.levels[l].capacityBits * 3;
        machines.back().levels[l].buffering = Buffering::doubled;
    }
    return machines;
}

TEST(SimulatedTime, MoreBandwidthRoomOrSlotsNeverTakeLonger) {
    int changes = 0;
    int faster = 0;
    for (std::uint64_t seed = 1; seed <= kCases && !HasFailure(); ++seed) {
        const TimedCase timed = randomTimedCase(seed);
        Dice dice(seed);
        const double before = cyclesOf(timed, timed.example.accelerator);
        for (const Accelerator& better : betterMachines(timed.example.accelerator, dice)) {
            const double after = cyclesOf(timed, better);
            EXPECT_LE(after, before * (1 + kRounding)) << describeTimed(timed);
            ++changes;
            faster += after < before * (1 - kRounding) ? 1 : 0;
        }
    }
    std::cout << changes << " changes, " << faster << " of them made cases faster\n";
    EXPECT_GE(faster, changes / 5);
}

} // namespace
} // namespace nestwright
