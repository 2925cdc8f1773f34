// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/layout/folding.h"
#include "core/project/project.h"
#include "core/workload/catalogue.h"
#include "core/workload/graph.h"
#include "widgets/graph/graph_picture.h"

#include <memory>
#include <vector>

namespace nestwright::gui {

/// How a model's graph is drawn: the state of each repeat, and whether weights are nodes of their own.
struct SceneOptions {
    std::vector<layout::FoldState> states;
    bool hasWeights = false;
    bool operator==(const SceneOptions&) const = default;
};

/// A model's graph as it is drawn: which node stands for which operators, and where it lies. The nodes of `folded` come
/// first, then one for each tensor of `weights`. Immutable once made.
struct GraphScene {
    std::vector<layout::Repeat> repeats; ///< of operators
    SceneOptions options;
    layout::FoldedGraph folded;
    std::vector<TensorId> weights;
    std::vector<OperatorId> weightReaders; ///< by weight: an operator that reads it
    std::shared_ptr<const GraphPicture> picture;

    [[nodiscard]] bool isWeight(std::int32_t node) const { return at(node) >= folded.members.size(); }
    [[nodiscard]] std::size_t weightIndex(std::int32_t node) const { return at(node) - folded.members.size(); }
    /// The operator that a node shows first.
    [[nodiscard]] OperatorId firstOf(std::int32_t node) const {
        return isWeight(node) ? weightReaders[weightIndex(node)] : folded.members[at(node)].first;
    }
    /// The node that stands for an operator, or -1.
    [[nodiscard]] std::int32_t nodeOf(OperatorId id) const {
        return id < 0 || at(id) >= folded.drawnFor.size() ? -1 : folded.drawnFor[at(id)];
    }
    /// The repeat that an operator belongs to, drawn folded or not; -1 for none.
    [[nodiscard]] std::int32_t repeatOf(OperatorId id) const;

private:
    [[nodiscard]] static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
};

using ScenePointer = std::shared_ptr<const GraphScene>;

/// Blocks of operators of the same types, attributes, dims and shapes.
[[nodiscard]] std::vector<layout::Repeat> repeatsOf(const Graph& graph, const std::vector<OperatorWork>& works);

/// How a project's view draws the graph; what it says of blocks that are no more is left out.
[[nodiscard]] SceneOptions optionsOf(const ProjectView& view, const std::vector<layout::Repeat>& repeats);
/// The other way round: writes the options down.
void describe(const SceneOptions& options, const std::vector<layout::Repeat>& repeats, ProjectView& view);

/// Folds and lays out; nullptr when cancelled. Long for large graphs.
[[nodiscard]] ScenePointer makeScene(const Graph& graph, std::vector<layout::Repeat> repeats, SceneOptions options,
                                     const WorkContext& work);

} // namespace nestwright::gui
