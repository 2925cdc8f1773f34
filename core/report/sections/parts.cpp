// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/parts.h"

#include "core/report/writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
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
    if (largestJoules >= 10) return numberColumn(std::move(key), std::move(title), "J", 1);
    if (largestJoules >= 1e-3) return numberColumn(std::move(key), std::move(title), "mJ", 1e3);
    return numberColumn(std::move(key), std::move(title), "\u00b5J", 1e6);
}

void alignDecimals(Table& table) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        auto& column = table.columns[c];
        double largest = 0;
        bool isReal = column.isNumeric && !column.unit.empty();
        for (const auto& row : table.rows) {
            const auto* number = std::get_if<Number>(&row[c]);
            if (!number || number->style != NumberStyle::real) {
                isReal = false;
            } else if (number->value && std::isfinite(*number->value)) {
                largest = std::max(largest, std::abs(*number->value * column.scale));
            }
        }
        if (!isReal || largest <= 0) continue;
        column.decimals = std::clamp(3 - static_cast<int>(std::floor(std::log10(largest))), 0, 9);
    }
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
