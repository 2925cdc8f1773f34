// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_layout.h"

#include <optional>
#include <vector>

namespace nestwright::layout {

/// Room between a frame and what it holds.
struct FrameRoom {
    float side = 16;
    float top = 36; ///< a title stands here
    float bottom = 4;
};

struct NestedResult {
    LayoutResult layout;
    std::vector<Rect> frames; ///< one a group
};

/// Lays out a graph some of whose nodes stand in frames: each group on its own, then the graph in which it is one node.
/// Nothing else reaches into a frame. Edges across a frame go straight through its upper or lower edge. Groups must
/// not overlap, and the graph must stay acyclic when each becomes one node. An edge is a portal where any part of it is
/// too long to route. Nothing when cancelled.
[[nodiscard]] std::optional<NestedResult> nestedLayout(const GraphView& graph,
                                                       const std::vector<std::vector<std::int32_t>>& groups,
                                                       const Options& options, const FrameRoom& room,
                                                       const WorkContext& work);

} // namespace nestwright::layout
