// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/document.h"

#include <QRectF>

class QCPPainter;

namespace nestwright {

/// Height that a figure takes on a page, in page units.
[[nodiscard]] qreal chartHeight(const report::Figure& figure);

/// Draws the figure with its legend into the rectangle, in page units and in the colours of paper.
void paintChart(QCPPainter& painter, const report::Figure& figure, const QRectF& rect);

} // namespace nestwright
