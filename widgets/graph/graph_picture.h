// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_layout.h"

#include <QColor>
#include <QString>

#include <vector>

namespace nestwright {

/// A laid-out graph: what doesn't change when figures or colours do.
struct GraphPicture {
    layout::GraphView view;
    layout::LayoutResult layout;
    std::vector<QString> edgeLabels; ///< by index of view.edges; may be empty
};

/// What one node shows.
struct NodeFace {
    QString title;
    QString details;
    QString glyph; ///< tells what the colour tells
    QString toolTip;
    QColor color;
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
