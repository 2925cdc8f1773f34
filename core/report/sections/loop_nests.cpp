// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/tiling_text.h"
#include "core/report/sections/operator_groups.h"
#include "core/report/sections/parts.h"

namespace nestwright::report {
namespace {

/// The nests that a reviewer asks for first; the others are in the project.
constexpr int kNestsPerAccelerator = 3;

} // namespace

Section loopNestSection(const Source& source) {
    Section section{"loop-nests", message(NW_TEXT("report.nests", "Loop nests of the largest operators")), {}};
    for (const auto& entry : source.entries) {
        int listed = 0;
        for (const auto& group : operatorGroups(*entry.plan)) {
            const auto* mapped = mainMapping(*group.first);
            if (!mapped || listed == kNestsPerAccelerator) continue;
            ++listed;
            const double total = entry.plan->totals.latencySeconds.p50;
            section.blocks.push_back(
                Listing{"loop-nest-" + entry.slug + "-" + std::to_string(listed),
                        message(NW_TEXT("report.nests.caption", "%1: %2 (%3); %4 of the time, n = %5."), entry.label,
                                group.first->name, dimsText(*group.first, *source.graph),
                                shown(total > 0 ? group.seconds / total : 0, NumberStyle::percent), group.count),
                        describeNest(mapped->problem, *entry.accelerator, mapped->mapping)});
        }
    }
    if (section.blocks.empty()) {
        section.blocks.push_back(Paragraph{
            message(NW_TEXT("report.nests.none", "No operator carries multiply-adds, so no nest was searched.")),
            false});
    }
    return section;
}

} // namespace nestwright::report
