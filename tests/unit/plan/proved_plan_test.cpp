// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/presets.h"
#include "core/formats/workloads/shipped.h"
#include "core/plan/plan.h"

#include <gmock/gmock.h>

#include "machines.h"
#include "small_graphs.h"
#include <mutex>

namespace nestwright {
namespace {

/// A convolution of 14 x 14 outputs and a layer after it: bounds that arrays don't divide.
Graph awkwardLayers() {
    test::GraphBuilder builder;
    const TensorId image = builder.input({1, 24, 14, 14});
    const TensorId maps = builder.add("Conv", {image, builder.weight({56, 24, 1, 1})}, {1, 56, 14, 14});
    const TensorId flat = builder.add("MatMul", {builder.input({7, 100}), builder.weight({100, 30})}, {7, 30});
    static_cast<void>(maps);
    return builder.finish(flat);
}

PlanPointer planned(const Graph& graph, const Accelerator& machine, Objective objective, int threads) {
    PlanOptions options;
    options.objective = objective;
    options.threads = threads;
    const auto result = plan(graph, {}, machine, options, {});
    EXPECT_TRUE(result) << (result ? std::string() : result.error().text());
    return result ? *result : nullptr;
}

MapperOptions quickOptions(const PlanResult& result) {
    MapperOptions options;
    options.objective = result.objective;
    options.allowImperfect = true;
    options.context.format = result.format;
    options.context.useSustainedRate = true;
    options.threads = 1;
    return options;
}

void expectNoWorseThanQuick(const Graph& graph, const Accelerator& machine, Objective objective) {
    const auto result = planned(graph, machine, objective, 2);
    ASSERT_TRUE(result);
    const MapperOptions options = quickOptions(*result);
    int compared = 0;
    for (const auto& op : result->operators) {
        if (!op.mappings) continue;
        for (const auto& mapping : *op.mappings) {
            const auto quick = makeQuickMapper()->map(mapping.problem, machine, options, {});
            ASSERT_TRUE(quick);
            const auto valueOf = [&](const Evaluation& cost) {
                return objectiveValue(cost, machine, objective, Metric::full);
            };
            const double value = valueOf(mapping.cost);
            ++compared;
            EXPECT_LE(value, valueOf(quick->cost)) << op.name << " " << keyOf(objective);
            ASSERT_TRUE(mapping.proof.lowerBound && mapping.proof.gap);
            EXPECT_LE(*mapping.proof.lowerBound, value);
            EXPECT_NEAR(*mapping.proof.lowerBound * (1 + *mapping.proof.gap), value, 1e-8 * value);
            if (mapping.proof.isOptimal) {
                EXPECT_NEAR(*mapping.proof.lowerBound, value, 1e-8 * value);
            }
            if (!mapping.proof.perfectGap) continue;
            EXPECT_NEAR(*mapping.proof.perfectBound * (1 + *mapping.proof.perfectGap), value, 1e-8 * value);
            EXPECT_GE(*mapping.proof.perfectBound, *mapping.proof.lowerBound * (1 - 1e-8));
        }
    }
    EXPECT_GE(compared, 2);
}

TEST(ProvedPlan, IsNeverWorseThanTheQuickMappers) {
    expectNoWorseThanQuick(test::twoLayers(100, 192), test::gpu(), Objective::latency);
    expectNoWorseThanQuick(awkwardLayers(), *preset("eyeriss-v1"), Objective::edp);
    expectNoWorseThanQuick(awkwardLayers(), *preset("gemmini"), Objective::energy);
}

TEST(ProvedPlan, SearchesFurtherThanTheQuickMapper) {
    const auto result = planned(awkwardLayers(), *preset("eyeriss-v1"), Objective::latency, 1);
    ASSERT_TRUE(result);
    int proved = 0;
    for (const auto& op : result->operators) {
        if (op.mappings) proved += op.mappings->front().proof.perfectGap ? 1 : 0;
    }
    EXPECT_EQ(proved, 2);
    EXPECT_THAT(result->assumptions.back().text(), testing::HasSubstr("Imperfect factors"));
}

void expectSame(const Evaluation& a, const Evaluation& b) {
    EXPECT_EQ(a.cycles, b.cycles);
    EXPECT_EQ(a.boundCycles, b.boundCycles);
    EXPECT_EQ(a.energyPj, b.energyPj);
    EXPECT_EQ(a.attribution, b.attribution);
}

void expectSame(const Proof& a, const Proof& b) {
    EXPECT_EQ(a.isOptimal, b.isOptimal);
    EXPECT_EQ(a.lowerBound, b.lowerBound);
    EXPECT_EQ(a.perfectBound, b.perfectBound);
    EXPECT_EQ(a.considered, b.considered);
    EXPECT_EQ(a.pruned, b.pruned);
}

TEST(ProvedPlan, IsTheSameForAnyNumberOfThreads) {
    for (const char* machine : {"eyeriss-v1", "gemmini"}) {
        const Graph graph = awkwardLayers();
        const auto one = planned(graph, *preset(machine), Objective::edp, 1);
        const auto two = planned(graph, *preset(machine), Objective::edp, 2);
        const auto all = planned(graph, *preset(machine), Objective::edp, 0);
        ASSERT_TRUE(one && two && all);
        for (const auto& other : {two, all}) {
            EXPECT_EQ(one->totals.latencySeconds.p50, other->totals.latencySeconds.p50);
            EXPECT_EQ(one->totals.energyJ, other->totals.energyJ);
            EXPECT_EQ(one->totals.attribution, other->totals.attribution);
            ASSERT_EQ(one->operators.size(), other->operators.size());
            for (std::size_t i = 0; i < one->operators.size(); ++i) {
                if (!one->operators[i].mappings) continue;
                const auto& a = one->operators[i].mappings->front();
                const auto& b = other->operators[i].mappings->front();
                EXPECT_EQ(a.mapping, b.mapping);
                expectSame(a.cost, b.cost);
                expectSame(a.proof, b.proof);
            }
        }
    }
}

TEST(ProvedPlan, NamesTheOperatorInHand) {
    WorkContext work;
    std::mutex mutex;
    std::vector<std::string> steps;
    std::vector<double> fractions;
    work.progress = [&](double fraction, const Message& step) {
        const std::lock_guard lock(mutex);
        steps.push_back(step.text());
        fractions.push_back(fraction);
    };
    PlanOptions options;
    options.threads = 1;
    ASSERT_TRUE(plan(test::twoLayers(64, 128), {}, test::gpu(), options, work));
    EXPECT_THAT(steps, testing::Contains(testing::HasSubstr("MatMul")));
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
}

TEST(ProvedPlan, StopsWhenItIsCancelled) {
    WorkContext work;
    int steps = 0;
    work.progress = [&](double, const Message&) {
        if (++steps == 2) work.cancel.cancel();
    };
    PlanOptions options;
    options.threads = 1;
    const auto result = plan(*workloads::shipped("resnet50", {}), {}, *preset("gemmini"), options, work);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::cancelled);
    EXPECT_LE(steps, 4);
}

} // namespace
} // namespace nestwright
