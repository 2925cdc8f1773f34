// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/writers.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace nestwright::report {
namespace {

using nlohmann::json;

json value(const Number& number) {
    return number.value && std::isfinite(*number.value) ? json(*number.value) : json(nullptr);
}

json value(const Cell& cell) {
    if (const auto* text = std::get_if<Message>(&cell)) return text->text();
    if (const auto* name = std::get_if<std::string>(&cell)) return *name;
    return value(std::get<Number>(cell));
}

json values(const std::vector<double>& numbers) {
    json result = json::array();
    for (const double number : numbers) result.push_back(value(Number{number}));
    return result;
}

json factLines(const Facts& facts) {
    json result = json::object();
    for (const auto& line : facts.lines) result[line.key] = value(line.value);
    return result;
}

struct BlockWriter {
    json operator()(const Paragraph& paragraph) const {
        return {{"kind", "paragraph"}, {"text", paragraph.text.text()}};
    }

    json operator()(const Facts& facts) const {
        return {{"kind", "facts"}, {"id", facts.id}, {"values", factLines(facts)}};
    }

    json operator()(const KeyFigures& figures) const {
        json result = {{"kind", "key_figures"}, {"id", figures.id}, {"caption", figures.caption.text()}};
        for (const auto& item : figures.items) {
            result["values"][item.key] = value(item.value);
            if (!item.value.value && !item.value.why.empty()) result["missing"][item.key] = item.value.why.text();
        }
        return result;
    }

    json operator()(const Table& table) const {
        json columns = json::array();
        for (const auto& column : table.columns)
            columns.push_back({{"key", column.key}, {"title", column.title.text()}});
        json rows = json::array();
        for (const auto& cells : table.rows) {
            json row = json::object();
            for (std::size_t i = 0; i < cells.size() && i < table.columns.size(); ++i) {
                row[table.columns[i].key] = value(cells[i]);
            }
            rows.push_back(std::move(row));
        }
        return {{"kind", "table"},
                {"id", table.id},
                {"caption", table.caption.text()},
                {"columns", std::move(columns)},
                {"rows", std::move(rows)}};
    }

    json operator()(const Figure& figure) const {
        json series = json::array();
        for (const auto& one : figure.series) {
            series.push_back({{"name", one.name.text()}, {"x", values(one.x)}, {"y", values(one.y)}});
        }
        return {{"kind", "figure"},
                {"id", figure.id},
                {"caption", figure.caption.text()},
                {"categories", figure.categories},
                {"x_title", figure.xTitle.text()},
                {"y_title", figure.yTitle.text()},
                {"series", std::move(series)}};
    }

    json operator()(const Listing& listing) const {
        return {{"kind", "listing"}, {"id", listing.id}, {"caption", listing.caption.text()}, {"text", listing.text}};
    }
};

} // namespace

std::string toJson(const Document& document) {
    json sections = json::array();
    for (const auto& section : document.sections) {
        json blocks = json::array();
        for (const auto& block : section.blocks) blocks.push_back(std::visit(BlockWriter{}, block));
        sections.push_back({{"id", section.id}, {"title", section.title.text()}, {"blocks", std::move(blocks)}});
    }
    const json root = {{"schema", "nestwright.report/1"},          {"title", document.title.text()},
                       {"subtitle", document.subtitle.text()},     {"author", document.author},
                       {"metadata", factLines(document.metadata)}, {"sections", std::move(sections)}};
    return root.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

} // namespace nestwright::report
