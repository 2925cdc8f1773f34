// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/decision.h"
#include "core/report/sections/parts.h"

namespace nestwright::report {
namespace {

/// Which path comes first in the operators that take most of the time, and how much of it is the path's own.
Message boundSentence(const Entry& entry, const PathTime& path, double total) {
    return message(NW_TEXT("report.bound", "%1: one pass takes %2. Operators whose first path is %3 take %4 of it; %5 "
                                           "of the pass."),
                   entry.label, shown(total, NumberStyle::seconds), pathText(path.kind, path.where).text(),
                   shown(path.seconds / total, NumberStyle::percent), ownShareText(path, total).text());
}

Message headline(const Entry& entry) {
    const auto paths = pathTimes(*entry.plan);
    const double total = entry.plan->totals.latencySeconds.p50;
    if (paths.empty() || total <= 0) {
        return message(NW_TEXT("report.bound.none", "%1: the workload has no operator that takes time."), entry.label);
    }
    if (isTooSmall(entry)) {
        return message(NW_TEXT("report.bound.misfit",
                               "%1 doesn't hold the workload: it %2 of device memory. With room enough one pass would "
                               "take %3; operators whose first path is %4 would take %5 of it."),
                       entry.label, shortageText(entry).text(), shown(total, NumberStyle::seconds),
                       pathText(paths.front().kind, paths.front().where).text(),
                       shown(paths.front().seconds / total, NumberStyle::percent));
    }
    return boundSentence(entry, paths.front(), total);
}

Message secondSentence(const Entry& entry) {
    const auto& plan = *entry.plan;
    const auto paths = pathTimes(plan);
    const double total = plan.totals.latencySeconds.p50;
    const auto stall = shown(plan.totals.memoryStallFraction, NumberStyle::percent);
    const auto mfu = plan.totals.mfu ? shown(*plan.totals.mfu, NumberStyle::percent) : std::string("\u2013");
    if (paths.size() < 2 || total <= 0) {
        return message(NW_TEXT("report.second.one",
                               "It sustains %1 of the peak FLOPs; memory stalls take %2 of the time. "
                               "That path comes first in every operator that takes time."),
                       mfu, stall);
    }
    return message(NW_TEXT("report.second", "It sustains %1 of the peak FLOPs; memory stalls take %2 of the time. "
                                            "Operators whose first path is %3 come next, with %4 of the time."),
                   mfu, stall, pathText(paths[1].kind, paths[1].where).text(),
                   shown(paths[1].seconds / total, NumberStyle::percent));
}

KeyFigures keyFigures(const Entry& entry) {
    const auto& totals = entry.plan->totals;
    const auto unit = countedUnit(totals);
    const auto power = totals.powerW
                           ? message(NW_TEXT("report.key.at_power", "at %1"), shown(*totals.powerW, NumberStyle::power))
                           : notKnown();
    const auto room = entry.accelerator->device.memoryBytes;
    const auto fit = !room         ? message(NW_TEXT("report.key.memory_unknown", "device memory not known"))
                     : totals.fits ? message(NW_TEXT("report.key.fits", "fits in %1"),
                                             shown(static_cast<double>(*room), NumberStyle::bytes))
                                   : message(NW_TEXT("report.key.no_fit", "does not fit in %1"),
                                             shown(static_cast<double>(*room), NumberStyle::bytes));
    const auto tails = message(NW_TEXT("report.key.tails", "not modelled yet: no load, no queue"));
    const auto mfuNote =
        message(NW_TEXT("report.key.mfu", "of the peak in %1"), std::string(nameOf(entry.plan->format)));
    KeyFigures figures{
        "key-figures-" + entry.slug, message(NW_TEXT("report.key.caption", "Key figures, %1"), entry.label), {}};
    figures.items = {
        {"mfu", message(NW_TEXT("report.key.mfu_name", "MFU")), share(totals.mfu, noMatrixWork()), mfuNote},
        {"memory_stall_fraction", message(NW_TEXT("report.key.stall", "Memory-stall fraction")),
         share(totals.memoryStallFraction), message(NW_TEXT("report.key.stall_note", "compute waits for memory"))},
        {"latency_p50_s", message(NW_TEXT("report.key.p50", "Latency p50")),
         figure(totals.latencySeconds.p50, NumberStyle::seconds),
         message(NW_TEXT("report.key.p50_note", "one pass, no load"))},
        {"latency_p95_s", message(NW_TEXT("report.key.p95", "Latency p95")),
         figure(totals.latencySeconds.p95, NumberStyle::seconds, tailsNotModelled()), tails},
        {"latency_p99_s", message(NW_TEXT("report.key.p99", "Latency p99")),
         figure(totals.latencySeconds.p99, NumberStyle::seconds, tailsNotModelled()), tails},
        {"throughput_per_s", message(NW_TEXT("report.key.throughput", "Throughput")),
         figure(totals.throughputPerSecond, NumberStyle::rate, notKnown(), unit),
         message(NW_TEXT("report.key.throughput_note", "passes back to back"))},
        {"energy_j", message(NW_TEXT("report.key.energy", "Energy")), figure(totals.energyJ, NumberStyle::energy),
         message(NW_TEXT("report.key.energy_note", "of one pass"))},
        {"perf_per_watt", message(NW_TEXT("report.key.perf_per_watt", "Throughput per watt")),
         figure(totals.perfPerWatt, NumberStyle::perJoule, notKnown(), unit), power},
        {"device_memory_bytes", message(NW_TEXT("report.key.memory", "Device memory")),
         figure(totals.deviceMemoryBytes, NumberStyle::bytes), fit}};
    if (totals.latencySeconds.p95) figures.items[3].note = {};
    if (totals.latencySeconds.p99) figures.items[4].note = {};
    return figures;
}

Paragraph trend(const Source& source) {
    const auto ranked = rankedEntries(source);
    if (ranked.size() < 2) {
        return {
            message(NW_TEXT("report.trend.one", "Primary metric: latency of one pass. There is no earlier snapshot to "
                                                "compare with, so its trend starts with this report.")),
            false};
    }
    const Entry& best = *ranked.front();
    const Entry& worst = *ranked.back();
    return {
        message(NW_TEXT("report.trend.many", "Primary metric: latency of one pass. Over the accelerators here it runs "
                                             "from %1 (%2) to %3 (%4). There is no earlier snapshot to compare with."),
                shown(best.plan->totals.latencySeconds.p50, NumberStyle::seconds), best.label,
                shown(worst.plan->totals.latencySeconds.p50, NumberStyle::seconds), worst.label),
        false};
}

} // namespace

Section summarySection(const Source& source) {
    Section section{"summary", message(NW_TEXT("report.summary", "Summary")), decisionBlocks(source)};
    for (const auto& entry : source.entries) {
        section.blocks.push_back(Paragraph{headline(entry), true});
        section.blocks.push_back(Paragraph{secondSentence(entry), false});
        section.blocks.push_back(keyFigures(entry));
    }
    section.blocks.push_back(trend(source));
    section.blocks.push_back(Paragraph{
        message(NW_TEXT("report.summary.model_only",
                        "Every figure is the model's; no measurement is attached (see the evidence matrix).")),
        false});
    return section;
}

} // namespace nestwright::report
