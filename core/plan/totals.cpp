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

PlanSlice sliceOf(const Graph& graph, const Bindings& bindings) {
    PlanSlice slice;
    slice.batch = bindings.batch ? bindings.batch : batchSymbol(graph);
    if (!slice.batch && graph.format != kProblemFormat) slice.batch = leadingExtent(graph);
    // A model without such symbols has no sequence, whatever was asked for; those of ONNX have any name.
    if (graph.format == "onnx") {
        slice.sequence = bindings.sequence;
        slice.past = bindings.past;
    }
    for (const auto& [name, value] : graph.symbols) {
        if (!slice.sequence && name.starts_with("seq")) slice.sequence = value.value_or(1);
        if (!slice.past && name == "past") slice.past = value.value_or(1);
    }
    slice.phase = bindings.phase;
    if (!slice.phase && graph.kvBytesPerToken) slice.phase = "prefill";
    return slice;
}

RunOutput runOutputOf(const PlanSlice& slice) {
    RunOutput output;
    output.count = static_cast<double>(std::max<Count>(1, slice.batch.value_or(1)));
    if (slice.phase == "decode") output.unit = "tokens/s";
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
        for (const auto& change : op.planned.changes) addChange(totals.changes, change);
    }
    sortBySaving(totals.changes);
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

} // namespace nestwright
