// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/cell_text.h"
#include "core/report/sections/parts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>

namespace nestwright::report {
namespace {

using nlohmann::ordered_json;

struct SourcedFigure {
    std::string path;
    Cell value;
    std::string badge;
    std::string source;
    std::string note;
};

std::string textOf(const ordered_json& node, const char* key) {
    const auto found = node.find(key);
    return found != node.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Cell valueCell(const ordered_json& value) {
    if (value.is_number()) {
        const auto number = value.get<double>();
        const bool isWhole = number == std::floor(number) && std::abs(number) < 1e15;
        return Number{number, isWhole ? NumberStyle::integer : NumberStyle::real, {}, {}};
    }
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// A source for something that the native form has no figure for.
Cell noValue() {
    return Number{{}, NumberStyle::real, message(NW_TEXT("report.figures.no_value", "Not a figure of its own")), {}};
}

std::string childPath(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
}

/// Figures with a badge, depth first: what the native form writes is exactly what is listed.
void collect(const ordered_json& node, const std::string& path, std::vector<SourcedFigure>& figures) {
    if (node.is_object() && node.contains("badge")) {
        figures.push_back({path, node.contains("value") ? valueCell(node["value"]) : noValue(), textOf(node, "badge"),
                           textOf(node, "source"), textOf(node, "note")});
        return;
    }
    if (node.is_object()) {
        for (const auto& [key, child] : node.items()) {
            collect(child, key == "provenance" ? path : childPath(path, key), figures);
        }
    } else if (node.is_array()) {
        for (std::size_t i = 0; i < node.size(); ++i) {
            const auto name = node[i].is_object() ? textOf(node[i], "name") : std::string();
            collect(node[i], childPath(path, name.empty() ? std::to_string(i) : name), figures);
        }
    }
}

std::string parentOf(const std::string& path) {
    const auto dot = path.rfind('.');
    return dot == std::string::npos ? std::string() : path.substr(0, dot + 1);
}

/// Neighbours below one parent that are equal in all but their name share a row: "device.maturity.conv, gemm".
std::vector<SourcedFigure> merged(const std::vector<SourcedFigure>& figures) {
    std::vector<SourcedFigure> rows;
    std::string parent;
    for (const auto& figure : figures) {
        const bool isLikeLast = !rows.empty() && !parent.empty() && parentOf(figure.path) == parent &&
                                cellText(figure.value) == cellText(rows.back().value) &&
                                figure.badge == rows.back().badge && figure.source == rows.back().source &&
                                figure.note == rows.back().note;
        if (isLikeLast) {
            rows.back().path += ", " + figure.path.substr(parent.size());
        } else {
            rows.push_back(figure);
            parent = parentOf(figure.path);
        }
    }
    return rows;
}

std::string sourceText(const SourcedFigure& figure) {
    if (figure.note.empty()) return figure.source;
    return figure.source.empty() ? figure.note : figure.source + " (" + figure.note + ")";
}

std::string badgeCounts(const std::vector<SourcedFigure>& figures) {
    std::map<std::string, int> counts;
    for (const auto& figure : figures) ++counts[figure.badge];
    std::vector<std::string> parts;
    for (const auto& [badge, count] : counts) parts.push_back(fmt::format("{} {}", count, badge));
    return fmt::format("{}", fmt::join(parts, ", "));
}

Table figureTable(const Entry& entry, const std::vector<SourcedFigure>& figures) {
    Table table;
    table.id = "figures-" + entry.slug;
    table.caption =
        message(NW_TEXT("report.figures.caption", "%1: figures with a source: %2 (%3). Units stand at the end of "
                                                  "each name."),
                entry.label, figures.size(), badgeCounts(figures));
    table.columns = {textColumn("figure", message(NW_TEXT("report.column.figure", "Figure"))),
                     numberColumn("value", message(NW_TEXT("report.column.value", "Value"))),
                     textColumn("badge", message(NW_TEXT("report.column.badge", "Known by"))),
                     textColumn("source", message(NW_TEXT("report.column.source", "Source")))};
    for (const auto& figure : merged(figures)) {
        table.rows.push_back({figure.path, figure.value, figure.badge, sourceText(figure)});
    }
    return table;
}

} // namespace

Section acceleratorSection(const Source& source) {
    Section section{"accelerators", message(NW_TEXT("report.figures", "Figures of the accelerators")), {}};
    for (const auto& entry : source.entries) {
        const auto native = ordered_json::parse(entry.native, nullptr, false);
        std::vector<SourcedFigure> figures;
        if (!native.is_discarded()) collect(native, {}, figures);
        if (figures.empty()) {
            section.blocks.push_back(Paragraph{
                message(NW_TEXT("report.figures.none", "%1: its description names no sources."), entry.label), false});
        } else {
            section.blocks.push_back(figureTable(entry, figures));
        }
    }
    return section;
}

} // namespace nestwright::report
