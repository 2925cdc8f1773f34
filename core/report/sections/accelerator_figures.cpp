// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/cell_text.h"
#include "core/report/sections/figure_names.h"
#include "core/report/sections/parts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace nestwright::report {
namespace {

using nlohmann::ordered_json;

constexpr int kManyAlike = 7; ///< figures of one title

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

/// A figure as it is listed; several that are equal in all but what they are of share a row: "read, write, update".
struct NamedFigure {
    FigureName name;
    const SourcedFigure* figure = nullptr;
    int count = 1; ///< of what it is of
};

bool isAlike(const NamedFigure& a, const NamedFigure& b) {
    return a.name.key == b.name.key && !a.name.of.empty() && !b.name.of.empty() &&
           cellText(a.figure->value) == cellText(b.figure->value) && a.figure->badge == b.figure->badge &&
           a.figure->source == b.figure->source && a.figure->note == b.figure->note;
}

/// Where many share a row, the few that don't stand before them.
void putLast(std::vector<NamedFigure>& rows) {
    for (auto row = rows.begin(); row != rows.end(); ++row) {
        if (row->count < kManyAlike) continue;
        const auto next =
            std::find_if(row, rows.end(), [&](const auto& other) { return other.name.key != row->name.key; });
        std::rotate(row, row + 1, next);
        row = next - 1;
    }
}

std::vector<NamedFigure> merged(const std::vector<SourcedFigure>& figures, const Accelerator& accelerator) {
    std::vector<NamedFigure> rows;
    for (const auto& figure : figures) {
        NamedFigure row{nameOfFigure(figure.path, accelerator), &figure, 1};
        if (!rows.empty() && isAlike(rows.back(), row)) {
            rows.back().name.of += ", " + row.name.of;
            ++rows.back().count;
        } else {
            rows.push_back(std::move(row));
        }
    }
    putLast(rows);
    return rows;
}

/// "all others" where a list would be longer than what it leaves out.
Cell ofText(const NamedFigure& row) {
    if (row.count >= kManyAlike) return message(NW_TEXT("report.figure.others", "all others"));
    return row.name.of;
}

/// "6: 0.107 + 0.0035 sqrt(16) at 7 nm".
std::string sourceText(const std::string& number, const std::string& note) {
    if (note.empty()) return number;
    return number.empty() ? note : number + ": " + note;
}

/// Large sizes with a prefix.
Cell valueOf(const NamedFigure& row) {
    const auto* number = std::get_if<Number>(&row.figure->value);
    if (row.name.unit != "B" || number == nullptr || !number->value) return row.figure->value;
    return Number{number->value, NumberStyle::bytes, {}, {}};
}

/// Long sources of several figures each: they are numbered in the order in which they come.
class Sources {
public:
    std::string numberOf(const std::string& source) {
        if (source.empty()) return {};
        const auto found = std::find(m_sources.begin(), m_sources.end(), source);
        const auto number = found - m_sources.begin() + 1;
        if (found == m_sources.end()) m_sources.push_back(source);
        return std::to_string(number);
    }

    [[nodiscard]] Table table(const Entry& entry) const {
        Table table;
        table.id = "sources-" + entry.slug;
        table.caption = message(NW_TEXT("report.figures.sources", "%1: the sources by their numbers."), entry.label);
        table.columns = {textColumn("number", message(NW_TEXT("report.column.number", "No."))),
                         textColumn("source", message(NW_TEXT("report.column.source", "Source")))};
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            table.rows.push_back({std::to_string(i + 1), m_sources[i]});
        }
        return table;
    }

    [[nodiscard]] bool isEmpty() const { return m_sources.empty(); }

private:
    std::vector<std::string> m_sources;
};

std::string badgeCounts(const std::vector<SourcedFigure>& figures) {
    std::map<std::string, int> counts;
    for (const auto& figure : figures) ++counts[figure.badge];
    std::vector<std::string> parts;
    for (const auto& [badge, count] : counts) parts.push_back(fmt::format("{} {}", count, badge));
    return fmt::format("{}", fmt::join(parts, ", "));
}

Table figureTable(const Entry& entry, const std::vector<SourcedFigure>& figures, Sources& sources) {
    Table table;
    table.id = "figures-" + entry.slug;
    table.caption =
        message(NW_TEXT("report.figures.caption", "%1: figures with a source: %2 (%3). Sources are numbered below."),
                entry.label, figures.size(), badgeCounts(figures));
    table.columns = {textColumn("part", message(NW_TEXT("report.column.part", "Part"))),
                     textColumn("figure", message(NW_TEXT("report.column.figure", "Figure"))),
                     textColumn("of", message(NW_TEXT("report.column.of", "Of"))),
                     numberColumn("value", message(NW_TEXT("report.column.value", "Value"))),
                     textColumn("unit", message(NW_TEXT("report.column.unit", "Unit"))),
                     textColumn("badge", message(NW_TEXT("report.column.badge", "Known by"))),
                     textColumn("source", message(NW_TEXT("report.column.source", "Source")))};
    for (const auto& row : merged(figures, *entry.accelerator)) {
        const auto value = valueOf(row);
        const auto* number = std::get_if<Number>(&value);
        const bool hasOwnUnit = number != nullptr && number->style == NumberStyle::bytes;
        table.rows.push_back({row.name.part, row.name.title, ofText(row), value,
                              hasOwnUnit ? std::string() : row.name.unit, row.figure->badge,
                              sourceText(sources.numberOf(row.figure->source), row.figure->note)});
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
            Sources sources;
            section.blocks.push_back(figureTable(entry, figures, sources));
            if (!sources.isEmpty()) section.blocks.push_back(sources.table(entry));
        }
    }
    return section;
}

} // namespace nestwright::report
