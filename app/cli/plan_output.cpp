// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_output.h"

#include "app/cli/console.h"
#include "app/cli/evaluation_text.h"
#include "app/cli/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace nestwright::cli {

namespace {

Json operatorJson(const PlannedOperator& op) {
    return {{"id", op.id},
            {"name", op.name},
            {"type", op.type},
            {"layer_type", keyOf(op.layerType)},
            {"kernel", op.kernel < 0 ? Json(nullptr) : Json(op.kernel)},
            {"seconds", number(op.seconds)},
            {"energy_j", number(op.energyJ)},
            {"macs", number(op.macs)},
            {"flops", number(op.flops)},
            {"device_memory_bytes", number(op.deviceMemoryBytes)},
            {"mfu", number(op.mfu.value_or(0))},
            {"memory_stall_fraction", number(op.memoryStallFraction)},
            {"attribution", attributionJson(op.attribution)},
            {"paths", pathsJson(op.paths, "seconds")},
            {"bottleneck", bottleneckJson(op.bottleneck)},
            {"changes", changesJson(op.changes, "saved_seconds")}};
}

Json kernelJson(const PlannedKernel& kernel, const PlanResult& plan) {
    Json ids = Json::array();
    for (const int index : kernel.operators) ids.push_back(plan.operators.at(static_cast<std::size_t>(index)).id);
    return {{"id", kernel.id},
            {"operators", std::move(ids)},
            {"seconds", number(kernel.seconds)},
            {"launch_seconds", number(kernel.launchSeconds)},
            {"bytes_saved", number(kernel.bytesSaved)}};
}

Json layerTypeJson(const LayerTypeSummary& summary) {
    return {{"layer_type", keyOf(summary.layerType)},
            {"operators", summary.operators},
            {"seconds", number(summary.seconds)},
            {"share", number(summary.share)},
            {"macs", number(summary.macs)},
            {"mfu", number(summary.mfu.value_or(0))},
            {"memory_stall_fraction", number(summary.memoryStallFraction)},
            {"energy_j", number(summary.energyJ)},
            {"attribution", attributionJson(summary.attribution)}};
}

Json totalsJson(const PlanTotals& totals) {
    return {{"latency_s",
             {{"p50", number(totals.latencySeconds.p50)},
              {"p95", number(totals.latencySeconds.p95)},
              {"p99", number(totals.latencySeconds.p99)}}},
            {"throughput_per_s", number(totals.throughputPerSecond)},
            {"throughput_unit", nameOrNull(totals.throughputUnit)},
            {"energy_j", number(totals.energyJ)},
            {"power_w", number(totals.powerW)},
            {"perf_per_watt", number(totals.perfPerWatt)},
            {"macs", number(totals.macs)},
            {"mfu", number(totals.mfu)},
            {"memory_stall_fraction", number(totals.memoryStallFraction)},
            {"attribution", attributionJson(totals.attribution)},
            {"changes", changesJson(totals.changes, "saved_seconds")},
            {"device_memory_bytes", number(totals.deviceMemoryBytes)},
            {"weight_bytes", number(totals.weightBytes)},
            {"cache_bytes", number(totals.cacheBytes)},
            {"activation_bytes", number(totals.activationBytes)},
            {"memory_excess_bytes", number(totals.memoryExcessBytes)},
            {"fits", totals.fits}};
}

/// What was planned; null where it doesn't apply.
void addSlice(Json& document, const PlanResult& plan) {
    document["batch"] = number(plan.slice.batch);
    document["seq"] = number(plan.slice.sequence);
    document["phase"] = plan.slice.phase ? Json(*plan.slice.phase) : Json(nullptr);
    document["past"] = number(plan.slice.past);
    document["objective"] = keyOf(plan.objective);
    document["fusion"] = keyOf(plan.fusion);
}

std::string mfuText(const std::optional<double>& mfu) { return mfu ? percentText(*mfu) : "-"; }

/// Whether the workload holds tensors of matrix work in other bits than those of the plan's format.
bool keepsOtherBits(const PlanResult& plan) {
    const int bits = bitsOf(plan.format);
    for (const auto& op : plan.operators) {
        if (!op.mappings) continue;
        for (const auto& mapped : *op.mappings) {
            for (const auto& tensor : mapped.problem.tensors) {
                if (tensor.bits != bits) return true;
            }
        }
    }
    return false;
}

/// "Planned: batch 1, past 4095, decode, bf16, objective latency, fusion none".
std::string plannedText(const PlanResult& plan) {
    std::vector<std::string> parts;
    const auto add = [&](const char* name, const std::optional<Count>& value) {
        if (value) parts.push_back(fmt::format("{} {}", name, *value));
    };
    add("batch", plan.slice.batch);
    add("sequence", plan.slice.sequence);
    add("past", plan.slice.past);
    if (plan.slice.phase) parts.push_back(*plan.slice.phase);
    parts.push_back(std::string(keepsOtherBits(plan) ? "multiply-adds in " : "") + std::string(nameOf(plan.format)));
    parts.push_back(fmt::format("objective {}", keyOf(plan.objective)));
    parts.push_back(fmt::format("fusion {}", keyOf(plan.fusion)));
    return fmt::format("Planned: {}", fmt::join(parts, ", "));
}

std::string totalsText(const PlanResult& plan, const std::string& label) {
    const PlanTotals& totals = plan.totals;
    std::string text = fmt::format("{} on {}\n{}\n\n", plan.workload, label, plannedText(plan));
    text += fmt::format("Latency               {}\n", siText(totals.latencySeconds.p50, "s"));
    if (totals.throughputPerSecond) {
        text += fmt::format("Throughput            {}\n", rateText(*totals.throughputPerSecond, totals.throughputUnit));
    }
    text += fmt::format("Time                  {}\n", attributionText(totals.attribution));
    text += fmt::format("MFU                   {}\n", mfuText(totals.mfu));
    text += fmt::format("Memory-stall fraction {}\n", percentText(totals.memoryStallFraction));
    text += fmt::format("Energy                {}{}\n", siText(totals.energyJ, "J"),
                        totals.powerW ? fmt::format(" at {}", siText(*totals.powerW, "W")) : "");
    text += fmt::format("Device memory         {} ({})\n", bytesText(totals.deviceMemoryBytes),
                        totals.fits ? "fits" : "too much by " + bytesText(totals.memoryExcessBytes));
    if (!totals.changes.empty() && totals.latencySeconds.p50 > 0) {
        const Change& change = totals.changes.front();
        text += fmt::format("Largest single gain   {}: {} less time\n", titleOf(change).text(),
                            percentText(change.savedCycles / totals.latencySeconds.p50));
    }
    return text;
}

std::string layerTypesText(const PlanResult& plan) {
    TextTable table({{"Layer type", kLeft},
                     {"Operators", kRight},
                     {"Time", kRight},
                     {"Share", kRight},
                     {"MFU", kRight},
                     {"Stall", kRight},
                     {"Energy", kRight}});
    for (const auto& summary : plan.byLayerType) {
        table.addRow({titleOf(summary.layerType).text(), std::to_string(summary.operators),
                      siText(summary.seconds, "s"), percentText(summary.share), mfuText(summary.mfu),
                      percentText(summary.memoryStallFraction), siText(summary.energyJ, "J")});
    }
    return table.text();
}

/// Indices of the operators that take longest, longest first; ties in order of the model.
std::vector<std::size_t> longestOperators(const PlanResult& plan, std::size_t count) {
    std::vector<std::size_t> order(plan.operators.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return plan.operators[a].seconds > plan.operators[b].seconds;
    });
    order.resize(std::min(count, order.size()));
    return order;
}

std::string operatorsText(const PlanResult& plan) {
    constexpr std::size_t kShown = 15;
    TextTable table({{"Operator", kLeft},
                     {"Layer type", kLeft},
                     {"Time", kRight},
                     {"Share", kRight},
                     {"MFU", kRight},
                     {"Stall", kRight},
                     {"Bottleneck", kLeft},
                     {"Margin", kRight}});
    for (const std::size_t index : longestOperators(plan, kShown)) {
        const PlannedOperator& op = plan.operators[index];
        const double share = plan.totals.latencySeconds.p50 > 0 ? op.seconds / plan.totals.latencySeconds.p50 : 0;
        table.addRow({shortened(op.name, 40), titleOf(op.layerType).text(), siText(op.seconds, "s"), percentText(share),
                      mfuText(op.mfu), percentText(op.memoryStallFraction),
                      titleOf(op.bottleneck.kind).text() + ": " + op.bottleneck.where,
                      percentText(op.bottleneck.margin)});
    }
    const std::string which =
        plan.operators.size() > kShown
            ? fmt::format("The {} longest of {} operators (--json has all)", kShown, plan.operators.size())
            : std::string("Operators by time");
    return which + "\n" + table.text() +
           wrapped("Margin: how far the bottleneck lies above the next path, as a share of its own time.") + "\n";
}

} // namespace

Json planJson(const PlanResult& plan, const std::string& label, const Graph& graph, const SourceNotes& notes) {
    Json operators = Json::array();
    for (const auto& op : plan.operators) operators.push_back(operatorJson(op));
    Json kernels = Json::array();
    for (const auto& kernel : plan.kernels) kernels.push_back(kernelJson(kernel, plan));
    Json layerTypes = Json::array();
    for (const auto& summary : plan.byLayerType) layerTypes.push_back(layerTypeJson(summary));
    Json assumptions = Json::array();
    for (const auto& assumption : plan.assumptions) assumptions.push_back(assumption.text());
    Json warnings = warningsJson(warningsOf(notes), graph);
    for (auto& warning : warningsJson(plan.warnings, graph)) warnings.push_back(std::move(warning));
    Json document = {{"schema", "nestwright.plan/1"},
                     {"workload", plan.workload},
                     {"accelerator", plan.accelerator},
                     {"accelerator_name", label},
                     {"format", nameOf(plan.format)}};
    addSlice(document, plan);
    document["operators"] = std::move(operators);
    document["kernels"] = std::move(kernels);
    document["by_layer_type"] = std::move(layerTypes);
    document["totals"] = totalsJson(plan.totals);
    document["assumptions"] = std::move(assumptions);
    document["warnings"] = std::move(warnings);
    return document;
}

std::string planText(const PlanResult& plan, const std::string& label) {
    std::string text = totalsText(plan, label) + "\n" + layerTypesText(plan) + "\n" + operatorsText(plan);
    if (!plan.assumptions.empty()) text += "\nAssumptions\n";
    for (const auto& assumption : plan.assumptions) text += wrapped("  - " + assumption.text(), 4) + "\n";
    return text;
}

} // namespace nestwright::cli
