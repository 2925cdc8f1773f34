// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/presets.h"
#include "core/formats/cache/sqlite_cache.h"
#include "core/formats/workloads/shipped.h"
#include "core/plan/plan.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <filesystem>
#include <thread>

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

struct Planning {
    const char* workload;
    const char* accelerator;
    Bindings bindings;
};

Planning llamaPrefillOnH100() {
    Bindings bindings;
    bindings.phase = "prefill";
    bindings.batch = 8;
    bindings.sequence = 4096;
    return {"llama3-8b", "h100-sxm", bindings};
}

Planning resnetOnEyeriss() { return {"resnet50", "eyeriss-v1", {}}; }

/// Plans once an iteration; false where that fails.
bool planOnce(const Planning& what, const PlanOptions& options) {
    const auto graph = workloads::shipped(what.workload, what.bindings);
    const auto accelerator = preset(what.accelerator);
    return graph && accelerator && plan(*graph, what.bindings, *accelerator, options, {});
}

/// Every operator searched with its proof, without results of earlier runs.
void planWithoutCache(benchmark::State& state, const Planning& what) {
    for (auto _ : state) {
        if (!planOnce(what, {})) return state.SkipWithError("no plan");
    }
}
BENCHMARK_CAPTURE(planWithoutCache, resnet_on_eyeriss, resnetOnEyeriss())
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);
BENCHMARK_CAPTURE(planWithoutCache, llama_prefill_on_h100, llamaPrefillOnH100())
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);

/// The same question for the second time, the cache opened anew.
void planWithCache(benchmark::State& state, const Planning& what) {
    const auto folder = std::filesystem::temp_directory_path() / "nestwright-bench-cache";
    const auto options = [&] {
        PlanOptions made;
        made.cache = openCache({(folder / "results.sqlite").string(), "bench", std::int64_t{64} << 20U}).cache;
        return made;
    };
    if (!planOnce(what, options())) return state.SkipWithError("no plan");
    for (auto _ : state) {
        if (!planOnce(what, options())) return state.SkipWithError("no plan");
    }
    std::filesystem::remove_all(folder);
}
BENCHMARK_CAPTURE(planWithCache, resnet_on_eyeriss, resnetOnEyeriss())
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(3);
BENCHMARK_CAPTURE(planWithCache, llama_prefill_on_h100, llamaPrefillOnH100())
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(3);

/// How long planning goes on after it was asked to stop, at moments all over it; the counter is the longest.
void cancelPlanning(benchmark::State& state, const Planning& what) {
    const auto graph = workloads::shipped(what.workload, what.bindings);
    const auto accelerator = preset(what.accelerator);
    if (!graph || !accelerator) return state.SkipWithError("no such preset");
    using Clock = std::chrono::steady_clock;
    double longest = 0;
    for (auto _ : state) {
        for (int moment = 1; moment <= 10; ++moment) {
            const WorkContext work;
            Clock::time_point asked;
            std::thread canceller([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(70 * moment));
                asked = Clock::now();
                work.cancel.cancel();
            });
            const auto result = plan(*graph, what.bindings, *accelerator, {}, work);
            const auto ended = Clock::now();
            canceller.join();
            if (!result) longest = std::max(longest, std::chrono::duration<double>(ended - asked).count());
        }
    }
    state.counters["longest_ms"] = 1000 * longest;
}
BENCHMARK_CAPTURE(cancelPlanning, resnet_on_eyeriss, resnetOnEyeriss())
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);
BENCHMARK_CAPTURE(cancelPlanning, llama_prefill_on_h100, llamaPrefillOnH100())
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->Iterations(1);

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
