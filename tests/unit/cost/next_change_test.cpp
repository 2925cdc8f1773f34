// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/next_change.h"
#include "core/cost/vector_cost.h"
#include "tests/support/machines.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace nestwright {
namespace {

using test::keep;
using test::level;
using test::machine;

class NextChange : public testing::Test {
protected:
    [[nodiscard]] double cyclesOn(const Accelerator& other) const { return evaluate(problem, other, mapping).cycles; }
    [[nodiscard]] std::vector<Change> changes() const {
        return worthwhileChanges(problem, accelerator, mapping, EvaluationContext{});
    }
    static const Change* find(const std::vector<Change>& all, ChangeKind kind, const std::string& where) {
        const auto place = std::find_if(
            all.begin(), all.end(), [&](const Change& change) { return change.kind == kind && change.where == where; });
        return place == all.end() ? nullptr : &*place;
    }

    Problem problem = gemmProblem(1, 32, 16, 64, 16, 16);
    Accelerator accelerator = machine({level("DRAM", std::nullopt), level("Buffer", 4096 * 16)});
    Mapping mapping{{keep(0, 0), keep(1, 0), keep(2, 0), temporalLoop(0, 8), keep(0, 1), keep(1, 1), keep(2, 1),
                     temporalLoop(0, 4), temporalLoop(1, 16), temporalLoop(2, 64)}};
};

TEST_F(NextChange, SavesWhatTheChangedMachineSaves) {
    accelerator.levels[0].readBitsPerCycle = 0.25;
    accelerator.levels[1].writeBitsPerCycle = 8;
    const auto all = changes();
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(all.front().where, "DRAM read port");
    Accelerator faster = accelerator;
    *faster.levels[0].readBitsPerCycle *= 2;
    EXPECT_DOUBLE_EQ(all.front().savedCycles, cyclesOn(accelerator) - cyclesOn(faster));
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(),
                               [](const Change& a, const Change& b) { return a.savedCycles > b.savedCycles; }));
}

TEST_F(NextChange, ASecondSlotHelpsOnlyWhereThereIsNone) {
    accelerator.levels[0].readBitsPerCycle = 8;
    EXPECT_EQ(find(changes(), ChangeKind::secondSlot, "Buffer"), nullptr);
    accelerator.levels[1].capacityBits = (4 * 64 + 16 * 64 + 4 * 16) * 16; // one tile of each and no more
    const auto all = changes();
    const Change* slots = find(all, ChangeKind::secondSlot, "Buffer");
    ASSERT_NE(slots, nullptr);
    Accelerator larger = accelerator;
    *larger.levels[1].capacityBits *= 2;
    EXPECT_DOUBLE_EQ(slots->savedCycles, cyclesOn(accelerator) - cyclesOn(larger));
}

TEST_F(NextChange, IdleLanesAndTheRateMatterWhereComputeLeads) {
    accelerator.levels[0].fanout.x = 4; // no loop runs over it: three of four lanes idle
    const auto all = changes();
    const Change* lanes = find(all, ChangeKind::lanes, accelerator.compute.name);
    const Change* rate = find(all, ChangeKind::rate, accelerator.compute.name);
    ASSERT_TRUE(lanes != nullptr && rate != nullptr);
    const Evaluation before = evaluate(problem, accelerator, mapping);
    EXPECT_NEAR(lanes->savedCycles, before.attribution.diluted, 1e-9 * before.cycles);
    EXPECT_NEAR(rate->savedCycles, (before.attribution.useful + before.attribution.diluted) / 2, 1e-9 * before.cycles);
    EXPECT_EQ(&all.front(), lanes);
}

TEST_F(NextChange, AnArraysFillAndDrainIsNamed) {
    accelerator.levels[0].fanout.timing.tileLoadCycles = 500;
    const auto all = changes();
    const Change* array = find(all, ChangeKind::array, "DRAM");
    ASSERT_NE(array, nullptr);
    Accelerator instant = accelerator;
    instant.levels[0].fanout.timing = {};
    EXPECT_DOUBLE_EQ(array->savedCycles, cyclesOn(accelerator) - cyclesOn(instant));
    EXPECT_GE(array->savedCycles, 500);
}

TEST_F(NextChange, NothingIsSaidOfPortsThatNobodyWaitsFor) {
    accelerator.levels[0].readBitsPerCycle = 1e6;
    for (const auto& change : changes()) EXPECT_NE(change.kind, ChangeKind::bandwidth);
}

TEST(NextVectorChange, TheMemoryOrTheUnit) {
    Accelerator gpu = machine({level("HBM", std::nullopt), level("L2", 4096 * 16)});
    gpu.levels[0].sharedBitsPerCycle = 100;
    gpu.device.vectorOpsPerSecond = gpu.device.clockHz;
    const VectorWork bound{10, 1000, 1000, 1};
    const auto all = worthwhileChanges(bound, gpu, gpu.defaultFormat);
    ASSERT_FALSE(all.empty());
    EXPECT_EQ(all.front().where, "HBM port");
    Accelerator faster = gpu;
    *faster.levels[0].sharedBitsPerCycle *= 2;
    EXPECT_DOUBLE_EQ(all.front().savedCycles, evaluateVector(bound, gpu, gpu.defaultFormat).cycles -
                                                  evaluateVector(bound, faster, gpu.defaultFormat).cycles);
    const auto slow = worthwhileChanges(VectorWork{1e6, 1000, 1000, 1}, gpu, gpu.defaultFormat);
    ASSERT_FALSE(slow.empty());
    EXPECT_EQ(slow.front().kind, ChangeKind::rate);
}

} // namespace
} // namespace nestwright
