// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/document.h"

#include <QColor>
#include <QFont>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <memory>
#include <variant>
#include <vector>

namespace nestwright {

/// One line of text; `baseline` is its left end.
struct TextMark {
    QPointF baseline;
    QString text;
    QFont font;
    QColor color;
};

struct RectMark {
    QRectF rect;
    QColor fill;    ///< invalid: none
    QColor outline; ///< invalid: none
    qreal radius = 0;
};

struct LineMark {
    QPointF from;
    QPointF to;
    QColor color;
    qreal width = 0;
};

struct FigureMark {
    QRectF rect;
    std::shared_ptr<const report::Figure> figure;
};

using PageMark = std::variant<TextMark, RectMark, LineMark, FigureMark>;

/// What stands on one page, in the order of painting.
using PageMarks = std::vector<PageMark>;

void moveBy(PageMark& mark, QPointF offset);

/// Marks that stay together on a page, from (0, 0) down.
struct PageChunk {
    PageMarks marks;
    qreal height = 0;
    qreal spaceBefore = 0; ///< left out at the top of a page
    bool keepsWithNext = false;
    /// Comes first on a new page that this chunk begins: a table's header.
    std::shared_ptr<const PageChunk> repeated;
    int section = -1; ///< a heading's section
    /// A text mark that gets the number of a section's page.
    struct PageNumber {
        std::size_t mark = 0;
        int section = 0;
    };
    std::vector<PageNumber> pageNumbers;
};

} // namespace nestwright
