// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/parts.h"
#include "core/report/writers.h"

#include <algorithm>

namespace nestwright::report {
namespace {

Message tableCaption(const Source& source) {
    const auto ranked = rankedEntries(source);
    if (ranked.empty()) {
        return message(NW_TEXT("report.comparison.caption_none",
                               "The workload fits none of the accelerators, so none is ranked: the figures are those "
                               "of devices with room enough."));
    }
    if (ranked.size() < source.entries.size()) {
        return message(NW_TEXT("report.comparison.caption_fit",
                               "%1 is the fastest of those that aren't too small; the others are not ranked, and "
                               "their figures are those of devices with room enough. MFU refers to each accelerator's "
                               "own peak in the format of its plan."),
                       ranked.front()->label);
    }
    return message(NW_TEXT("report.comparison.caption", "%1 is the fastest. MFU refers to each accelerator's own "
                                                        "peak in the format of its plan."),
                   ranked.front()->label);
}

Table comparisonTable(const Source& source) {
    double slowest = 0;
    double most = 0;
    double best = 0;
    for (const auto& entry : source.entries) {
        slowest = std::max(slowest, entry.plan->totals.latencySeconds.p50);
        most = std::max(most, entry.plan->totals.energyJ);
        best = std::max(best, entry.plan->totals.perfPerWatt.value_or(0));
    }
    const auto& counted = source.entries.front().plan->totals;
    const auto energy = energyUnitFor(best);
    Table table;
    table.id = "comparison-table";
    table.caption = tableCaption(source);
    table.columns = {textColumn("accelerator", message(NW_TEXT("report.column.accelerator", "Accelerator"))),
                     textColumn("format", message(NW_TEXT("report.column.format", "Format"))),
                     timeColumn("latency_p50_s", message(NW_TEXT("report.column.p50", "Latency p50")), slowest),
                     numberColumn("throughput_per_s", message(NW_TEXT("report.column.throughput", "Throughput")),
                                  counted.throughputUnit),
                     shareColumn("mfu", message(NW_TEXT("report.column.mfu", "MFU"))),
                     shareColumn("memory_stall_fraction", message(NW_TEXT("report.column.stall", "Memory stall"))),
                     energyColumn("energy_j", message(NW_TEXT("report.column.energy", "Energy")), most),
                     numberColumn("power_w", message(NW_TEXT("report.column.power", "Power")), "W"),
                     numberColumn("perf_per_watt",
                                  message(NW_TEXT("report.column.perf_per_watt", "Throughput per watt")),
                                  countedUnit(counted) + "/" + energy.unit, energy.joules),
                     textColumn("fits", message(NW_TEXT("report.column.fits", "Fits"))),
                     textColumn("bottleneck", message(NW_TEXT("report.column.first_path", "First path")))};
    for (const auto& entry : source.entries) {
        const auto& totals = entry.plan->totals;
        const auto paths = pathTimes(*entry.plan);
        table.rows.push_back(
            {entry.label, std::string(nameOf(entry.plan->format)), figure(totals.latencySeconds.p50, NumberStyle::real),
             figure(totals.throughputPerSecond, NumberStyle::real, notKnown()), share(totals.mfu, noMatrixWork()),
             share(totals.memoryStallFraction), figure(totals.energyJ, NumberStyle::real),
             figure(totals.powerW, NumberStyle::real, notKnown()),
             figure(totals.perfPerWatt, NumberStyle::real, notKnown()), fitText(entry),
             paths.empty() ? Cell(figure({}, NumberStyle::real))
                           : Cell(pathText(paths.front().kind, paths.front().where))});
    }
    return table;
}

Figure splitFigure(const Source& source) {
    Figure split;
    split.id = "comparison-split";
    split.kind = Figure::Kind::stackedBars;
    split.caption =
        message(NW_TEXT("report.comparison.split",
                        "Where each accelerator's time goes: work at the peak rate, and time that was diluted, "
                        "blocked or delayed."));
    split.xUnit = "%";
    split.series = attributionSeries();
    for (const auto& entry : source.entries) {
        split.categories.push_back(entry.label);
        addAttribution(split, entry.plan->totals.attribution);
    }
    return split;
}

Figure metricFigure(const Source& source) {
    Figure bars;
    bars.id = "comparison-metrics";
    bars.kind = Figure::Kind::bars;
    bars.caption =
        message(NW_TEXT("report.comparison.metrics", "The two anchor figures side by side: percent of peak FLOPs "
                                                     "sustained, and share of time that waits for memory."));
    bars.xUnit = "%";
    bars.series = {{message(NW_TEXT("report.column.mfu", "MFU")), "0", false, {}, {}},
                   {message(NW_TEXT("report.column.stall", "Memory stall")), "1", false, {}, {}}};
    for (const auto& entry : source.entries) {
        bars.categories.push_back(entry.label);
        bars.series[0].y.push_back(entry.plan->totals.mfu.value_or(0));
        bars.series[1].y.push_back(entry.plan->totals.memoryStallFraction);
    }
    return bars;
}

} // namespace

Section comparisonSection(const Source& source) {
    Section section{"comparison", message(NW_TEXT("report.comparison", "Accelerators compared")), {}};
    if (source.entries.size() < 2) {
        section.blocks.push_back(Paragraph{
            message(NW_TEXT("report.comparison.one", "Only %1 is planned, so there is nothing to compare it with."),
                    source.entries.front().label),
            false});
        return section;
    }
    section.blocks = {comparisonTable(source), metricFigure(source), splitFigure(source)};
    return section;
}

} // namespace nestwright::report
