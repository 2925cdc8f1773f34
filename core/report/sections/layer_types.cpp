// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace nestwright::report {
namespace {

/// Layer types with less than this share of the time have a row in the table and no bar.
constexpr double kSmallestBar = 0.002;

Message tableCaption(const Entry& entry) {
    const auto& types = entry.plan->byLayerType;
    if (types.empty()) return message(NW_TEXT("report.types.none", "%1: no operator takes time."), entry.label);
    const auto& first = types.front();
    const auto name = titleOf(first.layerType).text();
    const auto part = shown(first.share, NumberStyle::percent);
    const auto stall = shown(first.memoryStallFraction, NumberStyle::percent);
    if (!first.mfu) {
        return message(NW_TEXT("report.types.caption_vector",
                               "%1: %2 takes %3 of the time and waits for memory in %4 of it. Layer types without "
                               "multiply-adds have no MFU."),
                       entry.label, name, part, stall);
    }
    return message(NW_TEXT("report.types.caption",
                           "%1: %2 takes %3 of the time at %5 of the peak FLOPs and waits for "
                           "memory in %4 of it. Layer types without multiply-adds have no MFU."),
                   entry.label, name, part, stall, shown(*first.mfu, NumberStyle::percent));
}

Table typeTable(const Entry& entry) {
    const auto& types = entry.plan->byLayerType;
    double largest = 0;
    double most = 0;
    for (const auto& type : types) {
        largest = std::max(largest, type.seconds);
        most = std::max(most, type.energyJ);
    }
    Table table;
    table.id = "by-layer-type-" + entry.slug;
    table.caption = tableCaption(entry);
    table.columns = {textColumn("layer_type", message(NW_TEXT("report.column.layer_type", "Layer type"))),
                     numberColumn("operators", message(NW_TEXT("report.column.operators", "Operators"))),
                     timeColumn("seconds", message(NW_TEXT("report.column.time", "Time")), largest),
                     shareColumn("share", message(NW_TEXT("report.column.share", "Share"))),
                     shareColumn("mfu", message(NW_TEXT("report.column.mfu", "MFU"))),
                     shareColumn("memory_stall_fraction", message(NW_TEXT("report.column.stall", "Memory stall"))),
                     energyColumn("energy_j", message(NW_TEXT("report.column.energy", "Energy")), most),
                     textColumn("bottleneck", message(NW_TEXT("report.column.bottleneck", "Bottleneck, path"))),
                     textColumn("evidence", message(NW_TEXT("report.column.evidence", "Evidence")))};
    for (const auto& type : types) {
        const auto paths = pathTimes(*entry.plan, type.layerType);
        table.rows.push_back(
            {titleOf(type.layerType), figure(type.operators, NumberStyle::integer),
             figure(type.seconds, NumberStyle::real), share(type.share), share(type.mfu, noMatrixWork()),
             share(type.memoryStallFraction), figure(type.energyJ, NumberStyle::real),
             paths.empty() ? Cell(figure({}, NumberStyle::real,
                                         message(NW_TEXT("report.types.no_time", "It takes no time of its own"))))
                           : Cell(pathText(paths.front().kind, paths.front().where)),
             message(NW_TEXT("report.not_measured", "not measured"))});
    }
    return table;
}

/// What the figure goes without is said below it.
Message splitCaption(const Entry& entry, const std::vector<std::string>& leftOut) {
    if (leftOut.empty()) {
        return message(NW_TEXT("report.types.split", "%1: time split per layer type into useful work and time that was "
                                                     "diluted (idle lanes, vector work), blocked (waiting for a port) "
                                                     "or delayed (fill, drain, launch)."),
                       entry.label);
    }
    return message(NW_TEXT("report.types.split_part",
                           "%1: time split per layer type into useful work and time that was diluted (idle lanes, "
                           "vector work), blocked (waiting for a port) or delayed (fill, drain, launch). Without a "
                           "bar, as each takes less than %2 of the time: %3."),
                   entry.label, shown(kSmallestBar, NumberStyle::percent), fmt::format("{}", fmt::join(leftOut, ", ")));
}

Figure splitFigure(const Entry& entry) {
    Figure split;
    split.id = "split-by-layer-type-" + entry.slug;
    split.kind = Figure::Kind::stackedBars;
    split.xUnit = "%";
    split.series = attributionSeries();
    std::vector<std::string> leftOut;
    for (const auto& type : entry.plan->byLayerType) {
        const auto name = titleOf(type.layerType).text();
        if (type.share < kSmallestBar) {
            leftOut.push_back(name);
            continue;
        }
        split.categories.push_back(name);
        addAttribution(split, type.attribution);
    }
    split.caption = splitCaption(entry, leftOut);
    return split;
}

} // namespace

Section layerTypeSection(const Source& source) {
    Section section{"by-layer-type", message(NW_TEXT("report.types", "Where the time goes, by layer type")), {}};
    for (const auto& entry : source.entries) {
        section.blocks.push_back(typeTable(entry));
        auto split = splitFigure(entry);
        if (!split.categories.empty()) section.blocks.push_back(std::move(split));
    }
    return section;
}

} // namespace nestwright::report
