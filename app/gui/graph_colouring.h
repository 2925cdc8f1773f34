// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/palette.h"
#include "widgets/graph/graph_legend.h"
#include "widgets/graph/graph_picture.h"
#include "widgets/tables/operator_rows.h"

#include <vector>

namespace nestwright::gui {

/// What the colour of a node stands for.
enum class Colouring { bottleneck, mfu, stall, share };

/// Texts, glyphs and colours of all nodes.
[[nodiscard]] std::vector<NodeFace> facesOf(const std::vector<OperatorRow>& rows, Colouring colouring, Theme theme);

/// The legend: each class or range of values with its share of the model's time.
[[nodiscard]] std::vector<GraphLegend::Entry> legendOf(const std::vector<OperatorRow>& rows, Colouring colouring,
                                                       Theme theme);

} // namespace nestwright::gui
