// SPDX-License-Identifier: GPL-3.0-or-later
// Wave quantisation and instruction tiles of a GPU: both are spatial loops whose last pass is part-filled.
#include "core/accelerator/presets.h"
#include "core/cost/evaluation.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

enum TensorIndex { kInput, kWeight, kOutput };
enum DimIndex { kRows, kColumns, kDepth };

/// Memories that never make compute wait.
Accelerator gpu() {
    auto accelerator = preset("a100-40-sxm").value();
    for (auto& level : accelerator.levels) {
        level.sharedBitsPerCycle.reset();
        level.readBitsPerCycle.reset();
        level.writeBitsPerCycle.reset();
    }
    return accelerator;
}

/// Products of so many blocks of 128 x 128 outputs and a depth, a block for each streaming multiprocessor at a time,
/// in wavefronts of instructions of 32 rows and 8 of depth for each of its four quarters.
Evaluation cost(Count blocks, Count depth) {
    const auto accelerator = gpu();
    const auto level = [&](const char* name) { return accelerator.levelIndex(name); };
    constexpr Count kSide = 128;
    constexpr Count kRowsAtOnce = 32;
    constexpr Count kDepthAtOnce = 8;
    const auto last = [](Count whole, Count part) { return (whole - 1) % part + 1; };
    const Count multiprocessors = accelerator.levels[static_cast<std::size_t>(level("L2"))].fanout.x;
    const auto problem = gemmProblem(1, blocks * kSide, kSide, depth, 16, 32);
    const Count together = std::min(blocks, multiprocessors);
    const Count deep = std::min(depth, kDepthAtOnce);
    Mapping mapping;
    const auto add = [&](const auto& node) { mapping.nodes.emplace_back(node); };
    for (const int tensor : {kInput, kWeight, kOutput}) add(Storage{tensor, 0});
    add(temporalLoop(kRows, ceilDivide(blocks, together)));
    add(spatialLoop(kRows, together, last(blocks, together), level("L2"), Axis::x));
    add(spatialLoop(kRows, 2, level("SMEM"), Axis::x));
    add(spatialLoop(kColumns, 2, level("SMEM"), Axis::y));
    add(Storage{kOutput, level("RF")});
    add(temporalLoop(kDepth, ceilDivide(depth, deep)));
    add(temporalLoop(kRows, kSide / 2 / kRowsAtOnce));
    add(temporalLoop(kColumns, kSide / 2));
    add(spatialLoop(kDepth, deep, last(depth, deep), level("RF"), Axis::x));
    add(spatialLoop(kRows, kRowsAtOnce, level("RF"), Axis::y));
    EvaluationContext context;
    context.format = DataType::float16;
    auto result = evaluate(problem, accelerator, mapping, context);
    EXPECT_TRUE(result.isValid) << (result.isValid ? std::string() : result.violations.front().message.text());
    return result;
}

TEST(Waves, OneBlockMoreThanAWaveCostsASecondWave) {
    const auto full = cost(108, 2048);
    const auto more = cost(109, 2048);
    EXPECT_NEAR(full.attribution.diluted, 0, 1e-9 * full.cycles);
    EXPECT_NEAR(more.cycles, 2 * full.cycles, 0.01 * full.cycles);
    EXPECT_NEAR(more.attribution.useful, full.attribution.useful * 109 / 108, 1e-6 * full.cycles);
    EXPECT_NEAR(more.attribution.diluted, more.cycles - more.attribution.useful, 0.01 * more.cycles)
        << "lanes of the second wave are idle, and nothing waits";
    EXPECT_NEAR(cost(216, 2048).cycles, 2 * full.cycles, 0.01 * full.cycles);
}

TEST(Waves, APartOfAnInstructionTakesAWholeOne) {
    const auto whole = cost(108, 64);
    EXPECT_NEAR(cost(108, 57).cycles, whole.cycles, 1e-9 * whole.cycles);
    EXPECT_NEAR(cost(108, 56).cycles, whole.cycles * 7 / 8, 0.01 * whole.cycles);
}

TEST(Waves, TheMeasuredShareOfThePeakDilutes) {
    EvaluationContext context;
    context.format = DataType::bfloat16;
    auto accelerator = gpu();
    const double sustained = accelerator.device.sustainedFraction.at(DataType::bfloat16);
    ASSERT_LT(sustained, 1);
    const auto problem = gemmProblem(1, 32, 8, 8, 16, 32);
    const auto mapping = outermostOnlyMapping(problem);
    const auto peak = evaluate(problem, accelerator, mapping, context);
    context.useSustainedRate = true;
    const auto capped = evaluate(problem, accelerator, mapping, context);
    ASSERT_TRUE(peak.isValid && capped.isValid);
    EXPECT_NEAR(capped.cycles, peak.cycles / sustained, 1e-9 * capped.cycles);
    EXPECT_DOUBLE_EQ(capped.attribution.useful, peak.attribution.useful);
}

} // namespace
} // namespace nestwright
