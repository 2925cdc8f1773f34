// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/zigzag/comparison.h"

#include <algorithm>
#include <cmath>

namespace nestwright {
namespace {

/// Lanes between the level and the next one outward that keeps the output, along which its partial sums are added up.
double reducingLanes(const ZigzagLayer& layer, const ZigzagMoves& moves) {
    int parent = 0;
    for (const auto& other : layer.moves) {
        if (other.tensor == moves.tensor && other.level < moves.level) parent = std::max(parent, other.level);
    }
    double lanes = 1;
    for (const auto& node : layer.mapping->nodes) {
        const auto* loop = std::get_if<Loop>(&node);
        if (loop == nullptr || !loop->isSpatial) continue;
        const bool isBetween = loop->fanoutLevel >= parent && loop->fanoutLevel < moves.level;
        if (isBetween && !layer.problem.isRelevant(moves.tensor, loop->dim)) lanes *= static_cast<double>(loop->bound);
    }
    return lanes;
}

bool isInnermost(const ZigzagLayer& layer, const ZigzagMoves& moves) {
    return std::none_of(layer.moves.begin(), layer.moves.end(), [&](const ZigzagMoves& other) {
        return other.tensor == moves.tensor && other.level > moves.level;
    });
}

MovesPair pairOf(const Accelerator& accelerator, const ZigzagLayer& layer, const ZigzagMoves& moves,
                 const Evaluation& evaluation) {
    const auto& level = evaluation.levels[static_cast<std::size_t>(moves.level)];
    const auto& counts = level.tensors[static_cast<std::size_t>(moves.tensor)];
    const auto& tensor = layer.problem.tensors[static_cast<std::size_t>(moves.tensor)];
    const int group = accelerator.levels[static_cast<std::size_t>(moves.level)].clusterInstances;
    const double instances = level.utilizedInstances / group;
    MovesPair pair;
    pair.level = level.name;
    pair.tensor = tensor.name;
    pair.theirReads = moves.readToBelow * moves.heldByMacs + moves.readToAbove;
    pair.theirFills = moves.fillFromAbove;
    pair.theirUpdates = moves.fillFromBelow;
    pair.theirPj = moves.energyPj;
    pair.ourReads = counts.reads * instances;
    pair.ourFills = counts.fills * instances / (tensor.isReadWrite() ? reducingLanes(layer, moves) : 1);
    pair.ourUpdates = counts.updates * instances;
    pair.ourFirstUpdates = (counts.updates - counts.temporalReductions) * instances;
    pair.ourPj = counts.energyPj;
    pair.isInnermost = isInnermost(layer, moves);
    pair.isPricedInGroups = group > 1;
    return pair;
}

} // namespace

bool isAlmost(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

bool MovesPair::areCountsEqual() const {
    return isAlmost(theirReads, ourReads) && isAlmost(theirFills, ourFills) && isAlmost(theirUpdates, ourUpdates);
}

bool hasWindows(const Problem& problem) {
    const int input = problem.tensorIndex("I");
    if (input < 0) return false;
    const auto& projection = problem.tensors[static_cast<std::size_t>(input)].projection;
    return std::any_of(projection.begin(), projection.end(), [&](const ProjectionRank& rank) {
        const auto isWide = [&](const ProjectionTerm& term) {
            return problem.dims[static_cast<std::size_t>(term.dim)].bound > 1;
        };
        const auto wide = std::count_if(rank.begin(), rank.end(), isWide);
        const bool hasGaps = std::any_of(
            rank.begin(), rank.end(), [&](const ProjectionTerm& term) { return isWide(term) && term.coefficient > 1; });
        return wide > 1 || hasGaps;
    });
}

LayerComparison compare(const Accelerator& accelerator, const ZigzagLayer& layer) {
    LayerComparison result;
    result.name = layer.name;
    if (!layer.mapping) {
        result.refusal = layer.mapping.error().message.text();
        return result;
    }
    auto evaluation = evaluate(layer.problem, accelerator, *layer.mapping);
    if (!evaluation.isValid) {
        result.refusal = evaluation.violations.front().message.text();
        return result;
    }
    EvaluationContext context;
    context.rules.drainReads = true;
    const auto counts = evaluate(layer.problem, accelerator, *layer.mapping, context);
    for (const auto& level : counts.levels) result.ourMemoryPj += level.energyPj;
    for (const auto& moves : layer.moves) result.moves.push_back(pairOf(accelerator, layer, moves, counts));
    result.evaluation = std::move(evaluation);
    return result;
}

} // namespace nestwright
