// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/view_json.h"

#include <map>

namespace nestwright {

using nlohmann::json;
using Json = nlohmann::ordered_json;

Json viewJson(const ProjectView& view) {
    Json result = Json::object();
    if (!view.mode.empty()) result["mode"] = view.mode;
    if (view.graph) result["graph"] = {{"x", view.graph->x}, {"y", view.graph->y}, {"zoom", view.graph->zoom}};
    if (!view.filter.empty()) result["filter"] = view.filter;
    if (!view.colouring.empty()) result["colouring"] = view.colouring;
    if (!view.sortColumn.empty()) {
        result["sort"] = {{"column", view.sortColumn}, {"descending", view.isSortDescending}};
    }
    if (view.isGrouped) result["grouped"] = true;
    for (const auto& filter : view.filters) result["filters"].push_back({{"text", filter.text}, {"on", filter.isOn}});
    for (const auto& fold : view.folds) result["folds"].push_back({{"first", fold.first}, {"state", fold.state}});
    if (view.hasWeights) result["weights"] = true;
    return result;
}

ProjectView readView(const json& entry) {
    ProjectView view;
    view.mode = entry.value("mode", "");
    if (entry.contains("graph")) {
        const auto& place = entry["graph"];
        view.graph = GraphPlace{place["x"], place["y"], place["zoom"]};
    }
    view.filter = entry.value("filter", "");
    view.colouring = entry.value("colouring", "");
    if (entry.contains("sort")) {
        view.sortColumn = entry["sort"]["column"].get<std::string>();
        view.isSortDescending = entry["sort"]["descending"].get<bool>();
    }
    view.isGrouped = entry.value("grouped", false);
    for (const auto& filter : entry.value("filters", json::array())) {
        view.filters.push_back({filter["text"].get<std::string>(), filter.value("on", true)});
    }
    for (const auto& fold : entry.value("folds", json::array())) {
        view.folds.push_back({fold["first"].get<OperatorId>(), fold["state"].get<std::string>()});
    }
    view.hasWeights = entry.value("weights", false);
    return view;
}

Json savedViewsJson(const std::vector<SavedView>& views) {
    Json result = Json::array();
    for (const auto& saved : views) {
        Json entry = {{"key", saved.key}, {"name", saved.name}};
        if (!saved.accelerator.empty()) entry["accelerator"] = saved.accelerator;
        if (saved.selected != kNoOperator) entry["selected"] = saved.selected;
        entry["view"] = viewJson(saved.view);
        result.push_back(std::move(entry));
    }
    return result;
}

std::vector<SavedView> readSavedViews(const json& entries) {
    std::map<int, SavedView> byKey;
    for (const auto& entry : entries) {
        SavedView saved;
        saved.key = entry["key"].get<int>();
        saved.name = entry.value("name", "");
        saved.accelerator = entry.value("accelerator", "");
        saved.selected = entry.value("selected", kNoOperator);
        saved.view = readView(entry["view"]);
        byKey[saved.key] = std::move(saved);
    }
    std::vector<SavedView> views;
    for (auto& [key, saved] : byKey) views.push_back(std::move(saved));
    return views;
}

} // namespace nestwright
