// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/accelerator_json.h"
#include "core/accelerator/schema_check.h"
#include "core/project/graph_json.h"
#include "core/project/project_json.h"
#include "core/project/view_json.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace nestwright {
namespace {

using nlohmann::json;
using Pointer = JsonSource::Pointer;

constexpr std::size_t kLargestProject = std::size_t{1} << 30U;

constexpr std::array<std::string_view, 12> kKnownMembers = {
    "schema", "workload",    "bindings", "plan",         "accelerator", "selected",
    "view",   "saved_views", "draft",    "accelerators", "graph",       "report_without"};

/// The version behind "nestwright.project/"; nothing where the document is no project.
std::optional<int> versionOf(const json& root) {
    if (!root.is_object() || !root.contains("schema") || !root["schema"].is_string()) return std::nullopt;
    const auto schema = root["schema"].get<std::string>();
    if (schema.rfind(kProjectSchema, 0) != 0) return std::nullopt;
    int version = 0;
    const char* end = schema.data() + schema.size();
    const auto parsed = std::from_chars(schema.data() + kProjectSchema.size(), end, version);
    return parsed.ec == std::errc{} && parsed.ptr == end ? std::optional(version) : std::nullopt;
}

Result<void> checkVersion(const JsonSource& source) {
    const auto version = versionOf(source.root());
    if (!version) {
        return failure(ErrorKind::input, message(NW_TEXT("project.no_project", "This is no Nestwright project")),
                       source.place(Pointer("/schema")),
                       message(NW_TEXT("project.no_project.remedy",
                                       "A project begins with \"schema\": \"nestwright.project/1\".")));
    }
    if (*version > kProjectVersion) {
        return failure(
            ErrorKind::input,
            message(NW_TEXT("project.newer", "The project was saved by a newer Nestwright: it has format %1, "
                                             "and this one reads up to %2"),
                    *version, kProjectVersion),
            source.place(Pointer("/schema")),
            message(NW_TEXT("project.newer.remedy", "Open it with a newer version of the program. The file "
                                                    "is left as it is.")));
    }
    return checkSchema(source, "project");
}

Result<PlanOptions> readPlan(const JsonSource& source) {
    PlanOptions plan;
    const auto entry = source.root().value("plan", json::object());
    if (entry.contains("format")) {
        const auto format = dataTypeFromName(entry["format"].get<std::string>());
        if (!format) {
            return failure(
                ErrorKind::input,
                message(NW_TEXT("project.format", "There is no number format called %1"),
                        entry["format"].get<std::string>()),
                source.place(Pointer("/plan/format")),
                message(NW_TEXT("project.format.remedy", "Use one of fp32, tf32, bf16, fp16, fp8, fp4, int8, "
                                                         "int4, int32.")));
        }
        plan.format = *format;
    }
    plan.fusion = entry.value("fusion", "none") == "auto" ? Fusion::automatic : Fusion::none;
    plan.objective = objectiveFromName(entry.value("objective", "latency")).value_or(Objective::latency);
    plan.devices = entry.value("devices", plan.devices);
    plan.seed = entry.value("seed", plan.seed);
    return plan;
}

Bindings readBindings(const json& entry) {
    const auto count = [&](const char* key) {
        return entry.contains(key) ? std::optional(entry[key].get<Count>()) : std::nullopt;
    };
    Bindings bindings;
    bindings.symbols = entry.value("symbols", bindings.symbols);
    if (entry.contains("phase")) bindings.phase = entry["phase"].get<std::string>();
    bindings.batch = count("batch");
    bindings.sequence = count("sequence");
    bindings.past = count("past");
    return bindings;
}

Result<std::vector<ProjectAccelerator>> readAccelerators(const JsonSource& source) {
    std::vector<ProjectAccelerator> result;
    const auto entries = source.root().value("accelerators", json::array());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        auto description = readAccelerator(entries[i]["description"].dump(), source.file());
        if (!description) {
            auto error = description.error();
            error.place = source.place(Pointer("/accelerators") / i / "description");
            return tl::unexpected(std::move(error));
        }
        const bool isTwice = std::any_of(result.begin(), result.end(),
                                         [&](const auto& before) { return before.description.id == description->id; });
        if (isTwice) {
            return failure(ErrorKind::input,
                           message(NW_TEXT("project.twice", "The accelerator %1 stands twice"), description->id),
                           source.place(Pointer("/accelerators") / i),
                           message(NW_TEXT("project.twice.remedy", "Remove one of the two, or give it another id.")));
        }
        result.push_back({entries[i].value("origin", ""), std::move(*description)});
    }
    return result;
}

nlohmann::ordered_json unknownMembers(const json& root) {
    auto unknown = nlohmann::ordered_json::object();
    for (const auto& [key, value] : root.items()) {
        const bool isKnown = std::find(kKnownMembers.begin(), kKnownMembers.end(), key) != kKnownMembers.end();
        if (!isKnown) unknown[key] = value;
    }
    return unknown;
}

} // namespace

Result<Project> readProject(std::string_view text, const std::string& file) {
    const auto source = JsonSource::parse(text, file, {kLargestProject});
    if (!source) return tl::unexpected(source.error());
    if (auto checked = checkVersion(*source); !checked) return tl::unexpected(checked.error());
    const auto& root = source->root();
    auto plan = readPlan(*source);
    if (!plan) return tl::unexpected(plan.error());
    auto accelerators = readAccelerators(*source);
    if (!accelerators) return tl::unexpected(accelerators.error());
    auto graph = readGraph(*source, Pointer("/graph"));
    if (!graph) return tl::unexpected(graph.error());

    Project project;
    project.workload = root["workload"].get<std::string>();
    project.bindings = readBindings(root.value("bindings", json::object()));
    project.plan = *plan;
    project.accelerators = std::move(*accelerators);
    project.currentAccelerator = root.value("accelerator", "");
    const auto selected = root.value("selected", kNoOperator);
    if (selected < static_cast<OperatorId>(graph->operators.size())) project.selected = selected;
    project.view = readView(root.value("view", json::object()));
    project.savedViews = readSavedViews(root.value("saved_views", json::array()));
    project.leftOutSections = root.value("report_without", project.leftOutSections);
    if (root.contains("draft")) project.draft = readBindings(root["draft"]);
    project.unknown = unknownMembers(root);
    project.graph = std::make_shared<const Graph>(std::move(*graph));
    return project;
}

} // namespace nestwright
