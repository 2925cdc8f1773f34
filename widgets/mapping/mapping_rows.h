// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/palette.h"
#include "widgets/mapping/mapping_picture.h"

#include <QCoreApplication>
#include <QFont>
#include <QPainter>

#include <functional>

namespace nestwright {

/// Measures and paints the rows of a mapping. With a null painter it only measures, so that both always agree.
class MappingRows {
    Q_DECLARE_TR_FUNCTIONS(nestwright::MappingRows)

public:
    using TipSink = std::function<void(const QRectF&, const QString&)>;

    MappingRows(QPainter* painter, Theme theme, const QFont& font, TipSink addTip);

    /// Each returns the height that it took.
    double level(const LevelRow& row, double top, double width);
    double between(const LevelRow& above, const MappingPicture& picture, double top, double width);
    double compute(const MappingPicture& picture, double top, double width);

private:
    struct Columns {
        double name = 0;
        double chips = 0;
        double chipsRight = 0;
        double use = 0;
        double right = 0;
    };
    [[nodiscard]] Columns columnsFor(double width) const;
    double chips(const LevelRow& row, double top, const Columns& columns);
    void nameCell(const LevelRow& row, double top, const Columns& columns);
    void useCell(const LevelRow& row, double top, const Columns& columns);
    void text(const QRectF& area, const QString& value, const QColor& color, bool isBold = false, bool isSmall = false,
              Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter);
    [[nodiscard]] double advance(const QString& value, bool isBold, bool isSmall) const;
    void box(const QRectF& area, const QColor& fill, const QColor& line, double rounding);
    [[nodiscard]] QString loopTip(const LoopChip& chip) const;

    QPainter* m_painter;
    Theme m_theme;
    const Palette& m_colors;
    QFont m_font;
    QFont m_smallFont;
    TipSink m_addTip;
    double m_line = 0;
};

} // namespace nestwright
