// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/graph_scene.h"
#include "widgets/base/palette.h"
#include "widgets/graph/graph_faces.h"
#include "widgets/graph/graph_legend.h"
#include "widgets/tables/operator_rows.h"

#include <memory>
#include <vector>

namespace nestwright::gui {

/// What the colour of a node stands for.
enum class Colouring { bottleneck, mfu, stall, share, energyShare };

/// Whether the legend and the shares of the nodes are of the model's energy instead of its time.
[[nodiscard]] inline bool isOfEnergy(Colouring colouring) { return colouring == Colouring::energyShare; }

/// Texts, glyphs and colours of all nodes of a scene: a node that stands for several operators shows their sums, its
/// stall fraction weighted by time and the bottleneck class with most time.
[[nodiscard]] GraphFaces facesOf(std::shared_ptr<const Graph> graph, ScenePointer scene, OperatorRowsPointer rows,
                                 Colouring colouring, Theme theme);

/// The legend: each class or range of values that occurs, with its share of the model's time or energy.
[[nodiscard]] std::vector<GraphLegend::Entry> legendOf(const std::vector<OperatorRow>& rows, Colouring colouring,
                                                       Theme theme);

} // namespace nestwright::gui
