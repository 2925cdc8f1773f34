// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/project_files.h"

#include "core/base/hash.h"
#include "core/base/path.h"
#include "core/formats/files/open.h"
#include "core/project/project_json.h"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace nestwright {
namespace {

namespace fs = std::filesystem;

bool isFile(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error);
}

bool beginsAsProject(const std::string& path) {
    std::string start(256, '\0');
    std::ifstream stream(pathOf(path), std::ios::binary);
    stream.read(start.data(), static_cast<std::streamsize>(start.size()));
    return start.find(std::string("\"") + std::string(kProjectSchema)) != std::string::npos;
}

/// Whether the model is a file; a shipped workload has an id.
bool hasSourceFile(const Project& project) { return !project.graph->sourcePath.empty(); }

/// A source that isn't where it was, but lies in the project's folder, moved with it.
void findMovedSource(Project& project, const std::string& projectPath) {
    if (!hasSourceFile(project) || isFile(pathOf(project.graph->sourcePath))) return;
    const auto beside = pathOf(projectPath).parent_path() / pathOf(project.graph->sourcePath).filename();
    if (!isFile(beside)) return;
    const auto hash = sha256OfFile(utf8Of(beside));
    if (!hash || *hash != project.graph->sourceSha256) return;
    auto graph = *project.graph;
    graph.sourcePath = utf8Of(beside);
    project.workload = graph.sourcePath;
    project.graph = std::make_shared<const Graph>(std::move(graph));
}

Warning sourceChanged(const Project& project) {
    return {kNoOperator, "source_changed",
            message(NW_TEXT("project.source_changed", "The model %1 is not the one that the project was made from"),
                    project.graph->sourcePath)};
}

Result<Graph> openAnew(const Project& project, const std::string& path, const Bindings& bindings,
                       const WorkContext& work) {
    const auto state = sourceState(project);
    if (state == SourceState::missing) {
        return failure(ErrorKind::input,
                       message(NW_TEXT("project.source_missing", "Other values for the model's inputs need the model, "
                                                                 "and %1 isn't there"),
                               project.graph->sourcePath),
                       {path, 0, 0},
                       message(NW_TEXT("project.source_missing.remedy",
                                       "Put the model back there or beside the project, or leave the inputs as the "
                                       "project has them.")));
    }
    auto graph = openWorkload(project.workload, bindings, work);
    if (graph && state == SourceState::changed) graph->warnings.push_back(sourceChanged(project));
    return graph;
}

} // namespace

bool isProjectFile(const std::string& spec) {
    const auto path = pathOf(spec);
    return path.extension() == ".nestwright" || (isFile(path) && beginsAsProject(spec));
}

Result<Project> openProject(const std::string& path) {
    const auto text = readFile(path);
    if (!text) return tl::unexpected(text.error());
    auto project = readProject(*text, path);
    if (project) findMovedSource(*project, path);
    return project;
}

Result<void> saveProject(const std::string& path, const Project& project) {
    return writeFileAtomically(path, writeProject(project));
}

SourceState sourceState(const Project& project) {
    if (!hasSourceFile(project) || project.graph->sourceSha256.empty()) return SourceState::none;
    if (!isFile(pathOf(project.graph->sourcePath))) return SourceState::missing;
    const auto hash = sha256OfFile(project.graph->sourcePath);
    if (!hash) return SourceState::missing;
    return *hash == project.graph->sourceSha256 ? SourceState::unchanged : SourceState::changed;
}

Result<OpenedWorkload> openWorkloadWithChoices(const std::string& spec, const Bindings& bindings,
                                               const WorkContext& work) {
    OpenedWorkload opened;
    if (!isProjectFile(spec)) {
        auto graph = openWorkload(spec, bindings, work);
        if (!graph) return tl::unexpected(graph.error());
        opened.graph = std::move(*graph);
        opened.bindings = bindings;
        return opened;
    }
    auto project = openProject(spec);
    if (!project) return tl::unexpected(project.error());
    opened.bindings = mergedBindings(project->bindings, bindings);
    for (const auto& accelerator : project->accelerators) {
        opened.accelerators.push_back(accelerator.description);
        opened.acceleratorFiles.push_back(fileOfOrigin(accelerator.origin, accelerator.description.id));
    }
    opened.leftOutSections = project->leftOutSections;
    opened.currentAccelerator = project->currentAccelerator;
    opened.plan = project->plan;
    if (opened.bindings == project->bindings) {
        opened.graph = *project->graph;
        return opened;
    }
    auto graph = openAnew(*project, spec, opened.bindings, work);
    if (!graph) return tl::unexpected(graph.error());
    opened.graph = std::move(*graph);
    return opened;
}

} // namespace nestwright
