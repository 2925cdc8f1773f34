// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/plan/plan.h"
#include "core/workload/graph.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nestwright {

/// An accelerator of the shortlist in full, so that a project means the same whatever becomes of the presets.
struct ProjectAccelerator {
    std::string origin; ///< the preset's id, or the path of its file; "" where neither is known
    Accelerator description;
    bool operator==(const ProjectAccelerator&) const = default;
};

/// Where the graph is looked at: the point in the middle, in the layout's own units, and pixels per unit.
struct GraphPlace {
    double x = 0;
    double y = 0;
    double zoom = 1;
    bool operator==(const GraphPlace&) const = default;
};

/// A kept filter of the operators; all that are on must hold.
struct ViewFilter {
    std::string text;
    bool isOn = true;
    bool operator==(const ViewFilter&) const = default;
};

/// Repeated blocks that are drawn otherwise than the first of them open: "closed" as one node, "flat" one by one.
struct ViewFold {
    OperatorId first = kNoOperator; ///< of the first block
    std::string state;
    bool operator==(const ViewFold&) const = default;
};

/// What the window showed. Keys are those of the window; empty ones leave it as it is.
struct ProjectView {
    std::string mode; ///< "graph", "mapping", ...
    std::optional<GraphPlace> graph;
    std::string filter;
    std::string colouring;
    std::string sortColumn;
    bool isSortDescending = true;
    bool isGrouped = false;
    std::vector<ViewFilter> filters;
    std::vector<ViewFold> folds;
    bool hasWeights = false; ///< stored tensors are nodes of their own
    bool operator==(const ProjectView&) const = default;
};

/// A view that a user keeps at a digit key, with what was chosen in it.
struct SavedView {
    int key = 1; ///< 1 to 9
    std::string name;
    ProjectView view;
    OperatorId selected = kNoOperator;
    std::string accelerator; ///< id
    bool operator==(const SavedView&) const = default;
};

/// The path that an accelerator was read from, as distinctLabels() takes it; "" for a preset of this id.
[[nodiscard]] std::string fileOfOrigin(const std::string& origin, const std::string& acceleratorId);

/// Everything that a user chose, and the graph that it was chosen for. The graph has its shapes and no weights, so a
/// project opens without the model's file.
struct Project {
    std::string workload; ///< the path or id that the graph was opened by
    std::shared_ptr<const Graph> graph;
    Bindings bindings;
    std::vector<ProjectAccelerator> accelerators;
    std::string currentAccelerator; ///< id; "" where there is none
    PlanOptions plan;               ///< threads are no part of a project
    OperatorId selected = kNoOperator;
    ProjectView view;
    std::vector<SavedView> savedViews;        ///< by key, each once
    std::vector<std::string> leftOutSections; ///< ids of the report's sections that it goes without
    std::optional<Bindings> draft;            ///< inputs that were typed and not applied yet
    /// Members of the file that this version doesn't know; they are written back as they were.
    nlohmann::ordered_json unknown = nlohmann::ordered_json::object();
};

/// Bindings with those of `changes` in their place.
[[nodiscard]] Bindings mergedBindings(Bindings bindings, const Bindings& changes);

/// Accelerators whose preset has other figures today than the project holds.
[[nodiscard]] std::vector<const ProjectAccelerator*> outdatedPresets(const Project& project);

} // namespace nestwright
