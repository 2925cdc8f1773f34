// SPDX-License-Identifier: GPL-3.0-or-later
// The evaluator for searches against evaluate(), on seeded random mappings.
#include "core/cost/batch_evaluator.h"
#include "core/cost/fast_evaluator.h"
#include "tests/property/random_case.h"
#include "tests/property/random_machine.h"
#include "tests/property/random_problem.h"

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

/// The case's mapping with a few empty places between its loops, so that factors have somewhere to go.
FlatMapping spreadOut(const RandomCase& example) {
    const FlatMapping flat = *flatMapping(example.problem, example.accelerator, example.mapping);
    FlatMapping result = flat;
    result.loops = 0;
    std::array<std::uint8_t, kMaxFlatLoops + 1> moved{};
    const auto add = [&](const FlatLoop& loop, Count bound) {
        result.loop[static_cast<std::size_t>(result.loops)] = loop;
        result.bound[static_cast<std::size_t>(result.loops++)] = bound;
    };
    const auto loops = static_cast<std::size_t>(flat.loops);
    for (std::size_t i = 0; i < loops; ++i) {
        moved[i] = static_cast<std::uint8_t>(result.loops);
        for (std::int8_t d = 0; i % 3 == 0 && d < static_cast<std::int8_t>(example.problem.dims.size()); ++d)
            add({d}, 1);
        add(flat.loop[i], flat.bound[i]);
    }
    moved[loops] = static_cast<std::uint8_t>(result.loops);
    for (std::size_t t = 0; t < example.problem.tensors.size(); ++t) {
        for (std::size_t n = 0; n < static_cast<std::size_t>(flat.nodes[t]); ++n)
            result.node[t][n].depth = moved[flat.node[t][n].depth];
    }
    return result;
}

class Editor {
public:
    Editor(const RandomCase& example, FastEvaluator& evaluator)
        : m_example(example)
        , m_evaluator(evaluator)
        , m_dice(example.seed ^ 0xed17) {}

    /// Makes a random edit, which may well be invalid.
    const FastEvaluator::Figures& edit() {
        const FlatMapping& flat = m_evaluator.mapping();
        while (true) {
            const int a = pick(flat.loops);
            const int b = pick(flat.loops);
            const Count bound = flat.bound[static_cast<std::size_t>(a)];
            const FlatLoop& from = flat.loop[static_cast<std::size_t>(a)];
            const FlatLoop& to = flat.loop[static_cast<std::size_t>(b)];
            const auto kind = m_dice.between(0, 9);
            if (kind == 0) return toggle();
            if (a == b) continue;
            if (kind < 4 && from.fanoutLevel == to.fanoutLevel) return m_evaluator.swapLoops(a, b);
            if (from.dim != to.dim || bound == 1) continue;
            return m_evaluator.moveFactor(a, b, smallestPrime(bound));
        }
    }

    /// Moves a prime factor to another place of its dim; nothing where all bounds are 1.
    void move() {
        const FlatMapping& flat = m_evaluator.mapping();
        for (int tries = 0; tries < 1000; ++tries) {
            const int a = pick(flat.loops);
            const int b = pick(flat.loops);
            const Count bound = flat.bound[static_cast<std::size_t>(a)];
            if (a == b || bound == 1) continue;
            if (flat.loop[static_cast<std::size_t>(a)].dim != flat.loop[static_cast<std::size_t>(b)].dim) continue;
            m_evaluator.moveFactor(a, b, smallestPrime(bound));
            return;
        }
    }

private:
    static Count smallestPrime(Count value) {
        Count prime = 2;
        while (value % prime != 0) ++prime;
        return prime;
    }

    int pick(int count) { return static_cast<int>(m_dice.between(0, count - 1)); }

    const FastEvaluator::Figures& toggle() {
        const int tensor = pick(static_cast<int>(m_example.problem.tensors.size()));
        const int level = pick(static_cast<int>(m_example.accelerator.levels.size()));
        return m_evaluator.toggleKeep(tensor, level, pick(m_evaluator.mapping().loops + 1));
    }

    const RandomCase& m_example;
    FastEvaluator& m_evaluator;
    Dice m_dice;
};

void expectSameFigures(const FastEvaluator& edited, const FastEvaluator& fresh, const Problem& problem) {
    const auto& a = edited.figures();
    const auto& b = fresh.figures();
    ASSERT_EQ(a.status, b.status);
    ASSERT_EQ(a.isValid, b.isValid);
    if (!a.isValid) return;
    EXPECT_EQ(a.computeCycles, b.computeCycles);
    EXPECT_EQ(a.boundCycles, b.boundCycles);
    EXPECT_EQ(a.cycles, b.cycles);
    EXPECT_EQ(a.energyPj, b.energyPj);
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        for (int i = 0; i < edited.mapping().nodes[t]; ++i) {
            const TensorCounts x = edited.counts(static_cast<int>(t), i);
            const TensorCounts y = fresh.counts(static_cast<int>(t), i);
            EXPECT_EQ(x.tileWords, y.tileWords);
            EXPECT_EQ(x.partitionWords, y.partitionWords);
            EXPECT_EQ(x.reads, y.reads);
            EXPECT_EQ(x.fills, y.fills);
            EXPECT_EQ(x.updates, y.updates);
            EXPECT_EQ(x.energyPj, y.energyPj);
        }
    }
}

TEST(FastEvaluatorProperty, EditsEqualFreshEvaluations) {
    constexpr int kEdited = 800;
    constexpr int kEdits = 25;
    int edited = 0;
    int valid = 0;
    for (std::uint64_t seed = 1; edited < kEdited && !HasFailure(); ++seed) {
        RandomCase example = withRandomMachine(randomCase(seed));
        example.rules.linkTransfers = CountingRules::LinkTransfers::off;
        if (example.factors != FactorClass::perfect) continue;
        EvaluationContext context;
        context.rules = example.rules;
        FastEvaluator evaluator(example.problem, example.accelerator, context);
        FastEvaluator fresh(example.problem, example.accelerator, context);
        if (!evaluator.notCovered().empty() || !evaluator(spreadOut(example)).isValid) continue;
        ++edited;
        Editor editor(example, evaluator);
        for (int i = 0; i < kEdits && !HasFailure(); ++i) {
            const FlatMapping before = evaluator.mapping();
            const bool isValid = editor.edit().isValid;
            valid += isValid ? 1 : 0;
            fresh(evaluator.mapping());
            expectSameFigures(evaluator, fresh, example.problem);
            if ((isValid || i % 7 == 0) && i % 3 != 0) continue;
            evaluator.undo();
            EXPECT_EQ(toMapping(example.problem, evaluator.mapping()), toMapping(example.problem, before));
            fresh(before);
            expectSameFigures(evaluator, fresh, example.problem);
        }
        if (!evaluator.figures().isValid) continue;
        const Evaluation slow =
            evaluate(example.problem, example.accelerator, toMapping(example.problem, evaluator.mapping()), context);
        EXPECT_TRUE(slow.isValid);
        expectClose(evaluator.figures().cycles, slow.cycles, "cycles");
        expectClose(evaluator.figures().energyPj, slow.energyPj, "energy");
        if (HasFailure()) ADD_FAILURE() << describe(example);
    }
    EXPECT_GT(valid, kEdited * kEdits / 5);
}

TEST(FastEvaluatorProperty, BatchesEqualSingleEvaluations) {
    constexpr int kBatches = 600;
    constexpr int kColumns = 11; // not a multiple of the lanes
    int batches = 0;
    int valid = 0;
    for (std::uint64_t seed = 1; batches < kBatches && !HasFailure(); ++seed) {
        RandomCase example = withRandomMachine(randomCase(seed));
        example.rules.linkTransfers = CountingRules::LinkTransfers::off;
        if (example.factors != FactorClass::perfect) continue;
        EvaluationContext context;
        context.rules = example.rules;
        FastEvaluator single(example.problem, example.accelerator, context);
        if (!single.notCovered().empty()) continue;
        BatchEvaluator batch(example.problem, example.accelerator, context);
        FlatMapping flat = spreadOut(example);
        single(flat);
        Editor editor(example, single);
        BoundColumns bounds(flat.loops, kColumns);
        for (int c = 0; c < kColumns; ++c) {
            for (int i = 0; i < flat.loops; ++i)
                bounds(i, c) = static_cast<double>(single.mapping().bound[static_cast<std::size_t>(i)]);
            editor.move();
        }
        BatchFigures figures;
        ASSERT_TRUE(batch(flat, bounds, figures));
        ++batches;
        for (int c = 0; c < kColumns; ++c) {
            for (int i = 0; i < flat.loops; ++i)
                flat.bound[static_cast<std::size_t>(i)] = static_cast<Count>(bounds(i, c));
            const auto& expected = single(flat);
            EXPECT_EQ(figures.isValid[c] == 1, expected.isValid);
            if (!expected.isValid) continue;
            ++valid;
            expectClose(figures.boundCycles[c], expected.boundCycles, "bound cycles");
            expectClose(figures.cycles[c], expected.cycles, "cycles");
            expectClose(figures.energyPj[c], expected.energyPj, "energy");
        }
        if (HasFailure()) ADD_FAILURE() << describe(example);
    }
    EXPECT_GT(valid, kBatches * kColumns / 4);
}

} // namespace
} // namespace nestwright
