// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/parts.h"

#include <array>

namespace nestwright::report {
namespace {

struct Term {
    MessageTemplate word;
    MessageTemplate meaning;
};

const std::array kTerms = {
    Term{NW_TEXT("report.term.mfu", "MFU"),
         NW_TEXT("report.term.mfu_text",
                 "Model FLOPs utilization: multiply-adds of the model over those that the accelerator "
                 "could do in the same time, at its peak in the format of the plan.")},
    Term{NW_TEXT("report.term.stall", "Memory-stall fraction"),
         NW_TEXT("report.term.stall_text",
                 "Blocked time plus fill and drain, over all time: how much of the time compute "
                 "waits for memory.")},
    Term{NW_TEXT("report.term.useful", "Useful"),
         NW_TEXT("report.term.useful_text", "Time that the multiply-adds would take with every lane busy.")},
    Term{NW_TEXT("report.term.diluted", "Diluted"),
         NW_TEXT("report.term.diluted_text",
                 "Further compute time: idle lanes, padding, a last smaller wave, vector work, "
                 "rates below the peak.")},
    Term{
        NW_TEXT("report.term.blocked", "Blocked"),
        NW_TEXT("report.term.blocked_text", "Compute waits for a transfer, between its first and its last operation.")},
    Term{NW_TEXT("report.term.delayed", "Delayed"),
         NW_TEXT("report.term.delayed_text",
                 "Time before the first and after the last operation: fill, drain, kernel launch, "
                 "synchronisation.")},
    Term{NW_TEXT("report.term.bottleneck", "Bottleneck class"),
         NW_TEXT("report.term.bottleneck_text",
                 "Which resource an operator's time hangs on first: compute, bandwidth of a port, capacity of "
                 "a level, synchronisation, overhead, or the shape of the work. The first path names the very port or "
                 "unit; the operator's time holds other things too, so the path's own time is given beside it.")},
    Term{NW_TEXT("report.term.margin", "Margin"),
         NW_TEXT("report.term.margin_text",
                 "How far the first path lies above the runner-up, as a share of its own time. A "
                 "small margin means that mending the first path alone gains little.")},
    Term{NW_TEXT("report.term.tile", "Tiling"),
         NW_TEXT("report.term.tile_text",
                 "How an operator's loops are cut: the extents that each memory level holds at once, "
                 "and those spread over lanes.")},
    Term{NW_TEXT("report.term.kernel", "Kernel"),
         NW_TEXT("report.term.kernel_text", "One launch on the device: an operator, or several fused ones.")},
    Term{NW_TEXT("report.term.p50", "p50, p95, p99"),
         NW_TEXT("report.term.p50_text", "The latency that 50, 95 or 99 % of requests stay under.")},
    Term{NW_TEXT("report.term.known", "Known by"),
         NW_TEXT("report.term.known_text",
                 "measured: on the device; published: in the maker's or a paper's text; derived: "
                 "computed from such figures; assumed: a choice of ours; recalled: from memory, to "
                 "be checked.")}};

} // namespace

Section glossarySection(const Source&) {
    Table table;
    table.id = "glossary-table";
    table.caption = message(NW_TEXT("report.glossary.caption", "Words of this report."));
    table.columns = {textColumn("term", message(NW_TEXT("report.column.term", "Term"))),
                     textColumn("meaning", message(NW_TEXT("report.column.meaning", "Meaning")))};
    for (const auto& term : kTerms) table.rows.push_back({message(term.word), message(term.meaning)});
    Section section{"glossary", message(NW_TEXT("report.glossary", "Glossary")), {}};
    section.blocks.push_back(std::move(table));
    return section;
}

} // namespace nestwright::report
