// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/presets.h"
#include "core/formats/workloads/shipped.h"
#include "core/plan/plan.h"

#include <benchmark/benchmark.h>

namespace nestwright {
namespace {

/// A 3x3 convolution of ResNet-50's second stage.
Problem convolution() {
    Problem problem;
    problem.name = "conv";
    problem.dims = {{"N", 1}, {"K", 64}, {"C", 64}, {"P", 56}, {"Q", 56}, {"R", 3}, {"S", 3}};
    const ProjectionRank rows = {{3, 1}, {5, 1}};
    const ProjectionRank columns = {{4, 1}, {6, 1}};
    problem.tensors = {{"Inputs", Operand::input, {{{0, 1}}, {{2, 1}}, rows, columns}, 16, 16},
                       {"Weights", Operand::weight, {{{1, 1}}, {{2, 1}}, {{5, 1}}, {{6, 1}}}, 16, 16},
                       {"Outputs", Operand::output, {{{0, 1}}, {{1, 1}}, {{3, 1}}, {{4, 1}}}, 16, 32}};
    return problem;
}

void planLlamaPrefillOnFiveGpus(benchmark::State& state) {
    Bindings bindings;
    bindings.phase = "prefill";
    bindings.batch = 8;
    bindings.sequence = 4096;
    const auto graph = workloads::shipped("llama3-8b", bindings);
    if (!graph) return state.SkipWithError(graph.error().text().c_str());
    for (auto _ : state) {
        for (const char* id : {"a100-80-sxm", "h100-sxm", "h200-sxm", "b200", "mi300x"}) {
            const auto accelerator = preset(id);
            if (!accelerator) return state.SkipWithError(accelerator.error().text().c_str());
            const auto result = plan(*graph, bindings, *accelerator, {}, {});
            if (!result) return state.SkipWithError(result.error().text().c_str());
            benchmark::DoNotOptimize(result);
        }
    }
}
BENCHMARK(planLlamaPrefillOnFiveGpus)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(3);

/// Imperfect factors on an array of 128 x 128 multipliers, where children are too many to be counted one by one.
void planResnetOnLargeArray(benchmark::State& state) {
    const auto graph = workloads::shipped("resnet50", {});
    if (!graph) return state.SkipWithError(graph.error().text().c_str());
    const auto accelerator = preset("tpu-v4");
    if (!accelerator) return state.SkipWithError(accelerator.error().text().c_str());
    for (auto _ : state) {
        const auto result = plan(*graph, {}, *accelerator, {}, {});
        if (!result) return state.SkipWithError(result.error().text().c_str());
        benchmark::DoNotOptimize(result);
    }
}
BENCHMARK(planResnetOnLargeArray)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(3);

void mapConvolutionOnEyeriss(benchmark::State& state) {
    const auto accelerator = preset("eyeriss-v1");
    if (!accelerator) return state.SkipWithError(accelerator.error().text().c_str());
    const Problem problem = convolution();
    MapperOptions options;
    options.threads = 1;
    options.allowImperfect = state.range(0) != 0;
    for (auto _ : state) benchmark::DoNotOptimize(makeQuickMapper()->map(problem, *accelerator, options, {}));
}
BENCHMARK(mapConvolutionOnEyeriss)->ArgName("imperfect")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void evaluateConvolutionOnEyeriss(benchmark::State& state) {
    const auto accelerator = preset("eyeriss-v1");
    if (!accelerator) return state.SkipWithError(accelerator.error().text().c_str());
    const Problem problem = convolution();
    MapperOptions options;
    options.allowImperfect = state.range(0) != 0;
    const auto mapped = makeQuickMapper()->map(problem, *accelerator, options, {});
    if (!mapped) return state.SkipWithError(mapped.error().text().c_str());
    for (auto _ : state) benchmark::DoNotOptimize(evaluate(problem, *accelerator, mapped->mapping, {}));
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(evaluateConvolutionOnEyeriss)->ArgName("imperfect")->Arg(0)->Arg(1);

} // namespace
} // namespace nestwright
