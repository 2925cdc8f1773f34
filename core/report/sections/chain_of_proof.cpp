// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/parts.h"

#include <algorithm>

namespace nestwright::report {
namespace {

Message intentText(const Source& source) {
    const auto& plan = *source.entries.front().plan;
    const auto slice = bindingsText(plan.bindings, *source.graph);
    const auto macs = shown(plan.totals.macs, NumberStyle::real, "MAC");
    const auto bytes = shown(plan.totals.weightBytes, NumberStyle::bytes);
    if (slice.empty()) {
        return message(NW_TEXT("report.chain.intent", "%1: %2 a pass over %3 of weights. No latency target is set."),
                       source.graph->name, macs, bytes);
    }
    return message(
        NW_TEXT("report.chain.intent_slice", "%1 with %4: %2 a pass over %3 of weights. No latency target is set."),
        source.graph->name, macs, bytes, slice);
}

Message mappingText(const Entry& entry) {
    const auto& plan = *entry.plan;
    const auto isMapped = [](const PlannedOperator& op) { return op.mappings && !op.mappings->empty(); };
    const auto mapped = std::count_if(plan.operators.begin(), plan.operators.end(), isMapped);
    const auto distinct = std::count_if(plan.operators.begin(), plan.operators.end(),
                                        [&isMapped](const auto& op) { return isMapped(op) && op.identicalTo < 0; });
    return message(NW_TEXT("report.chain.mapping",
                           "%1 operators in %2 kernels in %3; %4 of them carry multiply-adds and "
                           "are mapped (%5 distinct), the rest runs on vector units and memory."),
                   plan.operators.size(), plan.kernels.size(), std::string(nameOf(plan.format)), mapped, distinct);
}

Message behaviourText(const Entry& entry) {
    const auto& attribution = entry.plan->totals.attribution;
    const double total = attribution.total();
    const auto part = [total](double seconds) { return shown(total > 0 ? seconds / total : 0, NumberStyle::percent); };
    return message(NW_TEXT("report.chain.behaviour", "Useful %1, diluted %2, blocked %3, delayed %4 of the time."),
                   part(attribution.useful), part(attribution.diluted), part(attribution.blocked),
                   part(attribution.delayed));
}

Message behaviourProof(const Entry& entry) {
    const auto paths = pathTimes(*entry.plan);
    if (paths.empty()) return message(NW_TEXT("report.chain.no_path", "no operator takes time"));
    return message(NW_TEXT("report.chain.path", "%1 is the first path of %2 operators"),
                   pathText(paths.front().kind, paths.front().where).text(), paths.front().operators);
}

Message impactText(const Entry& entry) {
    const auto& totals = entry.plan->totals;
    const auto latency = shown(totals.latencySeconds.p50, NumberStyle::seconds);
    const auto energy = shown(totals.energyJ, NumberStyle::energy);
    if (isTooSmall(entry)) {
        return message(NW_TEXT("report.chain.impact_misfit",
                               "None: it doesn't hold the workload (%1). With room enough: latency %2 and %3 a pass."),
                       shortageText(entry).text(), latency, energy);
    }
    if (!totals.throughputPerSecond) {
        return message(NW_TEXT("report.chain.impact_short", "Latency %1 and %2 a pass."), latency, energy);
    }
    return message(NW_TEXT("report.chain.impact", "Latency %1 and %2 a pass; %3 back to back."), latency, energy,
                   shown(*totals.throughputPerSecond, NumberStyle::rate, countedUnit(totals)));
}

} // namespace

Section chainSection(const Source& source) {
    Table table;
    table.id = "chain-of-proof-table";
    table.caption =
        message(NW_TEXT("report.chain.caption", "From what the workload asks for to what the product gets. The "
                                                "last column says what a reader can check each step with."));
    table.columns = {textColumn("step", message(NW_TEXT("report.column.step", "Step"))),
                     textColumn("accelerator", message(NW_TEXT("report.column.accelerator", "Accelerator"))),
                     textColumn("finding", message(NW_TEXT("report.column.finding", "What it says here"))),
                     textColumn("proof", message(NW_TEXT("report.column.proof", "What proves it")))};
    table.rows.push_back(
        {message(NW_TEXT("report.chain.step1", "1 Workload intent")), message(NW_TEXT("report.chain.all", "all")),
         intentText(source),
         source.graph->sourceSha256.empty()
             ? message(NW_TEXT("report.chain.proof_generated", "the call that reproduces it, in the header"))
             : message(NW_TEXT("report.chain.proof1", "the workload's SHA-256 in the header"))});
    for (const auto& entry : source.entries) {
        table.rows.push_back({message(NW_TEXT("report.chain.step2", "2 Mapping")), entry.label, mappingText(entry),
                              message(NW_TEXT("report.chain.proof2", "mapping sheet and loop nests"))});
    }
    for (const auto& entry : source.entries) {
        table.rows.push_back({message(NW_TEXT("report.chain.step3", "3 Hardware behaviour")), entry.label,
                              behaviourText(entry), behaviourProof(entry)});
    }
    for (const auto& entry : source.entries) {
        table.rows.push_back({message(NW_TEXT("report.chain.step4", "4 Product impact")), entry.label,
                              impactText(entry),
                              message(NW_TEXT("report.chain.proof4", "model only: no measurement is attached"))});
    }
    Section section{"chain-of-proof", message(NW_TEXT("report.chain", "Chain of proof")), {}};
    section.blocks.push_back(std::move(table));
    return section;
}

} // namespace nestwright::report
