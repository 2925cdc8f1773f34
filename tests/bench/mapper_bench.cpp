// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/presets.h"
#include "core/search/mapper.h"

#include <benchmark/benchmark.h>

namespace nestwright {
namespace {

/// A convolution with `k` x `k` taps over `side` x `side` outputs.
Problem convolution(Count channels, Count kernels, Count side, Count k) {
    Problem problem;
    problem.name = "conv";
    problem.dims = {{"N", 1}, {"K", kernels}, {"C", channels}, {"P", side}, {"Q", side}, {"R", k}, {"S", k}};
    const ProjectionRank rows = {{3, 1}, {5, 1}};
    const ProjectionRank columns = {{4, 1}, {6, 1}};
    problem.tensors = {{"Inputs", Operand::input, {{{0, 1}}, {{2, 1}}, rows, columns}, 16, 16},
                       {"Weights", Operand::weight, {{{1, 1}}, {{2, 1}}, {{5, 1}}, {{6, 1}}}, 16, 16},
                       {"Outputs", Operand::output, {{{0, 1}}, {{1, 1}}, {{3, 1}}, {{4, 1}}}, 16, 32}};
    return problem;
}

/// Time of a search with its proof, on two threads; the gap that it leaves, in percent, is a counter.
void prove(benchmark::State& state, const Problem& problem, const char* machine, Objective objective, Metric metric) {
    const auto accelerator = preset(machine);
    if (!accelerator) return state.SkipWithError(accelerator.error().text().c_str());
    MapperOptions options;
    options.objective = objective;
    options.metric = metric;
    options.threads = 2;
    double gap = 0;
    for (auto _ : state) {
        const auto found = makeOptimalMapper()->map(problem, *accelerator, options, {});
        if (!found) return state.SkipWithError(found.error().text().c_str());
        gap = found->proof.gap.value_or(-1);
    }
    state.counters["gap_percent"] = 100 * gap;
}

const Problem kGemm = gemmProblem(1, 4096, 4096, 4096, 16, 32);

BENCHMARK_CAPTURE(prove, gemm_on_h100, kGemm, "h100-sxm", Objective::latency, Metric::bound)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(3);
BENCHMARK_CAPTURE(prove, gemm_on_h100_with_stalls, kGemm, "h100-sxm", Objective::latency, Metric::full)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);
BENCHMARK_CAPTURE(prove, conv_3x3_on_eyeriss, convolution(64, 64, 56, 3), "eyeriss-v1", Objective::edp, Metric::bound)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(3);
BENCHMARK_CAPTURE(prove, conv_1x1_on_simba, convolution(256, 64, 56, 1), "simba-chiplet", Objective::edp, Metric::bound)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(3);

} // namespace
} // namespace nestwright
