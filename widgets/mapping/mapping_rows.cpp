// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/mapping/mapping_rows.h"

#include "widgets/tables/figure_text.h"

#include <QFontMetricsF>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace nestwright {

namespace {

constexpr double kPad = 12;
constexpr double kChipGap = 6;
constexpr double kRowGap = 6;
constexpr double kRounding = 5;

QColor operandColor(Operand operand, Theme theme) {
    switch (operand) {
    case Operand::weight:
        return seriesColor("0", theme);
    case Operand::input:
        return seriesColor("1", theme);
    case Operand::output:
        return seriesColor("2", theme);
    }
    return {};
}

QString count(double value) { return QLocale().toString(value, 'f', 0); }
QString bytes(double value) { return figureText(value, report::NumberStyle::bytes); }

} // namespace

MappingRows::MappingRows(QPainter* painter, Theme theme, const QFont& font, TipSink addTip)
    : m_painter(painter)
    , m_theme(theme)
    , m_colors(palette(theme))
    , m_font(font)
    , m_smallFont(font)
    , m_addTip(std::move(addTip))
    , m_line(std::ceil(QFontMetricsF(font).height())) {
    m_smallFont.setPointSizeF(font.pointSizeF() * 0.9);
}

MappingRows::Columns MappingRows::columnsFor(double width) const {
    Columns c;
    c.name = kPad;
    c.right = width - kPad;
    c.chips = kPad + std::min(240.0, width * 0.25);
    c.use = c.right - std::min(260.0, width * 0.3);
    c.chipsRight = c.use - kPad;
    return c;
}

double MappingRows::advance(const QString& value, bool isBold, bool isSmall) const {
    auto font = isSmall ? m_smallFont : m_font;
    font.setBold(isBold);
    return QFontMetricsF(font).horizontalAdvance(value);
}

void MappingRows::text(const QRectF& area, const QString& value, const QColor& color, bool isBold, bool isSmall,
                       Qt::Alignment alignment) {
    if (m_painter == nullptr) return;
    auto font = isSmall ? m_smallFont : m_font;
    font.setBold(isBold);
    m_painter->setFont(font);
    m_painter->setPen(color);
    m_painter->drawText(area, static_cast<int>(alignment),
                        QFontMetricsF(font).elidedText(value, Qt::ElideRight, area.width() + 1));
}

void MappingRows::box(const QRectF& area, const QColor& fill, const QColor& line, double rounding) {
    if (m_painter == nullptr) return;
    m_painter->setPen(QPen(line, 1));
    m_painter->setBrush(fill);
    m_painter->drawRoundedRect(area, rounding, rounding);
}

QString MappingRows::loopTip(const LoopChip& chip) const {
    const auto dim = QString::fromStdString(chip.dim);
    auto tip = chip.isSpatial
                   ? tr("%1 is spread over %2 instances along %3")
                         .arg(dim, count(static_cast<double>(chip.bound)), chip.axis == Axis::x ? tr("X") : tr("Y"))
                   : tr("A loop over %1 with %2 iterations").arg(dim, count(static_cast<double>(chip.bound)));
    if (chip.residual != chip.bound) tip += tr(", %1 in the last pass").arg(count(static_cast<double>(chip.residual)));
    return tip;
}

/// Storage markers, then temporal loops outer to inner, then spatial ones; wraps. Returns the bottom.
double MappingRows::chips(const LevelRow& row, double top, const Columns& columns) {
    const double height = m_line + 6;
    double x = columns.chips;
    double y = top;
    const auto place = [&](double width) {
        if (x > columns.chips && x + width > columns.chipsRight) {
            x = columns.chips;
            y += height + kChipGap;
        }
        const QRectF area(x, y, width, height);
        x += width + kChipGap;
        return area;
    };
    for (const auto& use : row.tensors) {
        const auto name = QString::fromStdString(use.name);
        const auto label = use.isKept ? name : tr("%1 bypass").arg(name);
        const auto area = place(advance(label, use.isKept, !use.isKept) + 14);
        const auto fill = operandColor(use.operand, m_theme);
        if (use.isKept) {
            box(area, fill, fill, kRounding);
            text(area, label, labelColor(fill), true, false, Qt::AlignCenter);
        } else {
            if (m_painter != nullptr) m_painter->setPen(QPen(m_colors.line, 1, Qt::DashLine));
            if (m_painter != nullptr) m_painter->setBrush(Qt::NoBrush);
            if (m_painter != nullptr) m_painter->drawRoundedRect(area, kRounding, kRounding);
            text(area, label, m_colors.mutedText, false, true, Qt::AlignCenter);
        }
        m_addTip(area, use.isKept ? tr("%1 is kept here: %2 a tile, %n tile(s)", nullptr, use.tileCount)
                                        .arg(name, bytes(use.tileBits / 8))
                                  : tr("%1 passes this level by").arg(name));
    }
    const auto loopChip = [&](const LoopChip& chip) {
        auto dim = QString::fromStdString(chip.dim);
        if (chip.isSpatial) dim += chip.axis == Axis::x ? QStringLiteral(" \u2192X") : QStringLiteral(" \u2193Y");
        auto bound = QString::number(chip.bound);
        if (chip.residual != chip.bound) bound += QStringLiteral(" (%1)").arg(chip.residual);
        const double dimWidth = advance(dim, true, false) + 14;
        const auto area = place(dimWidth + advance(bound, false, false) + 14);
        const auto line = chip.isSpatial ? blend(m_colors.accent, m_colors.ground, 0.6) : m_colors.line;
        box(area, m_colors.ground, line, kRounding);
        const QRectF head(area.left(), area.top(), dimWidth, area.height());
        box(head, chip.isSpatial ? blend(m_colors.accent, m_colors.ground, 0.16) : m_colors.panel, line, kRounding);
        text(head, dim, m_colors.text, true, false, Qt::AlignCenter);
        text(area.adjusted(dimWidth, 0, 0, 0), bound, m_colors.text, false, false, Qt::AlignCenter);
        m_addTip(area, loopTip(chip));
    };
    for (const auto& chip : row.temporal) loopChip(chip);
    for (const auto& chip : row.spatial) loopChip(chip);
    return y + height;
}

void MappingRows::nameCell(const LevelRow& row, double top, const Columns& columns) {
    const QRectF line(columns.name, top, columns.chips - columns.name - kPad, m_line);
    text(line, QString::fromStdString(row.name), m_colors.text, true);
    QStringList facts;
    facts << (row.capacityBits ? bytes(static_cast<double>(*row.capacityBits) / 8) : tr("unbounded"));
    if (row.instances > 1) facts << QStringLiteral("\u00d7%1").arg(count(row.instances));
    if (row.capacityBits)
        facts << (row.buffering == Buffering::doubled ? tr("double-buffered") : tr("single-buffered"));
    text(line.translated(0, m_line), facts.join(QStringLiteral(" \u00b7 ")), m_colors.mutedText, false, true);
    m_addTip(QRectF(line.left(), top, line.width(), 2 * m_line),
             tr("Capacity of one instance, number of instances, single- or double-buffered"));
}

void MappingRows::useCell(const LevelRow& row, double top, const Columns& columns) {
    const QRectF bar(columns.use, top + 2, columns.right - columns.use, 12);
    const QRectF below(bar.left(), bar.bottom() + 4, bar.width(), m_line);
    if (!row.capacityBits) {
        box(bar, m_colors.panel, m_colors.line, 2);
        if (m_painter != nullptr) m_painter->fillRect(bar, QBrush(m_colors.line, Qt::BDiagPattern));
        text(below, tr("unbounded"), m_colors.mutedText, false, true);
        text(below, tr("%1 kept").arg(bytes(row.usedBits / 8)), m_colors.mutedText, false, true,
             Qt::AlignRight | Qt::AlignVCenter);
        return;
    }
    const auto capacity = static_cast<double>(*row.capacityBits);
    const bool isOver = row.usedBits > capacity;
    box(bar, m_colors.panel, m_colors.line, 2);
    double left = bar.left();
    for (const auto& use : row.tensors) {
        const double share = capacity > 0 ? use.tileBits * use.tileCount / capacity : 0;
        const double width = std::min(bar.width() * share, bar.right() - left);
        if (m_painter != nullptr && width > 0) {
            m_painter->fillRect(QRectF(left, bar.top(), width, bar.height()), operandColor(use.operand, m_theme));
        }
        left += std::max(width, 0.0);
    }
    const double share = capacity > 0 ? row.usedBits / capacity : 0;
    const auto used = tr("%1 of %2").arg(bytes(row.usedBits / 8), bytes(capacity / 8));
    text(below, used, isOver ? m_colors.error : m_colors.mutedText, false, true);
    text(below, figureText(share, report::NumberStyle::percent), isOver ? m_colors.error : m_colors.mutedText, isOver,
         true, Qt::AlignRight | Qt::AlignVCenter);
    m_addTip(bar.united(below), tr("Room that the kept tiles take in one instance: %1").arg(used));
}

double MappingRows::level(const LevelRow& row, double top, double width) {
    const auto columns = columnsFor(width);
    const double inner = top + 10;
    QPainter* const painter = m_painter;
    const TipSink addTip = m_addTip;
    m_painter = nullptr;
    m_addTip = [](const QRectF&, const QString&) {};
    const double chipsBottom = chips(row, inner, columns);
    m_painter = painter;
    m_addTip = addTip;
    const double height = std::max(chipsBottom, inner + 2 * m_line + 2) - top + 10;
    box(QRectF(0.5, top + 0.5, width - 1, height - 1), m_colors.ground,
        row.capacityBits && row.usedBits > static_cast<double>(*row.capacityBits) ? m_colors.error : m_colors.line, 6);
    nameCell(row, inner, columns);
    chips(row, inner, columns);
    useCell(row, inner, columns);
    return height;
}

double MappingRows::between(const LevelRow& above, const MappingPicture& picture, double top, double width) {
    const auto columns = columnsFor(width);
    const double y = top + kRowGap;
    const QRectF nameArea(columns.name, y, columns.chips - columns.name - kPad, m_line);
    const auto& fanout = above.fanout;
    if (fanout.children() > 1) {
        double used = 1;
        for (const auto& chip : above.spatial) used *= static_cast<double>(chip.bound);
        text(nameArea, tr("%1 of %2 busy").arg(count(used), count(static_cast<double>(fanout.children()))),
             m_colors.mutedText, false, true);
        m_addTip(nameArea,
                 tr("Instances below that the spatial loops use, of a %1 by %2 array").arg(fanout.x).arg(fanout.y));
    }
    double x = columns.chips;
    for (const auto& use : above.tensors) {
        if (!use.isKept || use.readBytes + use.writeBytes <= 0) continue;
        auto label = use.readBytes > 0 ? QStringLiteral("\u25bc ") + bytes(use.readBytes) : QString();
        if (use.operand == Operand::output && use.writeBytes > 0) {
            label += (label.isEmpty() ? QString() : QStringLiteral("  ")) + QStringLiteral("\u25b2 ") +
                     bytes(use.writeBytes);
        }
        if (label.isEmpty()) continue;
        const double room = advance(label, false, true) + 4;
        const QRectF area(x, y, std::min(room, std::max(0.0, columns.chipsRight - x)), m_line);
        if (area.width() < 20) break;
        text(area, label, operandColor(use.operand, m_theme), false, true);
        m_addTip(area, tr("%1 between %2 and the level below, over all instances: down when read, up when written back")
                           .arg(QString::fromStdString(use.name), QString::fromStdString(above.name)));
        x += room + 14;
    }
    const auto busiest = std::max_element(above.ports.begin(), above.ports.end(),
                                          [](const auto& a, const auto& b) { return a.busyCycles < b.busyCycles; });
    if (busiest != above.ports.end() && picture.computeCycles > 0 && busiest->busyCycles > 0) {
        const double load = busiest->busyCycles / picture.computeCycles;
        const QRectF area(columns.use, y, columns.right - columns.use, m_line);
        const auto color = load > 1 ? m_colors.error : m_colors.mutedText;
        text(area, QString::fromStdString(busiest->name), color, load > 1, true);
        text(area, figureText(load, report::NumberStyle::percent), color, load > 1, true,
             Qt::AlignRight | Qt::AlignVCenter);
        const QRectF bar(area.left(), area.bottom() + 2, area.width(), 4);
        box(bar, m_colors.panel, m_colors.panel, 2);
        const auto fill = load > 1 ? m_colors.error : blend(m_colors.mutedText, m_colors.ground, 0.8);
        box(QRectF(bar.left(), bar.top(), std::max(1.0, bar.width() * std::min(load, 1.0)), bar.height()), fill, fill,
            2);
        m_addTip(area.united(bar), tr("Busiest port: its busy cycles over the compute cycles; above 100 % it blocks"));
    }
    return 2 * kRowGap + m_line + 6;
}

double MappingRows::compute(const MappingPicture& picture, double top, double width) {
    const auto columns = columnsFor(width);
    const double height = m_line + 20;
    box(QRectF(0.5, top + 0.5, width - 1, height - 1), m_colors.ground, m_colors.line, 6);
    const QRectF line(columns.name, top + 10, columns.chips - columns.name - kPad, m_line);
    text(line, QString::fromStdString(picture.computeName), m_colors.text, true);
    text(QRectF(columns.chips, top + 10, columns.chipsRight - columns.chips, m_line),
         tr("%1 lanes \u00b7 %2 multiply-adds").arg(count(picture.lanes), count(picture.macs)), m_colors.mutedText,
         false, true);
    text(QRectF(columns.use, top + 10, columns.right - columns.use, m_line),
         tr("%1 of %2 cycles").arg(count(picture.computeCycles), count(picture.cycles)), m_colors.mutedText, false,
         true, Qt::AlignRight | Qt::AlignVCenter);
    m_addTip(QRectF(0, top, width, height), tr("Cycles in which multiply-adds issue, of all cycles"));
    return height;
}

} // namespace nestwright
