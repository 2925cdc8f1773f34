// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/number_format.h"
#include "core/plan/plan.h"
#include "core/workload/problem_graph.h"

#include <gmock/gmock.h>

#include "machines.h"
#include "small_graphs.h"

namespace nestwright {
namespace {

PlanPointer planned(const Graph& graph, const Accelerator& accelerator, const PlanOptions& options = {},
                    const Bindings& bindings = {}) {
    auto result = plan(graph, bindings, accelerator, options, {});
    EXPECT_TRUE(result) << (result ? std::string() : result.error().text());
    return result ? *result : nullptr;
}

void expectSums(const PlanResult& result) {
    double seconds = 0;
    double energy = 0;
    for (const auto& op : result.operators) {
        EXPECT_NEAR(op.attribution.total(), op.seconds, 1e-9 * op.seconds) << op.name;
        EXPECT_GE(op.mfu.value_or(0), 0);
        EXPECT_LE(op.mfu.value_or(0), 1);
        EXPECT_GE(op.memoryStallFraction, 0);
        EXPECT_LE(op.memoryStallFraction, 1);
        seconds += op.seconds;
        energy += op.energyJ;
    }
    EXPECT_NEAR(result.totals.latencySeconds.p50, seconds, 1e-9 * seconds);
    EXPECT_NEAR(result.totals.energyJ, energy, 1e-9 * energy);
    double share = 0;
    double byType = 0;
    for (const auto& summary : result.byLayerType) {
        share += summary.share;
        byType += summary.seconds;
        EXPECT_NEAR(summary.attribution.total(), summary.seconds, 1e-9 * summary.seconds);
    }
    EXPECT_NEAR(share, 1, 1e-12);
    EXPECT_NEAR(byType, seconds, 1e-9 * seconds);
    double kernels = 0;
    for (const auto& kernel : result.kernels) kernels += kernel.seconds;
    EXPECT_NEAR(kernels, seconds, 1e-9 * seconds);
}

bool mentions(const std::vector<Message>& notes, const std::string& words) {
    return std::any_of(notes.begin(), notes.end(),
                       [&](const Message& note) { return note.text().find(words) != std::string::npos; });
}

TEST(Plan, SumsAddUp) {
    const auto result = planned(test::twoLayers(512, 1024), test::gpu());
    ASSERT_TRUE(result);
    ASSERT_EQ(result->operators.size(), 3u);
    expectSums(*result);
    EXPECT_EQ(result->kernels.size(), 3u);
    EXPECT_DOUBLE_EQ(result->totals.macs, 2.0 * 512 * 1024 * 1024);
    EXPECT_GT(result->totals.energyJ, 0);
}

TEST(Plan, SharesTheStaticPowerAmongTheMappings) {
    auto machine = test::gpu();
    machine.device.staticPowerW = 200;
    const auto result = planned(test::twoLayers(512, 1024), machine);
    ASSERT_TRUE(result);
    for (const auto& op : result->operators) {
        if (!op.mappings) {
            EXPECT_TRUE(op.mappingStaticJ.empty()) << op.name;
            continue;
        }
        ASSERT_EQ(op.mappingStaticJ.size(), op.mappings->size());
        double cost = 0;
        double drawn = 0;
        for (std::size_t i = 0; i < op.mappings->size(); ++i) {
            const auto& mapping = (*op.mappings)[i];
            cost += mapping.cost.energyPj * 1e-12 * static_cast<double>(mapping.repeats);
            drawn += op.mappingStaticJ[i];
        }
        // These operators have no other parts.
        EXPECT_NEAR(drawn, 200 * op.seconds, 1e-9 * drawn) << op.name;
        EXPECT_NEAR(cost + drawn, op.energyJ, 1e-9 * op.energyJ) << op.name;
    }
}

TEST(Plan, MapsEqualOperatorsOnce) {
    const auto result = planned(test::twoLayers(512, 1024), test::gpu());
    ASSERT_TRUE(result);
    EXPECT_EQ(result->operators[0].identicalTo, -1);
    EXPECT_EQ(result->operators[2].identicalTo, 0);
    EXPECT_EQ(result->operators[0].mappings, result->operators[2].mappings);
    EXPECT_EQ(result->operators[0].seconds, result->operators[2].seconds);
    EXPECT_FALSE(result->operators[1].mappings);
    EXPECT_FALSE(result->operators[1].mfu);
}

TEST(Plan, TakesTheTensorsAtTheFormat) {
    const auto wide = planned(test::twoLayers(512, 1024), test::gpu());
    ASSERT_TRUE(wide);
    EXPECT_EQ(wide->format, DataType::bfloat16);
    EXPECT_TRUE(mentions(wide->assumptions, "bf16"));
    const Problem& problem = wide->operators[0].mappings->front().problem;
    EXPECT_EQ(problem.tensors[0].bits, 16);
    EXPECT_EQ(problem.tensors[2].partialBits, 32);
    EXPECT_DOUBLE_EQ(wide->totals.weightBytes, 2.0 * 1024 * 1024 * 2);
    EXPECT_DOUBLE_EQ(wide->operators[1].deviceMemoryBytes, 2.0 * 512 * 1024 * 2);

    PlanOptions options;
    options.format = DataType::int8;
    const auto narrow = planned(test::twoLayers(512, 1024), test::gpu(), options);
    ASSERT_TRUE(narrow);
    EXPECT_DOUBLE_EQ(narrow->totals.weightBytes, 2.0 * 1024 * 1024);
    EXPECT_LT(narrow->totals.latencySeconds.p50, wide->totals.latencySeconds.p50);
}

TEST(Plan, RefusesAFormatThatTheDeviceCantCompute) {
    PlanOptions options;
    options.format = DataType::float8e4m3;
    const auto result = plan(test::twoLayers(64, 64), {}, test::gpu(), options, {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::usage);
    ASSERT_TRUE(result.error().remedy);
    EXPECT_NE(result.error().remedy->text().find("bf16"), std::string::npos);
}

TEST(Plan, DecodeIsBoundByReadingTheWeights) {
    Bindings bindings;
    bindings.phase = "decode";
    bindings.batch = 1;
    const auto result = planned(test::twoLayers(1, 8192), test::gpu(), {}, bindings);
    ASSERT_TRUE(result);
    expectSums(*result);
    const double weightSeconds = 2.0 * 8192 * 8192 * 2 / 3.35e12;
    EXPECT_GE(result->totals.latencySeconds.p50, weightSeconds);
    EXPECT_LE(result->totals.latencySeconds.p50, 1.3 * weightSeconds);
    EXPECT_LT(*result->totals.mfu, 0.02);
    EXPECT_GT(result->totals.memoryStallFraction, 0.8);
    EXPECT_EQ(result->operators[0].bottleneck.kind, BottleneckClass::bandwidth);
    EXPECT_EQ(result->totals.throughputUnit, "tokens/s");
    EXPECT_NEAR(*result->totals.throughputPerSecond * result->totals.latencySeconds.p50, 1, 1e-12);
}

TEST(Plan, PrefillIsBoundByTheSustainedRate) {
    const auto result = planned(test::twoLayers(8192, 8192), test::gpu());
    ASSERT_TRUE(result);
    const auto gemm = std::find_if(result->byLayerType.begin(), result->byLayerType.end(),
                                   [](const auto& summary) { return summary.layerType == LayerType::gemm; });
    ASSERT_NE(gemm, result->byLayerType.end());
    EXPECT_GT(*gemm->mfu, 0.68);
    EXPECT_LT(*gemm->mfu, 0.80);
    EXPECT_TRUE(mentions(result->assumptions, "80.0 %"));
}

TEST(Plan, LaunchesCountAsDelayButNotAsStall) {
    Accelerator machine = test::gpu();
    const auto with = planned(test::twoLayers(16, 64), machine);
    machine.device.launchSeconds = 0;
    const auto without = planned(test::twoLayers(16, 64), machine);
    ASSERT_TRUE(with && without);
    const double launches = 3 * 2.5e-6;
    EXPECT_NEAR(with->totals.latencySeconds.p50 - without->totals.latencySeconds.p50, launches, 1e-12);
    EXPECT_NEAR(with->totals.attribution.delayed - without->totals.attribution.delayed, launches, 1e-12);
    EXPECT_LT(with->totals.memoryStallFraction, without->totals.memoryStallFraction);
    EXPECT_EQ(with->operators[1].bottleneck.kind, BottleneckClass::overhead);
    EXPECT_DOUBLE_EQ(with->kernels[0].launchSeconds, 2.5e-6);
}

TEST(Plan, RanksTheLaunchAmongThePathsOfTheWork) {
    Accelerator machine = test::gpu();
    const auto planWith = [&](double launchSeconds) {
        machine.device.launchSeconds = launchSeconds;
        return planned(test::twoLayers(1, 8192), machine)->operators[0].bottleneck;
    };
    const Bottleneck work = planWith(0);
    EXPECT_EQ(work.kind, BottleneckClass::bandwidth);
    EXPECT_NE(work.runnerUp, "kernel launch");

    const Bottleneck second = planWith(0.9 * work.cycles);
    EXPECT_EQ(second.where, work.where);
    EXPECT_EQ(second.runnerUp, "kernel launch");
    EXPECT_NEAR(second.margin, 0.1, 1e-9);

    const Bottleneck first = planWith(1.25 * work.cycles);
    EXPECT_EQ(first.kind, BottleneckClass::overhead);
    EXPECT_EQ(first.where, "kernel launch");
    EXPECT_EQ(first.runnerUp, work.where);
    EXPECT_NEAR(first.margin, 0.2, 1e-9);
    EXPECT_DOUBLE_EQ(first.cycles, 1.25 * work.cycles);
}

TEST(Plan, SaysWhatOneChangeOfTheMachineWouldSave) {
    const auto result = planned(test::twoLayers(1, 8192), test::gpu());
    ASSERT_TRUE(result);
    const PlannedOperator& layer = result->operators[0];
    ASSERT_FALSE(layer.changes.empty());
    EXPECT_EQ(layer.changes.front().kind, ChangeKind::bandwidth);
    EXPECT_GT(layer.changes.front().savedCycles, 0.4 * layer.seconds) << "bound by device memory";
    EXPECT_LE(layer.changes.front().savedCycles, 0.5 * layer.seconds);
    const auto launch = std::find_if(layer.changes.begin(), layer.changes.end(),
                                     [](const Change& change) { return change.kind == ChangeKind::launch; });
    ASSERT_NE(launch, layer.changes.end());
    EXPECT_DOUBLE_EQ(launch->savedCycles, 2.5e-6);
    double ofOperators = 0;
    for (const auto& op : result->operators) {
        for (const auto& change : op.changes) ofOperators += change.savedCycles;
    }
    double ofModel = 0;
    for (const auto& change : result->totals.changes) ofModel += change.savedCycles;
    EXPECT_NEAR(ofModel, ofOperators, 1e-12 * ofModel);
}

TEST(Plan, ViewsLaunchNothing) {
    test::GraphBuilder builder;
    const TensorId x = builder.input({64, 64});
    const TensorId y = builder.add("Relu", {x}, {64, 64});
    const TensorId view = builder.add("Flatten", {y}, {1, 4096});
    const auto result = planned(builder.finish(builder.add("Relu", {view}, {1, 4096})), test::gpu());
    ASSERT_TRUE(result);
    EXPECT_EQ(result->operators[1].kernel, -1);
    EXPECT_EQ(result->operators[1].seconds, 0);
    EXPECT_EQ(result->kernels.size(), 2u);
    EXPECT_EQ(result->kernels[1].operators, std::vector<int>{2});
    // Input and first result, then the view of that result and the second one.
    EXPECT_DOUBLE_EQ(result->totals.activationBytes, 2 * 4096.0 * 2);
    expectSums(*result);
}

TEST(Plan, FusionKeepsTheTensorBetweenOnTheChip) {
    const Graph graph = test::twoLayers(4096, 1024);
    const auto apart = planned(graph, test::gpu());
    PlanOptions options;
    options.fusion = Fusion::automatic;
    const auto fused = planned(graph, test::gpu(), options);
    ASSERT_TRUE(apart && fused);
    expectSums(*fused);
    ASSERT_EQ(fused->kernels.size(), 2u);
    EXPECT_EQ(fused->kernels[0].operators, (std::vector<int>{0, 1}));
    EXPECT_DOUBLE_EQ(fused->kernels[0].bytesSaved, 2.0 * 4096 * 1024 * 2);
    EXPECT_DOUBLE_EQ(apart->operators[1].deviceMemoryBytes - fused->operators[1].deviceMemoryBytes,
                     fused->kernels[0].bytesSaved);
    EXPECT_LT(fused->totals.latencySeconds.p50, apart->totals.latencySeconds.p50);
}

TEST(Plan, FusionLeavesTensorsWithSeveralReadersAlone) {
    test::GraphBuilder builder;
    const TensorId x = builder.input({64, 64});
    const TensorId product = builder.add("MatMul", {x, builder.weight({64, 64})}, {64, 64});
    const TensorId relu = builder.add("Relu", {product}, {64, 64});
    const Graph graph = builder.finish(builder.add("Add", {relu, product}, {64, 64}));
    PlanOptions options;
    options.fusion = Fusion::automatic;
    const auto result = planned(graph, test::gpu(), options);
    ASSERT_TRUE(result);
    ASSERT_EQ(result->kernels.size(), 2u);
    EXPECT_EQ(result->kernels[1].operators, (std::vector<int>{1, 2}));
}

TEST(Plan, SaysWhetherTheModelFits) {
    Accelerator machine = test::gpu();
    machine.device.memoryBytes = 1'000'000;
    const auto tight = planned(test::twoLayers(64, 1024), machine);
    ASSERT_TRUE(tight);
    EXPECT_FALSE(tight->totals.fits);
    machine.device.memoryBytes.reset();
    const auto open = planned(test::twoLayers(64, 1024), machine);
    ASSERT_TRUE(open);
    EXPECT_TRUE(open->totals.fits);
    EXPECT_TRUE(mentions(open->assumptions, "taken to fit"));
}

/// Need and room are bytes; of a model that is 1 % larger than the memory 1 % lies outside, not a thousand times that.
TEST(Plan, SaysHowMuchTooLargeAModelIs) {
    Accelerator machine = test::gpu();
    const auto need = planned(test::twoLayers(64, 1024), machine);
    ASSERT_TRUE(need);
    EXPECT_EQ(need->totals.memoryExcessBytes, 0);
    machine.device.memoryBytes = static_cast<Count>(need->totals.deviceMemoryBytes / 1.01);
    const auto tight = planned(test::twoLayers(64, 1024), machine);
    ASSERT_TRUE(tight);
    EXPECT_EQ(tight->totals.memoryExcessBytes,
              tight->totals.deviceMemoryBytes - static_cast<double>(*machine.device.memoryBytes));
    EXPECT_NEAR(tight->totals.memoryExcessBytes / static_cast<double>(*machine.device.memoryBytes), 0.01, 1e-6);
    EXPECT_TRUE(mentions(tight->assumptions, "exceed the device's memory"));
}

/// A clock turns cycles into seconds and does nothing else, where the ports are given in bits per cycle.
TEST(Plan, SecondsFollowTheClock) {
    Accelerator machine = test::systolic();
    std::vector<double> cycles;
    for (const double clock : {0.8e9, 1.35e9}) {
        machine.device.clockHz = clock;
        const auto result = planned(test::twoLayers(64, 256), machine);
        ASSERT_TRUE(result);
        cycles.push_back(result->operators[0].mappings->front().cost.cycles);
        EXPECT_NEAR(result->operators[0].attribution.useful * clock,
                    result->operators[0].mappings->front().cost.attribution.useful, 1e-6);
    }
    EXPECT_EQ(cycles[0], cycles[1]);
}

TEST(Plan, SaysWhatItDoesNotKnow) {
    const auto result = planned(test::twoLayers(16, 16), test::rowStationary());
    ASSERT_TRUE(result);
    expectSums(*result);
    EXPECT_EQ(result->format, DataType::int16);
    EXPECT_TRUE(mentions(result->assumptions, "One model prices matrix work"));
    EXPECT_TRUE(mentions(result->assumptions, "no vector unit"));
    EXPECT_TRUE(mentions(result->assumptions, "Static power"));
}

TEST(Plan, IsTheSameForAnyNumberOfThreads) {
    PlanOptions options;
    options.threads = 1;
    const auto one = planned(test::twoLayers(300, 700), test::gpu(), options);
    options.threads = 3;
    const auto three = planned(test::twoLayers(300, 700), test::gpu(), options);
    ASSERT_TRUE(one && three);
    EXPECT_EQ(one->totals.latencySeconds.p50, three->totals.latencySeconds.p50);
    EXPECT_EQ(one->totals.energyJ, three->totals.energyJ);
    EXPECT_EQ(one->operators[0].mappings->front().mapping, three->operators[0].mappings->front().mapping);
}

TEST(Plan, ReportsProgressAndStopsWhenCancelled) {
    WorkContext work;
    double last = 0;
    work.progress = [&](double fraction, const Message&) { last = std::max(last, fraction); };
    EXPECT_TRUE(plan(test::twoLayers(64, 64), {}, test::gpu(), {}, work));
    EXPECT_DOUBLE_EQ(last, 1);
    work.cancel.cancel();
    const auto result = plan(test::twoLayers(64, 64), {}, test::gpu(), {}, work);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::cancelled);
}

TEST(Plan, SeveralDevicesAreAUsageError) {
    PlanOptions options;
    options.devices = 8;
    const auto result = plan(test::twoLayers(64, 64), {}, test::gpu(), options, {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::usage);
}

TEST(NumberFormat, AQuantizedProblemKeepsItsPartialSums) {
    const auto problem = gemmProblem(1, 8, 8, 8, 8, 16);
    const Graph graph = graphOf(problem);
    EXPECT_EQ(inFormat(problem, graph, graph.operators.front(), DataType::int8).tensors, problem.tensors);
    const auto wide = gemmProblem(1, 8, 8, 8, 16, 16);
    const Graph wideGraph = graphOf(wide);
    EXPECT_EQ(inFormat(wide, wideGraph, wideGraph.operators.front(), DataType::int8).tensors.back().partialBits, 32);
}

} // namespace
} // namespace nestwright
