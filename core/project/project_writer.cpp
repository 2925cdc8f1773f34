// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/accelerator_json.h"
#include "core/project/graph_json.h"
#include "core/project/project_json.h"
#include "core/project/view_json.h"

namespace nestwright {
namespace {

using Json = nlohmann::ordered_json;

std::string compact(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

constexpr int kDeepestLine = 3;

/// Whether the members or elements get lines of their own. Lists of numbers read better on one.
bool isSpread(const Json& value, int depth) {
    if (depth >= kDeepestLine || value.empty()) return false;
    return value.is_object() || (value.is_array() && value.front().is_object());
}

void print(std::string& out, const Json& value, int depth) {
    if (!isSpread(value, depth)) {
        out += compact(value);
        return;
    }
    const std::string indent(static_cast<std::size_t>(depth + 1) * 2, ' ');
    out += value.is_object() ? "{" : "[";
    const char* separator = "\n";
    for (auto item = value.begin(); item != value.end(); ++item) {
        out += separator + indent;
        separator = ",\n";
        if (value.is_object()) out += compact(item.key()) + ": ";
        print(out, *item, depth + 1);
    }
    out += "\n" + indent.substr(2) + (value.is_object() ? "}" : "]");
}

Json bindingsJson(const Bindings& bindings) {
    Json result = Json::object();
    if (!bindings.symbols.empty()) result["symbols"] = bindings.symbols;
    if (bindings.phase) result["phase"] = *bindings.phase;
    if (bindings.batch) result["batch"] = *bindings.batch;
    if (bindings.sequence) result["sequence"] = *bindings.sequence;
    if (bindings.past) result["past"] = *bindings.past;
    return result;
}

Json planJson(const PlanOptions& plan) {
    Json result = Json::object();
    if (plan.format != DataType::unknown) result["format"] = nameOf(plan.format);
    result["fusion"] = plan.fusion == Fusion::automatic ? "auto" : "none";
    result["objective"] = keyOf(plan.objective);
    result["devices"] = plan.devices;
    result["seed"] = plan.seed;
    return result;
}

} // namespace

std::string writeProject(const Project& project) {
    Json document = {{"schema", std::string(kProjectSchema) + std::to_string(kProjectVersion)},
                     {"workload", project.workload},
                     {"bindings", bindingsJson(project.bindings)},
                     {"plan", planJson(project.plan)}};
    if (!project.currentAccelerator.empty()) document["accelerator"] = project.currentAccelerator;
    if (project.selected != kNoOperator) document["selected"] = project.selected;
    document["view"] = viewJson(project.view);
    if (!project.savedViews.empty()) document["saved_views"] = savedViewsJson(project.savedViews);
    if (!project.leftOutSections.empty()) document["report_without"] = project.leftOutSections;
    if (project.draft) document["draft"] = bindingsJson(*project.draft);
    Json accelerators = Json::array();
    for (const auto& accelerator : project.accelerators) {
        Json entry = Json::object();
        if (!accelerator.origin.empty()) entry["origin"] = accelerator.origin;
        entry["description"] = writeAccelerator(accelerator.description);
        accelerators.push_back(std::move(entry));
    }
    document["accelerators"] = std::move(accelerators);
    for (const auto& [key, value] : project.unknown.items()) document[key] = value;
    document["graph"] = project.graph ? writeGraph(*project.graph) : Json(nullptr);
    std::string text;
    print(text, document, 0);
    text += '\n';
    return text;
}

} // namespace nestwright
