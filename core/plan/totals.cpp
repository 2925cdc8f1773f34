// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/totals.h"

#include "core/workload/problem_graph.h"

#include <algorithm>
#include <set>

namespace nestwright {
namespace {

std::optional<Count> batchSymbol(const Graph& graph) {
    for (const char* name : {"batch", "batch_size", "N"}) {
        const auto symbol = graph.symbols.find(name);
        if (symbol != graph.symbols.end()) return symbol->second.value_or(1);
    }
    return std::nullopt;
}

std::optional<Count> leadingExtent(const Graph& graph) {
    for (const TensorId id : graph.inputs) {
        const Tensor* tensor = graph.tensor(id);
        if (tensor == nullptr || tensor->role != TensorRole::activation) continue;
        if (tensor->shape && tensor->shape->size() > 1) return tensor->shape->front();
    }
    return std::nullopt;
}

} // namespace

std::vector<LayerTypeSummary> summarizeByLayerType(const std::vector<PricedOperator>& operators) {
    std::vector<LayerTypeSummary> summaries;
    double total = 0;
    for (const LayerType type : kAllLayerTypes) {
        LayerTypeSummary summary;
        summary.layerType = type;
        double launchSeconds = 0;
        for (const auto& op : operators) {
            bool hasPart = false;
            for (const auto& part : op.parts) {
                if (part.layerType != type) continue;
                hasPart = true;
                summary.attribution += part.attribution;
                summary.energyJ += part.energyJ;
                summary.macs += part.macs;
                launchSeconds += part.launchSeconds;
            }
            summary.operators += hasPart ? 1 : 0;
        }
        if (summary.operators == 0) continue;
        summary.seconds = summary.attribution.total();
        summary.mfu = mfuOf(summary.attribution, summary.macs);
        summary.memoryStallFraction = stallFraction(summary.attribution, launchSeconds);
        total += summary.seconds;
        summaries.push_back(std::move(summary));
    }
    for (auto& summary : summaries) {
        summary.share = total > 0 ? summary.seconds / total : 1 / static_cast<double>(summaries.size());
    }
    std::stable_sort(summaries.begin(), summaries.end(),
                     [](const LayerTypeSummary& a, const LayerTypeSummary& b) { return a.share > b.share; });
    return summaries;
}

RunOutput runOutputOf(const Graph& graph, const Bindings& bindings) {
    RunOutput output;
    std::optional<Count> batch = bindings.batch;
    if (!batch) batch = batchSymbol(graph);
    const bool hasBatch = graph.format != kProblemFormat;
    if (!batch && hasBatch) batch = leadingExtent(graph);
    output.count = static_cast<double>(std::max<Count>(1, batch.value_or(1)));
    if (bindings.phase == "decode") output.unit = "tokens/s";
    return output;
}

PlanTotals sumUp(const std::vector<PricedOperator>& operators, const MemoryNeed& need, const Accelerator& accelerator,
                 const RunOutput& output) {
    PlanTotals totals;
    double launchSeconds = 0;
    for (const auto& op : operators) {
        totals.attribution += op.planned.attribution;
        totals.energyJ += op.planned.energyJ;
        totals.macs += op.planned.macs;
        launchSeconds += op.launchSeconds;
    }
    const double seconds = totals.attribution.total();
    totals.latencySeconds.p50 = seconds;
    totals.mfu = mfuOf(totals.attribution, totals.macs);
    totals.memoryStallFraction = stallFraction(totals.attribution, launchSeconds);
    totals.throughputUnit = output.unit;
    if (seconds > 0) {
        totals.throughputPerSecond = output.count / seconds;
        totals.powerW = totals.energyJ / seconds;
        if (*totals.powerW > 0) totals.perfPerWatt = *totals.throughputPerSecond / *totals.powerW;
    }
    totals.weightBytes = need.weightBytes;
    totals.cacheBytes = need.cacheBytes;
    totals.activationBytes = need.activationBytes;
    totals.deviceMemoryBytes = need.total();
    const auto& memory = accelerator.device.memoryBytes;
    if (memory) totals.memoryExcessBytes = std::max(0.0, need.total() - static_cast<double>(*memory));
    totals.fits = !memory || totals.deviceMemoryBytes <= static_cast<double>(*memory);
    return totals;
}

std::vector<Message> assumptionsOf(const Accelerator& accelerator, const PlanResult& result) {
    const Device& device = accelerator.device;
    std::vector<Message> notes;
    notes.push_back(message(NW_TEXT("plan.assume.sequence", "Operators run one after another, and tensors between "
                                                            "kernels pass through device memory")));
    const auto sustained = device.sustainedFraction.find(result.format);
    if (sustained != device.sustainedFraction.end()) {
        notes.push_back(
            message(NW_TEXT("plan.assume.sustained",
                            "Matrix work sustains at most %1 % of the peak rate, as measured on the device"),
                    100 * sustained->second));
    } else {
        notes.push_back(message(NW_TEXT("plan.assume.peak", "Matrix work can reach the peak rate, as no sustained rate "
                                                            "of the device is known for %1"),
                                std::string(nameOf(result.format))));
    }
    if (!(device.vectorOpsPerSecond > 0)) {
        notes.push_back(message(NW_TEXT("plan.assume.vector", "Vector work runs at the rate of the MAC lanes, as no "
                                                              "vector unit is described")));
    }
    if (!device.vectorEnergyPj) {
        notes.push_back(message(NW_TEXT("plan.assume.vector_energy",
                                        "Vector operations cost no energy beyond their memory traffic, as theirs is "
                                        "not known")));
    }
    if (!device.staticPowerW) {
        notes.push_back(message(NW_TEXT("plan.assume.static", "Static power is left out, as it is not known")));
    }
    if (!device.memoryBytes) {
        notes.push_back(message(NW_TEXT("plan.assume.memory", "The model is taken to fit, as the size of the device's "
                                                              "memory is not known")));
    }
    if (!result.totals.fits) {
        notes.push_back(message(NW_TEXT("plan.assume.excess",
                                        "%1 bytes (%2 % of what is needed) exceed the device's memory of %3 bytes; no "
                                        "time is charged for keeping them elsewhere"),
                                result.totals.memoryExcessBytes,
                                100 * result.totals.memoryExcessBytes / result.totals.deviceMemoryBytes,
                                static_cast<double>(device.memoryBytes.value_or(0))));
    }
    notes.push_back(message(NW_TEXT("plan.assume.models", "One model prices matrix work (loop nests, exact counting "
                                                          "rules) and one all other work (passes over memory at the "
                                                          "vector units' rate)")));
    notes.push_back(message(NW_TEXT("plan.assume.mapping", "Mappings come from a heuristic search; each gap is to the "
                                                           "trivial bound")));
    if (result.totals.powerW && device.tdpW && *result.totals.powerW > *device.tdpW) {
        notes.push_back(message(NW_TEXT("plan.assume.tdp", "The modelled power of %1 W is above the device's %2 W; its "
                                                           "clock is taken not to fall"),
                                *result.totals.powerW, *device.tdpW));
    }
    return notes;
}

} // namespace nestwright
