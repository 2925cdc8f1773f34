// SPDX-License-Identifier: GPL-3.0-or-later
// What descriptions add to the plain picture of levels and fan-outs: latencies, prices and least uses, one by one.
#include "core/cost/evaluation.h"
#include "core/cost/fast_evaluator.h"
#include "tests/support/machines.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

using test::keep;
using test::level;
using test::machine;

/// A GEMM of 8 x 4 x 6 whose rows run over four lanes below a buffer; A and O stay in the lanes, B is sent to all.
class Refinements : public testing::Test {
protected:
    Evaluation run(const CountingRules& rules = {}) const {
        EvaluationContext context;
        context.rules = rules;
        return evaluate(m_problem, m_machine, m_mapping, context);
    }

    Level& buffer() { return m_machine.levels[1]; }

    Problem m_problem = gemmProblem(1, 8, 4, 6, 16, 16);
    Accelerator m_machine =
        machine({level("DRAM", std::nullopt), level("Buffer", 1 << 16, 4, 1), level("RF", 1 << 12)});
    Mapping m_mapping{{keep(0, 0), keep(1, 0), keep(2, 0), temporalLoop(0, 2), keep(0, 1), keep(1, 1), keep(2, 1),
                       temporalLoop(1, 4), spatialLoop(0, 4, 1, Axis::x), keep(0, 2), keep(2, 2), temporalLoop(2, 6)}};
};

TEST_F(Refinements, NetworkLatenciesCountOncePerRun) {
    const auto without = run();
    ASSERT_TRUE(without.isValid);
    buffer().networkFillCycles = 20;
    buffer().networkDrainCycles = 10;
    m_machine.levels[0].networkDrainCycles = 5;
    const auto with = run();
    EXPECT_EQ(with.boundCycles, without.boundCycles + 35);
    EXPECT_EQ(with.cycles, without.cycles + 35);
    EXPECT_EQ(with.attribution.delayed, without.attribution.delayed + 35);
    EXPECT_EQ(with.attribution.total(), with.cycles);
    EXPECT_LT(with.utilization, without.utilization);
    double named = 0;
    for (const auto& path : with.paths) named += path.where == "network below Buffer" ? path.cycles : 0;
    EXPECT_EQ(named, 30);
}

TEST_F(Refinements, TensorsTakeTheirShareOfAPort) {
    buffer().readBitsPerCycle = 1;
    const auto plain = run();
    ASSERT_TRUE(plain.isValid);
    const auto& tensors = plain.levels[1].tensors;
    const double words = tensors[0].reads + tensors[1].reads + tensors[2].reads;
    EXPECT_EQ(plain.levels[1].boundCycles, words * 16);
    buffer().bandwidthScale = {{"B", 0.25}, {"nobody", 9}};
    const auto scaled = run();
    EXPECT_EQ(scaled.levels[1].boundCycles, (words - 0.75 * tensors[1].reads) * 16);
    EXPECT_EQ(scaled.levels[1].tensors[1].reads, tensors[1].reads) << "words are words";
    buffer().bandwidthScale = {{"A", 0}, {"B", 0}, {"O", 0}};
    EXPECT_EQ(run().levels[1].boundCycles, 0);
}

TEST_F(Refinements, OneAccessServesACluster) {
    m_machine.levels[2].energy = {1, 2, 3};
    const auto alone = run();
    ASSERT_TRUE(alone.isValid);
    EXPECT_GT(alone.levels[2].energyPj, 0);
    m_machine.levels[2].clusterInstances = 4;
    const auto clustered = run();
    EXPECT_EQ(clustered.levels[2].energyPj, alone.levels[2].energyPj / 4);
    for (std::size_t t = 0; t < 3; ++t)
        EXPECT_EQ(clustered.levels[2].tensors[t].reads, alone.levels[2].tensors[t].reads);
}

TEST_F(Refinements, WordsPayToEnterANetwork) {
    const auto free = run();
    ASSERT_TRUE(free.isValid);
    buffer().fanout.ingressEnergyPj = 0.5;
    const auto priced = run();
    double words = 0;
    for (const auto& network : priced.networks) {
        for (const auto& tensor : network.tensors) {
            EXPECT_EQ(tensor.energyPj, 0.5 * tensor.ingresses);
            words += tensor.ingresses;
        }
    }
    EXPECT_GT(words, 0);
    EXPECT_DOUBLE_EQ(priced.energyPj, free.energyPj + 0.5 * words);
}

/// A row of four sub-buffers with four lanes each. B goes to every lane and passes the sub-buffers by: each word enters
/// the outer network once and travels 3 columns, however the words are shared out further in.
TEST_F(Refinements, HopsOfWordsThatPassALevelBy) {
    m_machine = machine({level("DRAM", std::nullopt), level("Buffer", 1 << 16, 4, 1), level("Sub", 1 << 14, 4, 1),
                         level("RF", 1 << 12)});
    m_problem = gemmProblem(1, 16, 4, 6, 16, 16);
    m_mapping.nodes = {keep(0, 0),
                       keep(1, 0),
                       keep(2, 0),
                       keep(0, 1),
                       keep(1, 1),
                       keep(2, 1),
                       temporalLoop(1, 4),
                       spatialLoop(0, 4, 1, Axis::x),
                       keep(0, 2),
                       keep(2, 2),
                       spatialLoop(0, 4, 2, Axis::x),
                       keep(0, 3),
                       keep(1, 3),
                       keep(2, 3),
                       temporalLoop(2, 6)};
    for (const std::size_t at : {1U, 2U}) m_machine.levels[at].fanout.hopEnergyPj = 0.1;
    const auto cost = run();
    ASSERT_TRUE(cost.isValid);
    ASSERT_EQ(cost.networks.size(), 2U);
    const auto& outer = cost.networks[0].tensors[1];
    EXPECT_EQ(outer.hops, 3);
    EXPECT_EQ(outer.multicast, 4);
    EXPECT_EQ(outer.ingresses, 4 * 6);
    EXPECT_DOUBLE_EQ(outer.energyPj, 4 * 6 * 3 * 0.1);
    const auto& inner = cost.networks[1].tensors[1];
    EXPECT_EQ(inner.hops, 3);
    EXPECT_EQ(inner.ingresses, 4 * 6);
    EXPECT_DOUBLE_EQ(inner.energyPj, 4 * (4 * 6) * 3 * 0.1) << "of all four sub-buffers";
}

TEST_F(Refinements, ALevelCanAskToBeFilled) {
    const double used = 4 * 6 + 6 * 4 + 4 * 4; // of A, B and O at a time
    buffer().capacityBits = static_cast<Count>(used) * 16 * 2;
    buffer().minUtilization = 0.5;
    EXPECT_TRUE(run().isValid);
    buffer().minUtilization = 0.51;
    const auto refused = run();
    ASSERT_FALSE(refused.isValid);
    EXPECT_EQ(refused.violations.front().code, "utilization");
    EXPECT_EQ(refused.violations.front().level, "Buffer");
    EXPECT_EQ(FastEvaluator(m_problem, m_machine).notCovered(), "a least use of a level's room");
    buffer().minUtilization = 0;
    EXPECT_EQ(FastEvaluator(m_problem, m_machine).notCovered(), "");
}

void expectTooLarge(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping,
                    const std::string& id) {
    const Evaluation evaluation = evaluate(problem, accelerator, mapping);
    EXPECT_FALSE(evaluation.isValid);
    ASSERT_EQ(evaluation.violations.size(), 1U);
    EXPECT_EQ(evaluation.violations.front().code, "size");
    EXPECT_EQ(evaluation.violations.front().message.id, id);
}

TEST(TooLarge, NestsBeyondTheModelOfTimeAreRefused) {
    constexpr int kLoopsPerDim = 44;
    constexpr int kLevels = 22;
    const Count bound = Count{1} << kLoopsPerDim;
    Mapping loops{{keep(0, 0), keep(1, 0), keep(2, 0)}};
    for (int dim = 0; dim < 3; ++dim) {
        for (int i = 0; i < kLoopsPerDim; ++i) loops.nodes.emplace_back(temporalLoop(dim, 2));
    }
    expectTooLarge(gemmProblem(1, bound, bound, bound, 16, 16), machine({level("DRAM", std::nullopt)}), loops,
                   "evaluation.loops");

    std::vector<Level> levels;
    Mapping nodes;
    for (int l = 0; l < kLevels; ++l) {
        levels.push_back(level("L" + std::to_string(l), std::nullopt));
        for (int t = 0; t < 3; ++t) nodes.nodes.emplace_back(keep(t, l));
    }
    Mapping few{{keep(0, 0), keep(1, 0), keep(2, 0)}};
    for (auto* mapping : {&nodes, &few}) {
        for (int dim = 0; dim < 3; ++dim) mapping->nodes.emplace_back(temporalLoop(dim, 4));
    }
    const Problem problem = gemmProblem(1, 4, 4, 4, 16, 16);
    expectTooLarge(problem, machine(levels), nodes, "evaluation.nodes");
    expectTooLarge(problem, machine(levels), few, "evaluation.levels");
}

} // namespace
} // namespace nestwright
