// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace nestwright {
class GraphView;
}

namespace nestwright::gui {

/// Writes the whole graph as SVG or PNG, by suffix. Returns what went wrong, or nothing.
[[nodiscard]] QString exportGraph(const GraphView& view, const QString& path);

} // namespace nestwright::gui
