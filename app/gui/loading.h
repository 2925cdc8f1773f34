// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/graph_scene.h"
#include "core/base/progress.h"
#include "core/formats/files/project_files.h"
#include "core/workload/catalogue.h"
#include "core/workload/graph.h"
#include "widgets/tables/operator_rows.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nestwright::gui {

/// A model as the window works with it. Immutable once made.
struct LoadedModel {
    std::string spec; ///< path or id it was opened by
    Bindings bindings;
    std::shared_ptr<const Graph> graph;
    std::vector<OperatorWork> works; ///< by operator
    std::vector<Warning> warnings;   ///< of the reader and of the catalogue
    OperatorRowsPointer rows;        ///< without figures
    ScenePointer scene;              ///< as the project has it; else with every repeat as one open block
};

using ModelPointer = std::shared_ptr<const LoadedModel>;

/// What was opened: a model, and the project that it came in.
struct Opened {
    ModelPointer model;
    std::optional<Project> project;
    SourceState source = SourceState::none; ///< of a project's model
};

/// Opens, describes and lays out a model or a project; long. The bindings are for a model: a project has its own.
[[nodiscard]] Result<Opened> openFile(const std::string& spec, const Bindings& bindings, const WorkContext& work);

} // namespace nestwright::gui
