// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/decision.h"

#include "core/plan/memory_fit.h"
#include "core/report/sections/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace nestwright::report {
namespace {

double secondsOf(const Entry& entry) { return entry.plan->totals.latencySeconds.p50; }
double energyOf(const Entry& entry) { return entry.plan->totals.energyJ; }

std::string timeText(const Entry& entry) { return shown(secondsOf(entry), NumberStyle::seconds); }

/// Figures that read the same lead by nothing.
bool isTie(double best, double next) { return best <= 0 || next / best < 1.0005; }

/// "takes 12.3 % less than" up to twice, "3.40 times as fast as" from there on.
Message fasterText(const Entry& first, const Entry& next) {
    const double ratio = secondsOf(first) > 0 ? secondsOf(next) / secondsOf(first) : 1;
    if (isTie(secondsOf(first), secondsOf(next))) {
        return message(NW_TEXT("report.decision.tie", "no faster than %1"), next.label);
    }
    if (ratio < 2) {
        return message(NW_TEXT("report.decision.less", "%1 less than %2 with %3"),
                       shown(1 - 1 / ratio, NumberStyle::percent), next.label, timeText(next));
    }
    return message(NW_TEXT("report.decision.times", "%1 times as fast as %2 with %3"), shown(ratio, NumberStyle::real),
                   next.label, timeText(next));
}

Message boundText(const Entry& entry) {
    const auto paths = pathTimes(*entry.plan);
    if (paths.empty() || secondsOf(entry) <= 0) return message(NW_TEXT("report.decision.no_path", "nothing"));
    return message(NW_TEXT("report.decision.path", "%1, in operators with %2 of its time"),
                   pathText(paths.front().kind, paths.front().where).text(),
                   shown(paths.front().seconds / secondsOf(entry), NumberStyle::percent));
}

Message fastest(const std::vector<const Entry*>& ranked) {
    if (ranked.empty()) {
        return message(NW_TEXT("report.decision.none", "The workload fits none of the accelerators compared here."));
    }
    const Entry& first = *ranked.front();
    if (ranked.size() == 1) {
        return message(NW_TEXT("report.decision.only", "Only %1 isn't too small for the workload: one pass takes %2. "
                                                       "What bounds it first is %3."),
                       first.label, timeText(first), boundText(first).text());
    }
    return message(NW_TEXT("report.decision.fastest",
                           "%1 is the fastest for this slice: one pass takes %2, %3. What bounds it first is %4."),
                   first.label, timeText(first), fasterText(first, *ranked[1]).text(), boundText(first).text());
}

Message leastEnergy(std::vector<const Entry*> ranked) {
    std::stable_sort(ranked.begin(), ranked.end(), [](auto* a, auto* b) { return energyOf(*a) < energyOf(*b); });
    const Entry& least = *ranked[0];
    const Entry& next = *ranked[1];
    if (isTie(energyOf(least), energyOf(next))) {
        return message(NW_TEXT("report.decision.energy_tie", "%1 and %2 take the least energy alike: %3 a pass."),
                       least.label, next.label, shown(energyOf(least), NumberStyle::energy));
    }
    return message(
        NW_TEXT("report.decision.energy", "The most energy-efficient is %1: %2 a pass, %3 less than %4 with %5."),
        least.label, shown(energyOf(least), NumberStyle::energy),
        shown(1 - energyOf(least) / energyOf(next), NumberStyle::percent), next.label,
        shown(energyOf(next), NumberStyle::energy));
}

std::string listed(const std::vector<std::string>& items) { return fmt::format("{}", fmt::join(items, ", ")); }

} // namespace

std::vector<Block> decisionBlocks(const Source& source) {
    if (source.entries.size() < 2) return {};
    std::vector<std::string> tooSmall;
    std::vector<std::string> unknown;
    for (const auto& entry : source.entries) {
        const auto fit = memoryFitOf(entry.plan->totals, *entry.accelerator);
        if (fit == MemoryFit::tooSmall) {
            tooSmall.push_back(fmt::format("{} ({})", entry.label, shortageText(entry).text()));
        }
        if (fit == MemoryFit::unknown) unknown.push_back(entry.label);
    }
    const auto ranked = rankedEntries(source);
    std::vector<Block> blocks{Paragraph{fastest(ranked), true}};
    if (ranked.size() > 1) blocks.emplace_back(Paragraph{leastEnergy(ranked), false});
    if (!tooSmall.empty()) {
        blocks.emplace_back(Paragraph{
            message(NW_TEXT("report.decision.too_small", "Not ranked, as the device memory is too small: %1."),
                    listed(tooSmall)),
            false});
    }
    if (!unknown.empty()) {
        blocks.emplace_back(Paragraph{
            message(NW_TEXT("report.decision.unknown", "Whether the workload fits is not known for %1: the description "
                                                       "gives no device memory."),
                    listed(unknown)),
            false});
    }
    return blocks;
}

} // namespace nestwright::report
