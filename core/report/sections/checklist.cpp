// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/parts.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

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

/// The layer types of the plan that have the lowest maturity figure of all.
struct Immature {
    int grade = 0;
    std::vector<std::string> types;
    double share = 0;  ///< of the time
    bool isAll = true; ///< no layer type has a higher figure
};

std::optional<Immature> leastMature(const Entry& entry) {
    const auto& maturity = entry.accelerator->device.maturity;
    std::optional<Immature> least;
    bool isAll = true;
    for (const auto& type : entry.plan->byLayerType) {
        const auto found = maturity.find(type.layerType);
        if (found == maturity.end()) continue;
        if (least && found->second != least->grade) isAll = false;
        if (!least || found->second < least->grade) least = Immature{found->second, {}, 0, true};
        if (found->second > least->grade) continue;
        least->types.push_back(titleOf(type.layerType).text());
        least->share += type.share;
    }
    if (least) least->isAll = isAll;
    return least;
}

Message gradeText(int grade) {
    if (grade <= 0) return message(NW_TEXT("report.maturity.host", "0 of 3 (falls back to the host)"));
    if (grade == 1) return message(NW_TEXT("report.maturity.works", "1 of 3 (works)"));
    if (grade == 2) return message(NW_TEXT("report.maturity.tuned", "2 of 3 (tuned)"));
    return message(NW_TEXT("report.maturity.best", "3 of 3 (best in class)"));
}

/// The least mature layer types of the plan by the preset's figures.
Message maturityFinding(const Entry& entry) {
    const auto least = leastMature(entry);
    if (!least) {
        return message(NW_TEXT("report.checklist.maturity_unknown", "%1: the description holds no maturity figures."),
                       entry.label);
    }
    const std::string grade = gradeText(least->grade).text();
    if (least->isAll) {
        return message(NW_TEXT("report.checklist.maturity_even", "%1: every layer type here with a figure is at %2."),
                       entry.label, grade);
    }
    return message(NW_TEXT("report.checklist.maturity", "%1: least mature are %2, at %3, with %4 of the time."),
                   entry.label, fmt::format("{}", fmt::join(least->types, ", ")), grade,
                   shown(least->share, NumberStyle::percent));
}

Message seniorAnswer(const Entry& entry) {
    const auto paths = pathTimes(*entry.plan);
    if (paths.empty()) return message(NW_TEXT("report.checklist.nothing", "%1: no operator takes time."), entry.label);
    const double total = entry.plan->totals.latencySeconds.p50;
    const PathTime& first = paths.front();
    return message(NW_TEXT("report.checklist.senior_answer",
                           "%1: by the model, operators whose first path is %2 take %3 of the time; %4 of the pass. No "
                           "artifact proves it yet."),
                   entry.label, pathText(first.kind, first.where).text(),
                   shown(total > 0 ? first.seconds / total : 0, NumberStyle::percent),
                   ownShareText(first, total).text());
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
