// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/palette.h"
#include "widgets/mapping/mapping_layout.h"

#include <QCoreApplication>
#include <QFont>
#include <QPainter>

namespace nestwright {

/// Says and paints the items of a mapping's layout.
class MappingPainter {
    Q_DECLARE_TR_FUNCTIONS(nestwright::MappingPainter)

public:
    MappingPainter(const MappingPicture& picture, Theme theme, const QFont& font);

    /// What the layout asks for.
    [[nodiscard]] MappingMetrics metrics() const;
    void paint(QPainter& painter, const MappingLayout& layout);
    /// What an item says when pointed at.
    [[nodiscard]] QString toolTip(const MappingItem& item) const;
    /// Texts that the last painting shortened though no tool tip has them.
    [[nodiscard]] const QStringList& elidedTexts() const { return m_elided; }

private:
    struct Style {
        QColor color;
        bool isBold = false;
        bool isSmall = false;
        Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter;
    };

    [[nodiscard]] const LevelRow& levelOf(const MappingItem& item) const;
    [[nodiscard]] const TensorUse& tensorOf(const MappingItem& item) const;
    [[nodiscard]] const LoopChip& loopOf(const MappingItem& item) const;
    [[nodiscard]] QFont fontFor(const Style& style) const;
    [[nodiscard]] double advance(const QString& text, bool isBold, bool isSmall) const;
    [[nodiscard]] double labelWidth(const MappingItem& item) const;

    void text(const QRectF& area, const QString& value, const Style& style, const QString& toolTip);
    void box(const QRectF& area, const QColor& fill, const QColor& line, double rounding);
    void level(const MappingItem& item);
    void name(const MappingItem& item);
    void storage(const MappingItem& item);
    void loop(const MappingItem& item);
    void capacity(const MappingItem& item);
    void fanout(const MappingItem& item);
    void transfer(const MappingItem& item);
    void port(const MappingItem& item);
    [[nodiscard]] QString portFigure(double load, double stall, double room) const;
    void compute(const MappingItem& item);

    [[nodiscard]] QString levelFacts(const LevelRow& row) const;
    [[nodiscard]] QString transferText(const TensorUse& use) const;
    [[nodiscard]] QString capacityTip(const LevelRow& row) const;
    /// What the counts of a tensor in a level are, in words; empty where nothing counts them.
    [[nodiscard]] QString countsTip(const TensorUse& use) const;
    [[nodiscard]] QString cyclesTip() const;
    [[nodiscard]] QString portTip(const LevelRow& row) const;
    [[nodiscard]] QString loopTip(const LoopChip& chip) const;
    [[nodiscard]] QString computeText() const;

    const MappingPicture& m_picture;
    Theme m_theme;
    const Palette& m_colors;
    QFont m_font;
    QFont m_smallFont;
    QPainter* m_painter = nullptr; ///< while painting
    QStringList m_elided;
};

/// The colour of inputs, weights and outputs wherever a mapping shows them.
[[nodiscard]] QColor operandColor(Operand operand, Theme theme);

} // namespace nestwright
