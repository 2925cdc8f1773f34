// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/evaluation.h"

#include "core/cost/bottleneck.h"
#include "core/cost/cycles.h"
#include "core/cost/energy.h"
#include "core/cost/traffic.h"

namespace nestwright {
namespace {

void addLevels(const Problem& problem, const Accelerator& accelerator, const Nest& nest, const Traffic& traffic,
               const TimeSplit& time, double leakageCycles, Evaluation& result) {
    for (int l = 0; l < static_cast<int>(accelerator.levels.size()); ++l) {
        const auto at = static_cast<std::size_t>(l);
        LevelCosts level;
        level.name = accelerator.levels[at].name;
        level.instances = accelerator.instances(l);
        level.utilizedInstances = traffic.utilizedInstances[at];
        level.boundCycles = time.levelBoundCycles[at];
        level.ports = time.ports[at];
        level.isFanoutOnly = accelerator.levels[at].mayKeep.empty();
        for (int t = 0; t < static_cast<int>(problem.tensors.size()); ++t) {
            TensorCounts counts;
            if (const NodeTraffic* node = traffic.tensors[static_cast<std::size_t>(t)].nodeIn(l)) {
                counts.isKept = true;
                counts.tileWords = node->tileWords;
                counts.partitionWords = node->partitionWords / level.utilizedInstances;
                counts.reads = node->reads / level.utilizedInstances;
                counts.fills = node->fills / level.utilizedInstances;
                counts.updates = node->updates / level.utilizedInstances;
                counts.temporalReductions = node->temporalReductions / level.utilizedInstances;
                counts.energyPj = accessEnergyPj(problem, accelerator, nest, traffic, t, *node);
            }
            level.energyPj += counts.energyPj;
            level.tensors.push_back(counts);
        }
        level.energyPj += accelerator.levels[at].leakagePjPerCycle * leakageCycles * level.utilizedInstances;
        result.energyPj += level.energyPj;
        result.areaMm2 += accelerator.levels[at].areaMm2 * level.instances;
        result.levels.push_back(std::move(level));
    }
    result.areaMm2 += accelerator.compute.areaMm2 * accelerator.lanes();
}

void addTime(const TimeSplit& time, Evaluation& result) {
    result.idealCycles = time.usefulCycles;
    result.computeCycles = time.paddedCycles;
    result.boundCycles = time.boundCycles;
    result.attribution = {time.usefulCycles, time.computeCycles - time.usefulCycles, time.blockedCycles,
                          time.fillCycles + time.drainCycles};
    result.cycles = result.attribution.total();
    result.paths = time.paths;
    result.mfu = time.usefulCycles / result.cycles;
    result.memoryStallFraction = (result.attribution.blocked + result.attribution.delayed) / result.cycles;
}

} // namespace

std::string_view keyOf(BottleneckClass value) {
    switch (value) {
    case BottleneckClass::compute:
        return "compute";
    case BottleneckClass::bandwidth:
        return "bandwidth";
    case BottleneckClass::capacity:
        return "capacity";
    case BottleneckClass::synchronisation:
        return "synchronisation";
    case BottleneckClass::overhead:
        return "overhead";
    case BottleneckClass::shape:
        break;
    }
    return "shape";
}

Message titleOf(BottleneckClass value) {
    switch (value) {
    case BottleneckClass::compute:
        return message(NW_TEXT("bottleneck_class.compute", "Compute"));
    case BottleneckClass::bandwidth:
        return message(NW_TEXT("bottleneck_class.bandwidth", "Bandwidth"));
    case BottleneckClass::capacity:
        return message(NW_TEXT("bottleneck_class.capacity", "Capacity"));
    case BottleneckClass::synchronisation:
        return message(NW_TEXT("bottleneck_class.synchronisation", "Synchronisation"));
    case BottleneckClass::overhead:
        return message(NW_TEXT("bottleneck_class.overhead", "Overhead"));
    case BottleneckClass::shape:
        break;
    }
    return message(NW_TEXT("bottleneck_class.shape", "Shape"));
}

Evaluation evaluate(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping,
                    const EvaluationContext& context) {
    Evaluation result;
    EvaluationContext resolved = context;
    if (resolved.format == DataType::unknown) resolved.format = accelerator.defaultFormat;
    result.violations = violations(problem, accelerator, mapping);
    if (accelerator.peakMacsPerCycle(resolved.format) <= 0) {
        result.violations.push_back({"format", "", "",
                                     message(NW_TEXT("evaluation.format", "%1 can't compute in %2"), accelerator.name,
                                             std::string(nameOf(resolved.format))),
                                     std::nullopt, std::nullopt});
    }
    if (auto tooLarge = beyondTimeModel(accelerator, mapping)) {
        result.violations.push_back({"size", "", "", std::move(*tooLarge), std::nullopt, std::nullopt});
    }
    if (!result.violations.empty()) return result;

    const Nest nest(problem, mapping);
    const Traffic traffic = countTraffic(problem, accelerator, nest, resolved.rules);
    const TimeSplit time = splitTime(problem, accelerator, nest, traffic, resolved);
    result.isValid = true;
    result.macs = problem.macs();
    addTime(time, result);
    result.utilization = result.macs / (accelerator.peakMacsPerCycle(resolved.format) * result.boundCycles);
    const bool leaksThroughout = resolved.rules.leakageTime == CountingRules::LeakageTime::full;
    addLevels(problem, accelerator, nest, traffic, time, leaksThroughout ? result.cycles : result.boundCycles, result);
    result.networks = countNetworks(problem, accelerator, nest, traffic);
    for (const auto& network : result.networks) {
        for (const auto& tensor : network.tensors) result.energyPj += tensor.energyPj;
    }
    const auto macEnergy = accelerator.compute.energyPj.find(resolved.format);
    if (macEnergy != accelerator.compute.energyPj.end()) result.energyPj += result.macs * macEnergy->second;
    result.bottleneck = findBottleneck(problem, accelerator, nest, traffic, time);
    return result;
}

} // namespace nestwright
