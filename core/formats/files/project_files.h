// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/project/project.h"

#include <string>

namespace nestwright {

/// Whether a WORKLOAD means a project: a file that ends in .nestwright or says so in its first bytes.
[[nodiscard]] bool isProjectFile(const std::string& spec);

/// Opens a project. A source that has moved along with the project is found beside it.
[[nodiscard]] Result<Project> openProject(const std::string& path);

/// Saves a project, atomically.
[[nodiscard]] Result<void> saveProject(const std::string& path, const Project& project);

/// What became of the model's file since the graph was made from it.
enum class SourceState {
    unchanged,
    changed, ///< other content than the graph was made from
    missing,
    none ///< the graph was generated, or its file isn't known
};

[[nodiscard]] SourceState sourceState(const Project& project);

/// A WORKLOAD with what was chosen for it. Without a project: the bindings as given, and the rest at its defaults.
struct OpenedWorkload {
    Graph graph;
    Bindings bindings;
    std::vector<Accelerator> accelerators;     ///< of a project
    std::vector<std::string> acceleratorFiles; ///< by accelerator, as distinctLabels() takes them
    std::string currentAccelerator;            ///< id; "" where there is none
    PlanOptions plan;
    std::vector<std::string> leftOutSections; ///< ids of the report's sections that a project goes without
};

/// Opens any WORKLOAD. Bindings that differ from those of a project need the model that it was made from.
[[nodiscard]] Result<OpenedWorkload> openWorkloadWithChoices(const std::string& spec, const Bindings& bindings,
                                                             const WorkContext& work);

} // namespace nestwright
