// SPDX-License-Identifier: GPL-3.0-or-later
// Mappings a second and thread, on the architectures of the reference cases. Items are mappings.
// "bound" leaves waiting, fill and drain out of the figures.
#include "core/cost/batch_evaluator.h"
#include "core/cost/fast_evaluator.h"
#include "tests/property/random_problem.h"
#include "tests/reference/timeloop/timeloop_case.h"

#include <benchmark/benchmark.h>

#include <stdexcept>

namespace nestwright {
namespace {

constexpr std::size_t kPool = 512;
constexpr int kMovesBetween = 40;
constexpr std::uint64_t kSeed = 17;

constexpr const char* kCases[] = {"r31_eyeriss_like_14x12_resnet50_conv2_3x3", "m01_simba_conv2",
                                  "p_eyeriss_gemm_1024_rand_edp"};

/// The case's problem and architecture, whose levels keep what its mapping keeps, without links between neighbours.
TimeloopCase searchable(std::int64_t index) {
    TimeloopCase example = loadTimeloopCase(kCases[index]);
    for (auto& level : example.accelerator.levels) {
        level.mayKeep.clear();
        level.fanout.links = false;
    }
    for (const auto& node : example.mapping.nodes) {
        const auto* storage = std::get_if<Storage>(&node);
        if (storage == nullptr) continue;
        example.accelerator.levels[static_cast<std::size_t>(storage->level)].mayKeep.insert(
            example.problem.tensors[static_cast<std::size_t>(storage->tensor)].operand);
    }
    return example;
}

/// A prime factor on its way from one place to another of the same dim.
struct Move {
    std::size_t from = 0;
    std::size_t to = 0;
    Count factor = 1;
};

Move randomMove(Dice& dice, const FlatMapping& flat) {
    while (true) {
        const auto from = static_cast<std::size_t>(dice.between(0, flat.loops - 1));
        const auto to = static_cast<std::size_t>(dice.between(0, flat.loops - 1));
        if (from == to || flat.loop[from].dim != flat.loop[to].dim || flat.bound[from] == 1) continue;
        Count prime = 2;
        while (flat.bound[from] % prime != 0) ++prime;
        return {from, to, prime};
    }
}

void apply(const Move& move, FlatMapping& flat) {
    flat.bound[move.from] /= move.factor;
    flat.bound[move.to] *= move.factor;
}

/// Valid mappings on a random walk through the space.
std::vector<FlatMapping> mappingsOf(const TimeloopCase& example) {
    FastEvaluator evaluator(example.problem, example.accelerator);
    if (!evaluator.notCovered().empty()) throw std::logic_error(example.id + ": " + evaluator.notCovered());
    FlatMapping flat = *evenFlatMapping(example.problem, example.accelerator);
    Dice dice(kSeed);
    std::vector<FlatMapping> pool;
    for (int accepted = 0; pool.size() < kPool;) {
        FlatMapping next = flat;
        apply(randomMove(dice, next), next);
        if (!evaluator(next).isValid) continue;
        flat = next;
        if (++accepted % kMovesBetween == 0) pool.push_back(flat);
    }
    return pool;
}

void evaluateOneByOne(benchmark::State& state) {
    const TimeloopCase example = searchable(state.range(0));
    std::vector<Mapping> mappings;
    for (const auto& flat : mappingsOf(example)) mappings.push_back(toMapping(example.problem, flat));
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(evaluate(example.problem, example.accelerator, mappings[i]));
        i = (i + 1) % mappings.size();
    }
    state.SetItemsProcessed(state.iterations());
    state.SetLabel(example.id);
}
BENCHMARK(evaluateOneByOne)->DenseRange(0, 2);

void evaluateFast(benchmark::State& state, TimeFigures timeFigures) {
    const TimeloopCase example = searchable(state.range(0));
    FastEvaluator evaluator(example.problem, example.accelerator, {}, timeFigures);
    const std::vector<FlatMapping> mappings = mappingsOf(example);
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(evaluator(mappings[i]).cycles);
        i = (i + 1) % mappings.size();
    }
    state.SetItemsProcessed(state.iterations());
    state.SetLabel(example.id);
}
BENCHMARK_CAPTURE(evaluateFast, bound, TimeFigures::boundOnly)->DenseRange(0, 2);
BENCHMARK_CAPTURE(evaluateFast, cycles, TimeFigures::all)->DenseRange(0, 2);

const FlatFigures<double>& evaluateMove(FastEvaluator& evaluator, const Move& move) {
    return evaluator.moveFactor(static_cast<int>(move.from), static_cast<int>(move.to), move.factor);
}

/// Factors moved one after the other, on a walk among valid mappings.
void reevaluateAfterMove(benchmark::State& state, TimeFigures timeFigures) {
    constexpr std::size_t kMoves = 8192;
    const TimeloopCase example = searchable(state.range(0));
    const FlatMapping start = mappingsOf(example).back();
    FastEvaluator evaluator(example.problem, example.accelerator, {}, timeFigures);
    evaluator(start);
    Dice dice(kSeed);
    std::vector<Move> moves;
    while (moves.size() < kMoves) {
        const Move move = randomMove(dice, evaluator.mapping());
        if (evaluateMove(evaluator, move).isValid) {
            moves.push_back(move);
        } else {
            evaluator.undo();
        }
    }
    std::size_t next = kMoves;
    for (auto _ : state) {
        if (next == kMoves) {
            evaluator(start);
            next = 0;
        }
        benchmark::DoNotOptimize(evaluateMove(evaluator, moves[next++]).cycles);
    }
    state.SetItemsProcessed(state.iterations());
    state.SetLabel(example.id);
}
BENCHMARK_CAPTURE(reevaluateAfterMove, bound, TimeFigures::boundOnly)->DenseRange(0, 2);
BENCHMARK_CAPTURE(reevaluateAfterMove, cycles, TimeFigures::all)->DenseRange(0, 2);

/// A factor moved anywhere, also to where the mapping isn't valid, and an undo: what a local search does.
void tryMoveAndUndo(benchmark::State& state, TimeFigures timeFigures) {
    constexpr std::size_t kMoves = 8192;
    const TimeloopCase example = searchable(state.range(0));
    FastEvaluator evaluator(example.problem, example.accelerator, {}, timeFigures);
    evaluator(mappingsOf(example).back());
    Dice dice(kSeed);
    std::vector<Move> moves;
    while (moves.size() < kMoves) moves.push_back(randomMove(dice, evaluator.mapping()));
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(evaluateMove(evaluator, moves[next]).cycles);
        benchmark::DoNotOptimize(evaluator.undo().cycles);
        next = (next + 1) % kMoves;
    }
    state.SetItemsProcessed(state.iterations());
    state.SetLabel(example.id);
}
BENCHMARK_CAPTURE(tryMoveAndUndo, bound, TimeFigures::boundOnly)->DenseRange(0, 2);
BENCHMARK_CAPTURE(tryMoveAndUndo, cycles, TimeFigures::all)->DenseRange(0, 2);

/// All mappings of the pool at once: the walk leaves their structure alone.
void evaluateBatch(benchmark::State& state, TimeFigures timeFigures) {
    const TimeloopCase example = searchable(state.range(0));
    BatchEvaluator evaluator(example.problem, example.accelerator, {}, timeFigures);
    const std::vector<FlatMapping> mappings = mappingsOf(example);
    BoundColumns bounds(mappings[0].loops, static_cast<Eigen::Index>(mappings.size()));
    for (std::size_t m = 0; m < mappings.size(); ++m) {
        for (int i = 0; i < mappings[m].loops; ++i)
            bounds(i, static_cast<Eigen::Index>(m)) =
                static_cast<double>(mappings[m].bound[static_cast<std::size_t>(i)]);
    }
    BatchFigures figures;
    for (auto _ : state) {
        if (!evaluator(mappings[0], bounds, figures)) return state.SkipWithError("not covered");
        benchmark::DoNotOptimize(figures.cycles.data());
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(mappings.size()));
    state.SetLabel(example.id);
}
BENCHMARK_CAPTURE(evaluateBatch, bound, TimeFigures::boundOnly)->DenseRange(0, 2);
BENCHMARK_CAPTURE(evaluateBatch, cycles, TimeFigures::all)->DenseRange(0, 2);

} // namespace
} // namespace nestwright
