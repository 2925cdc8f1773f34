// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_layout.h"
#include "widgets/graph/graph_index.h"

#include <QString>

#include <vector>

namespace nestwright {

/// A laid-out graph: what doesn't change when figures or colours do. Made away from the window, then shared.
struct GraphPicture {
    layout::GraphView view;
    layout::LayoutResult layout;
    std::vector<layout::Rect> frames;  ///< around nodes that stand for several equal blocks
    std::vector<QString> edgeLabels;   ///< by index of view.edges; may be empty
    std::vector<QString> portalLabels; ///< by index of layout.portals: the tensor's name
    GraphIndex index;
};

/// World to device: device = world x scale + offset.
struct ViewTransform {
    double scale = 1;
    double dx = 0;
    double dy = 0;

    [[nodiscard]] double x(double worldX) const { return worldX * scale + dx; }
    [[nodiscard]] double y(double worldY) const { return worldY * scale + dy; }
    [[nodiscard]] double worldX(double deviceX) const { return (deviceX - dx) / scale; }
    [[nodiscard]] double worldY(double deviceY) const { return (deviceY - dy) / scale; }
};

} // namespace nestwright
