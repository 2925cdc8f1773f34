// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/flat_tables.h"

#include "core/mapping/room.h"

#include <algorithm>
#include <set>

namespace nestwright {
namespace {

/// Distances in a tensor stay below this, so that doubles hold them exactly.
constexpr double kLargestDistance = 1e15;

std::string gapOf(const Problem& problem, const Accelerator& accelerator, const EvaluationContext& context) {
    if (problem.dims.size() > kMaxFlatDims || problem.tensors.size() > kMaxFlatTensors ||
        accelerator.levels.size() > kMaxFlatLevels)
        return "more dims, tensors or levels than there is room for";
    if (accelerator.peakMacsPerCycle(context.format) <= 0) return "a format that the accelerator can't compute";
    if (context.rules.steps != CountingRules::Steps::exact) return "sampled steps";
    for (const auto& level : accelerator.levels) {
        const bool hasLinks = level.fanout.links && context.rules.linkTransfers != CountingRules::LinkTransfers::off;
        if (hasLinks) return "links between neighbours";
        const Fanout& fanout = level.fanout;
        if (fanout.hopEnergyPj > 0 || fanout.routerEnergyPj > 0 || fanout.ingressEnergyPj > 0) return "energy of wires";
        if (level.networkFillCycles > 0 || level.networkDrainCycles > 0) return "latencies of networks";
        if (level.distributesMulticast) return "tiles kept once among siblings";
        if (level.minUtilization > 0) return "a least use of a level's room";
        if (!level.bandwidthScale.empty()) return "tensors that take a port more or less than their bits";
    }
    return {};
}

/// Fills in the projection; says what is beyond the tables, if anything.
std::string fillProjection(const Problem& problem, const DataSpace& space, FlatTensor& tensor) {
    if (space.projection.size() > kMaxFlatRanks) return "a tensor of very many ranks";
    std::set<int> seen;
    bool isRepeated = false;
    bool hasGaps = false;
    tensor.ranks = static_cast<std::int8_t>(space.projection.size());
    for (std::size_t r = 0; r < space.projection.size(); ++r) {
        double extent = 1;
        for (const auto& term : space.projection[r]) {
            if (term.coefficient == 0) continue;
            FlatRank& rank = tensor.rank[r];
            if (rank.terms == kMaxFlatTerms) return "a rank of very many terms";
            const auto dim = static_cast<std::size_t>(term.dim);
            const auto reach = static_cast<double>(std::abs(term.coefficient));
            rank.dim[static_cast<std::size_t>(rank.terms)] = static_cast<std::int8_t>(term.dim);
            rank.reach[static_cast<std::size_t>(rank.terms++)] = reach;
            extent += reach * static_cast<double>(problem.dims[dim].bound);
            hasGaps = hasGaps || reach > 1;
            isRepeated = isRepeated || !seen.insert(term.dim).second;
            tensor.moves[dim] = true;
            tensor.moving[dim] = 1;
            tensor.movers |= 1U << dim;
            tensor.rankOf[dim] = static_cast<std::int8_t>(r);
            tensor.coefficient[dim] = term.coefficient;
        }
        if (extent > kLargestDistance) return "a tensor of very large extents";
        tensor.isSliding = tensor.isSliding || tensor.rank[r].terms > 1;
    }
    if (isRepeated) return "a tensor that a dim moves in two ways";
    if (tensor.isOutput && (tensor.isSliding || hasGaps)) return "an output that slides";
    return {};
}

void fillLevel(const Problem& problem, const Accelerator& accelerator, int index, FlatLevel& level) {
    const Level& place = accelerator.levels[static_cast<std::size_t>(index)];
    level.rates = portRates(place);
    level.prices = accessPrices(accelerator, index);
    level.wordBits = place.wordBits;
    level.roomBits = roomBits(place);
    level.slotRoomBits = slotRoomBits(place);
    level.isLimited = place.capacityBits.has_value() || !place.operandCapacityBits.empty();
    level.buffering = place.buffering;
    level.leakagePjPerCycle = place.leakagePjPerCycle;
    level.lanesX = place.fanout.x;
    level.lanesY = place.fanout.y;
    level.timing = place.fanout.timing;
    level.multicast = place.fanout.multicast;
    level.spatialReduction = place.fanout.spatialReduction;
    for (std::size_t d = 0; d < problem.dims.size(); ++d) {
        const DimClass kind = problem.classOf(static_cast<int>(d));
        level.mayCarryX[d] = place.fanout.xRule.empty() || place.fanout.xRule.contains(kind);
        level.mayCarryY[d] = place.fanout.yRule.empty() || place.fanout.yRule.contains(kind);
    }
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        const Operand operand = problem.tensors[t].operand;
        const auto own = place.operandCapacityBits.find(operand);
        level.ownRoomBits[t] = own == place.operandCapacityBits.end() ? -1 : static_cast<double>(own->second);
        const auto bit = static_cast<std::uint8_t>(1U << t);
        if (place.mayKeep.contains(operand)) level.mayKeep |= bit;
        if (index == 0 || place.mustKeep.contains(operand)) level.mustKeep |= bit;
    }
}

} // namespace

FlatTables makeFlatTables(const Problem& problem, const Accelerator& accelerator, const EvaluationContext& context,
                          TimeFigures timeFigures) {
    FlatTables tables;
    EvaluationContext resolved = context;
    if (resolved.format == DataType::unknown) resolved.format = accelerator.defaultFormat;
    tables.notCovered = gapOf(problem, accelerator, resolved);
    if (!tables.notCovered.empty()) return tables;
    tables.dims = static_cast<int>(problem.dims.size());
    tables.tensors = static_cast<int>(problem.tensors.size());
    tables.levels = static_cast<int>(accelerator.levels.size());
    tables.output = problem.outputIndex();
    tables.elementPerWord = accelerator.elementPerWord;
    tables.rules = context.rules;
    tables.timeFigures = timeFigures;
    tables.rate = computeRate(problem, accelerator, resolved);
    const auto macEnergy = accelerator.compute.energyPj.find(resolved.format);
    if (macEnergy != accelerator.compute.energyPj.end()) tables.macEnergyPj = problem.macs() * macEnergy->second;
    for (std::size_t d = 0; d < problem.dims.size(); ++d) tables.bounds[d] = static_cast<double>(problem.dims[d].bound);
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        FlatTensor& tensor = tables.tensor[t];
        tensor.isOutput = problem.tensors[t].isReadWrite();
        tensor.elements = problem.tensorElements(static_cast<int>(t));
        tensor.bits = problem.tensors[t].bits;
        tensor.partialBits = problem.tensors[t].partialBits;
        const std::string gap = fillProjection(problem, problem.tensors[t], tensor);
        if (!gap.empty()) tables.notCovered = gap;
    }
    for (int l = 0; l < tables.levels; ++l) {
        fillLevel(problem, accelerator, l, tables.level[static_cast<std::size_t>(l)]);
        const FlatLevel& level = tables.level[static_cast<std::size_t>(l)];
        tables.rates[static_cast<std::size_t>(l)] = level.rates;
        tables.hasPorts = tables.hasPorts || level.rates != PortRates{};
        tables.hasArrays = tables.hasArrays || !(level.timing == ArrayTiming{});
    }
    return tables;
}

} // namespace nestwright
