// SPDX-License-Identifier: GPL-3.0-or-later
// Layers whose stall isn't ZigZag's, through the event simulator.
#include "core/cost/evaluation.h"
#include "tests/property/random_timed_case.h"
#include "tests/reference/zigzag/zigzag_case.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

/// ZigZag lets the port that feeds the MACs bring the next tiles at the same time; in the simulator the MACs' reads and
/// the transfers take turns.
TEST(ZigzagVerdict, TheSimulatorAgreesWhereOneMemoryFeedsTheMultipliers) {
    for (const char* id : {"gemm__gemm_l1__latency", "gemm__gemm_l1_l3__latency"}) {
        const ZigzagCase example = loadZigzagCase(id);
        const ZigzagLayer& layer = example.layers.front();
        ASSERT_TRUE(layer.mapping) << id;
        const auto slots = slotsOf(layer.problem, example.accelerator, *layer.mapping);
        const auto schedule = scheduleTransfers(layer.problem, example.accelerator, *layer.mapping);
        const auto simulated = simulateTime(schedule, example.accelerator, slots);
        const auto cost = evaluate(layer.problem, example.accelerator, *layer.mapping);
        EXPECT_NEAR(cost.cycles, simulated.cycles, 1e-9 * simulated.cycles) << id;
        EXPECT_GT(simulated.cycles, 1.2 * layer.total()) << id;
    }
}

} // namespace
} // namespace nestwright
