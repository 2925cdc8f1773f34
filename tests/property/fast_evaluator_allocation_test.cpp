// SPDX-License-Identifier: GPL-3.0-or-later
// No evaluation may allocate.
#include "core/cost/fast_evaluator.h"
#include "tests/property/counted_allocations.h"
#include "tests/property/random_case.h"
#include "tests/property/random_machine.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

TEST(FastEvaluatorAllocation, NoneInAnEvaluation) {
    const std::size_t before = countedAllocations();
    const auto probe = std::make_unique<int>(1);
    ASSERT_EQ(countedAllocations(), before + 1) << "allocations aren't counted";
    int valid = 0;
    for (std::uint64_t seed = 1; valid < 500; ++seed) {
        const RandomCase example = withRandomMachine(randomCase(seed));
        const auto flat = flatMapping(example.problem, example.accelerator, example.mapping);
        if (!flat) continue;
        FastEvaluator fast(example.problem, example.accelerator);
        const std::size_t start = countedAllocations();
        valid += fast(*flat).isValid ? 1 : 0;
        if (flat->loops > 1) fast.swapLoops(0, flat->loops - 1);
        if (flat->loops > 0) fast.moveFactor(0, 0, 1);
        fast.toggleKeep(0, 1, flat->loops);
        fast.undo();
        ASSERT_EQ(countedAllocations(), start) << describe(example);
    }
}

} // namespace
} // namespace nestwright
