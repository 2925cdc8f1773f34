// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/parts.h"

#include "core/plan/memory_fit.h"
#include "core/report/writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

namespace nestwright::report {

Column textColumn(std::string key, Message title) { return {std::move(key), std::move(title), {}, false, 1}; }

Column numberColumn(std::string key, Message title, std::string unit, double scale) {
    return {std::move(key), std::move(title), std::move(unit), true, scale};
}

Column shareColumn(std::string key, Message title) { return numberColumn(std::move(key), std::move(title), "%"); }

Column timeColumn(std::string key, Message title, double largestSeconds) {
    if (largestSeconds >= 10) return numberColumn(std::move(key), std::move(title), "s", 1);
    if (largestSeconds >= 1e-3) return numberColumn(std::move(key), std::move(title), "ms", 1e3);
    return numberColumn(std::move(key), std::move(title), "\u00b5s", 1e6);
}

Column energyColumn(std::string key, Message title, double largestJoules) {
    if (largestJoules >= 1e4) return numberColumn(std::move(key), std::move(title), "kJ", 1e-3);
    if (largestJoules >= 10) return numberColumn(std::move(key), std::move(title), "J", 1);
    if (largestJoules >= 1e-3) return numberColumn(std::move(key), std::move(title), "mJ", 1e3);
    return numberColumn(std::move(key), std::move(title), "\u00b5J", 1e6);
}

Number share(std::optional<double> fraction, Message why) {
    return {fraction, NumberStyle::percent, std::move(why), {}};
}

Number figure(std::optional<double> value, NumberStyle style, Message why, std::string unit) {
    return {value, style, std::move(why), std::move(unit)};
}

std::string shown(double value, NumberStyle style, const std::string& unit) {
    return formatNumber(Number{value, style, {}, unit});
}

std::string countedUnit(const PlanTotals& totals) {
    const auto& unit = totals.throughputUnit;
    return unit.ends_with("/s") ? unit.substr(0, unit.size() - 2) : unit;
}

bool isTooSmall(const Entry& entry) {
    return memoryFitOf(entry.plan->totals, *entry.accelerator) == MemoryFit::tooSmall;
}

Message fitText(const Entry& entry) {
    switch (memoryFitOf(entry.plan->totals, *entry.accelerator)) {
    case MemoryFit::fits:
        return message(NW_TEXT("report.yes", "yes"));
    case MemoryFit::tooSmall:
        return message(NW_TEXT("report.fit.short", "no, %1 short"),
                       shown(entry.plan->totals.memoryExcessBytes, NumberStyle::bytes));
    case MemoryFit::unknown:
        break;
    }
    return message(NW_TEXT("report.memory.unknown", "not known"));
}

Message shortageText(const Entry& entry) {
    const auto room = static_cast<double>(entry.accelerator->device.memoryBytes.value_or(0));
    return message(NW_TEXT("report.fit.shortage", "needs %1, has %2"),
                   shown(entry.plan->totals.deviceMemoryBytes, NumberStyle::bytes), shown(room, NumberStyle::bytes));
}

std::vector<const Entry*> rankedEntries(const Source& source) {
    std::vector<const Entry*> ranked;
    for (const auto& entry : source.entries) {
        if (!isTooSmall(entry)) ranked.push_back(&entry);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const Entry* a, const Entry* b) {
        return a->plan->totals.latencySeconds.p50 < b->plan->totals.latencySeconds.p50;
    });
    return ranked;
}

std::string slug(const std::string& name) {
    std::string result;
    for (const char c : name) {
        const auto code = static_cast<unsigned char>(c);
        if (code < 0x80 && std::isalnum(code)) {
            result += static_cast<char>(std::tolower(code));
        } else if (!result.empty() && result.back() != '-') {
            result += '-';
        }
    }
    while (result.ends_with('-')) result.pop_back();
    return result.empty() ? "accelerator" : result;
}

namespace {

double ownSeconds(const PlannedOperator& op) {
    const Bottleneck& first = op.bottleneck;
    if (first.kind == BottleneckClass::compute || first.kind == BottleneckClass::shape) {
        return op.attribution.computing();
    }
    double seconds = 0;
    for (const auto& path : op.paths) {
        if (path.where == first.where) seconds += path.cycles; // seconds in a plan
    }
    return seconds;
}

} // namespace

std::vector<PathTime> pathTimes(const PlanResult& plan, std::optional<LayerType> layerType) {
    std::map<std::pair<BottleneckClass, std::string>, PathTime> byPath;
    for (const auto& op : plan.operators) {
        if ((layerType && op.layerType != *layerType) || op.seconds <= 0) continue;
        auto& entry = byPath[{op.bottleneck.kind, op.bottleneck.where}];
        entry.kind = op.bottleneck.kind;
        entry.where = op.bottleneck.where;
        entry.seconds += op.seconds;
        entry.ownSeconds += ownSeconds(op);
        ++entry.operators;
    }
    std::vector<PathTime> result;
    for (auto& [key, entry] : byPath) result.push_back(std::move(entry));
    std::stable_sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
    return result;
}

Message ownShareText(const PathTime& path, double totalSeconds) {
    const auto part = shown(totalSeconds > 0 ? path.ownSeconds / totalSeconds : 0, NumberStyle::percent);
    switch (path.kind) {
    case BottleneckClass::compute:
    case BottleneckClass::shape:
        return message(NW_TEXT("report.own.lanes", "in them the units are at work for %1"), part);
    case BottleneckClass::bandwidth:
    case BottleneckClass::capacity:
        return message(NW_TEXT("report.own.port", "in them compute waits for that port for %1"), part);
    case BottleneckClass::overhead:
    case BottleneckClass::synchronisation:
        break;
    }
    return message(NW_TEXT("report.own.path", "in them %2 itself takes %1"), part,
                   path.where.empty() ? titleOf(path.kind).text() : path.where);
}

Message pathText(BottleneckClass kind, const std::string& where) {
    if (where.empty()) return titleOf(kind);
    return message(NW_TEXT("report.path", "%1: %2"), titleOf(kind).text(), where);
}

std::string bindingsText(const Bindings& bindings, const Graph& graph) {
    std::vector<std::string> parts;
    if (bindings.phase) parts.push_back("phase " + *bindings.phase);
    if (bindings.batch) parts.push_back(fmt::format("batch {}", *bindings.batch));
    if (bindings.sequence) parts.push_back(fmt::format("sequence {}", *bindings.sequence));
    if (bindings.past) parts.push_back(fmt::format("past {}", *bindings.past));
    for (const auto& [name, value] : bindings.symbols) parts.push_back(fmt::format("{} = {}", name, value));
    for (const auto& [name, value] : graph.symbols) {
        const bool isSaid = bindings.symbols.contains(name) || (name == "batch" && bindings.batch) ||
                            (name.starts_with("seq") && bindings.sequence) || (name == "past" && bindings.past);
        if (isSaid) continue;
        parts.push_back(value ? fmt::format("{} = {}", name, *value) : name + " = 1 (not given)");
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<Series> attributionSeries() {
    return {{message(NW_TEXT("report.split.useful", "useful")), "useful", false, {}, {}},
            {message(NW_TEXT("report.split.diluted", "diluted")), "diluted", false, {}, {}},
            {message(NW_TEXT("report.split.blocked", "blocked")), "blocked", false, {}, {}},
            {message(NW_TEXT("report.split.delayed", "delayed")), "delayed", false, {}, {}}};
}

void addAttribution(Figure& figure, const Attribution& attribution) {
    const double total = attribution.total();
    const std::array parts = {attribution.useful, attribution.diluted, attribution.blocked, attribution.delayed};
    for (std::size_t i = 0; i < parts.size(); ++i) figure.series[i].y.push_back(total > 0 ? parts[i] / total : 0);
}

Message tailsNotModelled() {
    return message(NW_TEXT("report.tails",
                           "Not modelled yet: a tail comes from load and queueing, and this plan is one "
                           "pass without either"));
}

Message noMatrixWork() { return message(NW_TEXT("report.no_macs", "No multiply-adds, so no share of their peak")); }

Message notKnown() { return message(NW_TEXT("report.not_known", "The accelerator's description doesn't say")); }

} // namespace nestwright::report
