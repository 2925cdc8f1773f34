// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/evidence_targets.h"

#include "widgets/tables/figure_text.h"

#include <algorithm>

namespace nestwright::gui {

namespace {

constexpr std::size_t kShown = 20;

Message measurementFor(BottleneckClass kind, const std::string& where) {
    switch (kind) {
    case BottleneckClass::compute:
        return message(NW_TEXT("gui.measure.compute", "occupancy and pipe-utilisation counters of %1"), where);
    case BottleneckClass::bandwidth:
        return message(NW_TEXT("gui.measure.bandwidth", "bandwidth counters of %1"), where);
    case BottleneckClass::capacity:
        return message(NW_TEXT("gui.measure.capacity", "hit rates and traffic of %1"), where);
    case BottleneckClass::synchronisation:
        return message(NW_TEXT("gui.measure.synchronisation", "a timeline with the waits at %1"), where);
    case BottleneckClass::overhead:
        return message(NW_TEXT("gui.measure.overhead", "a timeline trace with the gaps between kernels"));
    case BottleneckClass::shape:
        return message(NW_TEXT("gui.measure.shape", "active-lane counters of %1"), where);
    }
    return {};
}

/// In two lines where one would break within the name.
std::string titleWithName(const OperatorRow& row) {
    constexpr qsizetype kLongest = 36;
    constexpr const char* kLineSeparator = "\u2028";
    const bool isShort = row.title.size() + row.name.size() <= kLongest;
    return row.title.toStdString() + (isShort ? "  " : kLineSeparator) + row.name.toStdString();
}

report::Column textColumn(const char* key, Message title) { return {key, std::move(title), {}, false, 1}; }

} // namespace

report::Table evidenceTargets(const std::vector<OperatorRow>& rows) {
    auto groups = groupedByShape(rows);
    groups.erase(
        std::remove_if(groups.begin(), groups.end(), [](const auto& row) { return !row.isPlanned || row.isFree; }),
        groups.end());
    std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
    if (groups.size() > kShown) groups.resize(kShown);
    const auto unit = timeScaleFor(groups.empty() ? 0 : groups.front().seconds);

    report::Table table;
    table.id = "evidence-targets";
    table.columns = {
        textColumn("operator", message(NW_TEXT("gui.targets.operator", "Operator"))),
        {"count", message(NW_TEXT("gui.targets.count", "Count")), {}, true, 1},
        {"seconds", message(NW_TEXT("gui.targets.time", "Predicted")), unit.unit.toStdString(), true, unit.scale},
        {"share", message(NW_TEXT("gui.targets.share", "Share")), "%", true, 1},
        {"sum", message(NW_TEXT("gui.targets.sum", "Sum")), "%", true, 1},
        textColumn("measure", message(NW_TEXT("gui.targets.measure", "What would settle it")))};
    double sum = 0;
    for (const auto& row : groups) {
        sum += row.share;
        table.rows.push_back(
            {titleWithName(row), report::Number{static_cast<double>(row.identicalCount), report::NumberStyle::integer},
             report::Number{row.seconds, report::NumberStyle::real},
             report::Number{row.share, report::NumberStyle::percent}, report::Number{sum, report::NumberStyle::percent},
             measurementFor(row.bottleneck, row.where.toStdString())});
    }
    return table;
}

} // namespace nestwright::gui
