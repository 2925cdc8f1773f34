// SPDX-License-Identifier: GPL-3.0-or-later
// The evaluator for searches against evaluate(), on seeded random mappings.
#include "core/cost/fast_evaluator.h"
#include "tests/property/random_case.h"
#include "tests/property/random_machine.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

constexpr int kCases = 8000;
constexpr double kTolerance = 1e-12;

void expectClose(double fast, double slow, const std::string& what) {
    EXPECT_NEAR(fast, slow, kTolerance * std::max(1.0, std::abs(slow))) << what;
}

void expectSameCounts(const RandomCase& example, const FastEvaluator& fast, const FlatMapping& flat,
                      const Evaluation& slow) {
    for (std::size_t t = 0; t < example.problem.tensors.size(); ++t) {
        for (int i = 0; i < flat.nodes[t]; ++i) {
            const auto& level = slow.levels[static_cast<std::size_t>(flat.node[t][static_cast<std::size_t>(i)].level)];
            const TensorCounts& expected = level.tensors[t];
            const TensorCounts counts = fast.counts(static_cast<int>(t), i);
            const std::string where = example.problem.tensors[t].name + " in " + level.name + " ";
            expectClose(counts.tileWords, expected.tileWords, where + "tile");
            expectClose(counts.partitionWords, expected.partitionWords, where + "partition");
            expectClose(counts.reads, expected.reads, where + "reads");
            expectClose(counts.fills, expected.fills, where + "fills");
            expectClose(counts.updates, expected.updates, where + "updates");
            expectClose(counts.temporalReductions, expected.temporalReductions, where + "temporal reductions");
            expectClose(counts.energyPj, expected.energyPj, where + "energy");
        }
    }
}

TEST(FastEvaluatorProperty, EqualsEvaluate) {
    int compared = 0;
    int invalid = 0;
    for (std::uint64_t seed = 1; compared < kCases && !HasFailure(); ++seed) {
        RandomCase example = withRandomMachine(randomCase(seed));
        example.rules.linkTransfers = CountingRules::LinkTransfers::off;
        for (auto& level : example.accelerator.levels) level.distributesMulticast = false;
        if (example.factors != FactorClass::perfect) continue;
        const auto flat = flatMapping(example.problem, example.accelerator, example.mapping);
        ASSERT_TRUE(flat.has_value());
        EvaluationContext context;
        context.rules = example.rules;
        FastEvaluator fast(example.problem, example.accelerator, context);
        if (fast.notCovered() == "an output that slides") continue;
        ASSERT_EQ(fast.notCovered(), "");
        const Evaluation slow = evaluate(example.problem, example.accelerator, example.mapping, context);
        const auto& figures = fast(*flat);
        ASSERT_NE(figures.status, FlatStatus::notCovered) << describe(example);
        EXPECT_EQ(figures.isValid, slow.isValid);
        ++compared;
        if (!slow.isValid) {
            ++invalid;
            EXPECT_EQ(figures.status, FlatStatus::capacity);
            EXPECT_EQ(example.accelerator.levels[static_cast<std::size_t>(figures.level)].name,
                      slow.violations.front().level);
        } else {
            expectSameCounts(example, fast, *flat, slow);
            expectClose(figures.computeCycles, slow.computeCycles, "compute cycles");
            expectClose(figures.boundCycles, slow.boundCycles, "bound cycles");
            expectClose(figures.cycles, slow.cycles, "cycles");
            expectClose(figures.energyPj, slow.energyPj, "energy");
        }
        if (HasFailure()) ADD_FAILURE() << describe(example);
    }
    EXPECT_GT(invalid, kCases / 20);
    EXPECT_LT(invalid, kCases / 2);
}

} // namespace
} // namespace nestwright
