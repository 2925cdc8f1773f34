// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/parts.h"

#include <algorithm>

namespace nestwright::report {
namespace {

Message workloadFinding(const Source& source) {
    const auto slice = bindingsText(source.entries.front().plan->bindings, *source.graph);
    if (slice.empty()) {
        return message(
            NW_TEXT("report.checklist.workload", "One slice of %1 with fixed shapes; no production mix is given."),
            source.graph->name);
    }
    return message(NW_TEXT("report.checklist.workload_slice", "One slice of %1 (%2); no production mix is given."),
                   source.graph->name, slice);
}

/// The weakest layer type in the plan by the preset's maturity figures.
Message maturityFinding(const Entry& entry) {
    const auto& maturity = entry.accelerator->device.maturity;
    const LayerTypeSummary* weakest = nullptr;
    for (const auto& type : entry.plan->byLayerType) {
        const auto found = maturity.find(type.layerType);
        if (found == maturity.end()) continue;
        if (!weakest || found->second < maturity.at(weakest->layerType)) weakest = &type;
    }
    if (!weakest) {
        return message(NW_TEXT("report.checklist.maturity_unknown", "%1: the description holds no maturity figures."),
                       entry.label);
    }
    return message(NW_TEXT("report.checklist.maturity", "%1: weakest is %2, at %3 of 3, with %4 of the time."),
                   entry.label, titleOf(weakest->layerType).text(), maturity.at(weakest->layerType),
                   shown(weakest->share, NumberStyle::percent));
}

Message seniorAnswer(const Entry& entry) {
    const auto paths = pathTimes(*entry.plan);
    if (paths.empty()) return message(NW_TEXT("report.checklist.nothing", "%1: no operator takes time."), entry.label);
    const double total = entry.plan->totals.latencySeconds.p50;
    return message(NW_TEXT("report.checklist.senior_answer",
                           "%1: the model says %2 with %3 of the time; no artifact proves "
                           "it yet."),
                   entry.label, pathText(paths.front().kind, paths.front().where).text(),
                   shown(total > 0 ? paths.front().seconds / total : 0, NumberStyle::percent));
}

} // namespace

Section checklistSection(const Source& source) {
    Table table;
    table.id = "review-checklist-table";
    table.caption =
        message(NW_TEXT("report.checklist.caption", "Three debug branches, then the senior question. An item "
                                                    "closes when an artifact answers it."));
    table.columns = {textColumn("question", message(NW_TEXT("report.column.question", "Question"))),
                     textColumn("finding", message(NW_TEXT("report.column.finding", "What it says here"))),
                     textColumn("status", message(NW_TEXT("report.column.status", "Status")))};
    const auto open = message(NW_TEXT("report.checklist.open", "open"));
    table.rows.push_back(
        {message(NW_TEXT("report.checklist.q1", "Is the workload representative?")), workloadFinding(source), open});
    for (const auto& entry : source.entries) {
        table.rows.push_back(
            {message(NW_TEXT("report.checklist.q2", "Is the software stack mature?")), maturityFinding(entry), open});
    }
    table.rows.push_back(
        {message(NW_TEXT("report.checklist.q3", "Is the gain tied to the product's SLA?")),
         message(NW_TEXT("report.checklist.sla", "No target is set, and p95 and p99 are not modelled yet.")), open});
    for (const auto& entry : source.entries) {
        table.rows.push_back(
            {message(NW_TEXT("report.checklist.senior", "Which first-principles bottleneck class explains "
                                                        "the symptom, and which artifact proves it "
                                                        "reproducibly?")),
             seniorAnswer(entry), open});
    }
    Section section{"review-checklist", message(NW_TEXT("report.checklist", "Review checklist")), {}};
    section.blocks.push_back(std::move(table));
    return section;
}

} // namespace nestwright::report
