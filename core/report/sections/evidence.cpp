// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/parts.h"

#include <array>

namespace nestwright::report {
namespace {

struct EvidenceRow {
    MessageTemplate evidence;
    MessageTemplate tells;
    MessageTemplate doesNotProve;
    MessageTemplate nextAction;
};

const std::array kRows = {EvidenceRow{NW_TEXT("report.evidence.timeline", "Occupancy and timeline traces"),
                                      NW_TEXT("report.evidence.timeline_tells", "where utilization is lost"),
                                      NW_TEXT("report.evidence.timeline_limit", "the precise root cause"),
                                      NW_TEXT("report.evidence.timeline_next", "map to memory and schedule")},
                          EvidenceRow{NW_TEXT("report.evidence.movement", "Cache, SRAM and bandwidth statistics"),
                                      NW_TEXT("report.evidence.movement_tells", "data-movement pressure"),
                                      NW_TEXT("report.evidence.movement_limit", "the impact on model-level quality"),
                                      NW_TEXT("report.evidence.movement_next", "correlate with a quality run")},
                          EvidenceRow{NW_TEXT("report.evidence.counters", "Counters aligned with the profile"),
                                      NW_TEXT("report.evidence.counters_tells", "confidence in the bottleneck class"),
                                      NW_TEXT("report.evidence.counters_limit", "that a rollout is safe"),
                                      NW_TEXT("report.evidence.counters_next", "run the full regression matrix")},
                          EvidenceRow{NW_TEXT("report.evidence.thermal", "Thermal and power telemetry"),
                                      NW_TEXT("report.evidence.thermal_tells", "the sustained operating envelope"),
                                      NW_TEXT("report.evidence.thermal_limit", "that correctness is closed"),
                                      NW_TEXT("report.evidence.thermal_next", "pair with verification")},
                          EvidenceRow{NW_TEXT("report.evidence.before_after", "Before/after scenario pack"),
                                      NW_TEXT("report.evidence.before_after_tells", "what a mitigation moved"),
                                      NW_TEXT("report.evidence.before_after_limit", "stability of the long tail"),
                                      NW_TEXT("report.evidence.before_after_next", "execute a guardrail replay")}};

} // namespace

Section evidenceSection(const Source&) {
    Table table;
    table.id = "evidence-matrix-table";
    table.caption =
        message(NW_TEXT("report.evidence.caption", "No artifact is attached, so all five rows are missing. "
                                                   "Statuses are computed from artifacts, never typed in."));
    table.columns = {textColumn("evidence", message(NW_TEXT("report.column.evidence", "Evidence"))),
                     textColumn("status", message(NW_TEXT("report.column.status", "Status"))),
                     numberColumn("artifacts", message(NW_TEXT("report.column.artifacts", "Artifacts"))),
                     textColumn("tells", message(NW_TEXT("report.column.tells", "Tells you"))),
                     textColumn("does_not_prove", message(NW_TEXT("report.column.limit", "Does not prove"))),
                     textColumn("next_action", message(NW_TEXT("report.column.next", "Next action"))),
                     textColumn("owner", message(NW_TEXT("report.column.owner", "Owner")))};
    const auto noOwner = message(NW_TEXT("report.evidence.no_owner", "No owner is set"));
    for (const auto& row : kRows) {
        table.rows.push_back({message(row.evidence), message(NW_TEXT("report.evidence.missing", "missing")),
                              figure(0, NumberStyle::integer), message(row.tells), message(row.doesNotProve),
                              message(row.nextAction), figure({}, NumberStyle::real, noOwner)});
    }
    Section section{"evidence-matrix", message(NW_TEXT("report.evidence", "Evidence matrix")), {}};
    section.blocks.push_back(std::move(table));
    return section;
}

} // namespace nestwright::report
