// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/mapping/mapping_painter.h"

#include "widgets/tables/figure_text.h"

#include <QFontMetricsF>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace nestwright {

namespace {

constexpr double kRounding = 5;
constexpr double kChipPadding = 14;
constexpr double kBarHeight = 12;
constexpr double kPortBarHeight = 4;

QString bytes(double value) { return figureText(value, report::NumberStyle::bytes); }
QString percent(double value) { return figureText(value, report::NumberStyle::percent); }
QString said(const std::string& text) { return QString::fromStdString(text); }

QRectF rectOf(const LayoutRect& area) { return {area.x, area.y, area.width, area.height}; }

QString dimText(const LoopChip& chip) {
    if (!chip.isSpatial) return said(chip.dim);
    return said(chip.dim) + (chip.axis == Axis::x ? QStringLiteral(" \u2192X") : QStringLiteral(" \u2193Y"));
}

QString boundText(const LoopChip& chip) {
    auto text = QString::number(chip.bound);
    if (chip.residual != chip.bound) text += QStringLiteral(" (%1)").arg(chip.residual);
    return text;
}

bool isOver(const LevelRow& row) { return row.capacityBits && row.usedBits > static_cast<double>(*row.capacityBits); }

} // namespace

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

MappingPainter::MappingPainter(const MappingPicture& picture, Theme theme, const QFont& font)
    : m_picture(picture)
    , m_theme(theme)
    , m_colors(palette(theme))
    , m_font(font)
    , m_smallFont(font) {
    m_smallFont.setPointSizeF(font.pointSizeF() * 0.9);
}

MappingMetrics MappingPainter::metrics() const {
    return {std::ceil(QFontMetricsF(m_font).height()), [this](const MappingItem& item) { return labelWidth(item); }};
}

const LevelRow& MappingPainter::levelOf(const MappingItem& item) const {
    return m_picture.levels[static_cast<std::size_t>(item.level)];
}

const TensorUse& MappingPainter::tensorOf(const MappingItem& item) const {
    return levelOf(item).tensors[static_cast<std::size_t>(item.index)];
}

const LoopChip& MappingPainter::loopOf(const MappingItem& item) const {
    const auto& row = levelOf(item);
    return (item.kind == MappingItem::Kind::spatial ? row.spatial : row.temporal)[static_cast<std::size_t>(item.index)];
}

QFont MappingPainter::fontFor(const Style& style) const {
    auto font = style.isSmall ? m_smallFont : m_font;
    font.setBold(style.isBold);
    return font;
}

double MappingPainter::advance(const QString& text, bool isBold, bool isSmall) const {
    return QFontMetricsF(fontFor({{}, isBold, isSmall})).horizontalAdvance(text);
}

double MappingPainter::labelWidth(const MappingItem& item) const {
    switch (item.kind) {
    case MappingItem::Kind::storage: {
        const auto& use = tensorOf(item);
        return use.isKept ? advance(said(use.name), true, false) + kChipPadding
                          : advance(tr("%1 bypass").arg(said(use.name)), false, true) + kChipPadding;
    }
    case MappingItem::Kind::loop:
    case MappingItem::Kind::spatial:
        return advance(dimText(loopOf(item)), true, false) + advance(boundText(loopOf(item)), false, false) +
               2 * kChipPadding;
    case MappingItem::Kind::transfer:
        return advance(transferText(tensorOf(item)), false, true) + 4;
    default:
        return 0;
    }
}

void MappingPainter::text(const QRectF& area, const QString& value, const Style& style, const QString& toolTip) {
    const auto font = fontFor(style);
    const auto shown = QFontMetricsF(font).elidedText(value, Qt::ElideRight, area.width() + 1);
    if (shown != value && !toolTip.contains(value)) m_elided << value;
    m_painter->setFont(font);
    m_painter->setPen(style.color);
    m_painter->drawText(area, static_cast<int>(style.alignment), shown);
}

void MappingPainter::box(const QRectF& area, const QColor& fill, const QColor& line, double rounding) {
    m_painter->setPen(QPen(line, 1));
    m_painter->setBrush(fill);
    m_painter->drawRoundedRect(area, rounding, rounding);
}

void MappingPainter::paint(QPainter& painter, const MappingLayout& layout) {
    m_painter = &painter;
    m_elided.clear();
    for (const auto& item : layout.items) {
        switch (item.kind) {
        case MappingItem::Kind::level:
            level(item);
            break;
        case MappingItem::Kind::name:
            name(item);
            break;
        case MappingItem::Kind::storage:
            storage(item);
            break;
        case MappingItem::Kind::loop:
        case MappingItem::Kind::spatial:
            loop(item);
            break;
        case MappingItem::Kind::capacity:
            capacity(item);
            break;
        case MappingItem::Kind::fanout:
            fanout(item);
            break;
        case MappingItem::Kind::transfer:
            transfer(item);
            break;
        case MappingItem::Kind::port:
            port(item);
            break;
        case MappingItem::Kind::compute:
            compute(item);
            break;
        }
    }
    m_painter = nullptr;
}

void MappingPainter::level(const MappingItem& item) {
    box(rectOf(item.area).adjusted(0.5, 0.5, -0.5, -0.5), m_colors.ground,
        isOver(levelOf(item)) ? m_colors.error : m_colors.line, 6);
}

QString MappingPainter::levelFacts(const LevelRow& row) const {
    QStringList facts;
    facts << (row.capacityBits ? bytes(static_cast<double>(*row.capacityBits) / 8) : tr("unbounded"));
    if (row.instances > 1) facts << QStringLiteral("\u00d7%1").arg(countText(row.instances));
    if (row.capacityBits) {
        facts << (row.buffering == Buffering::doubled ? tr("double-buffered") : tr("single-buffered"));
    }
    return facts.join(QStringLiteral(" \u00b7 "));
}

void MappingPainter::name(const MappingItem& item) {
    const auto& row = levelOf(item);
    const auto area = rectOf(item.area);
    const auto tip = toolTip(item);
    const QRectF first(area.left(), area.top(), area.width(), area.height() / 2);
    text(first, said(row.name), {m_colors.text, true}, tip);
    text(first.translated(0, area.height() / 2), levelFacts(row), {m_colors.mutedText, false, true}, tip);
}

void MappingPainter::storage(const MappingItem& item) {
    const auto& use = tensorOf(item);
    const auto area = rectOf(item.area);
    if (use.isKept) {
        const auto fill = operandColor(use.operand, m_theme);
        box(area, fill, fill, kRounding);
        text(area, said(use.name), {labelColor(fill), true, false, Qt::AlignCenter}, toolTip(item));
        return;
    }
    m_painter->setPen(QPen(m_colors.line, 1, Qt::DashLine));
    m_painter->setBrush(Qt::NoBrush);
    m_painter->drawRoundedRect(area, kRounding, kRounding);
    text(area, tr("%1 bypass").arg(said(use.name)), {m_colors.mutedText, false, true, Qt::AlignCenter}, toolTip(item));
}

void MappingPainter::loop(const MappingItem& item) {
    const auto& chip = loopOf(item);
    const auto area = rectOf(item.area);
    const auto dim = dimText(chip);
    const double dimWidth = advance(dim, true, false) + kChipPadding;
    const auto line = chip.isSpatial ? blend(m_colors.accent, m_colors.ground, 0.6) : m_colors.line;
    const QRectF head(area.left(), area.top(), std::min(dimWidth, area.width()), area.height());
    box(area, m_colors.ground, line, kRounding);
    box(head, chip.isSpatial ? blend(m_colors.accent, m_colors.ground, 0.16) : m_colors.panel, line, kRounding);
    text(head, dim, {m_colors.text, true, false, Qt::AlignCenter}, toolTip(item));
    text(area.adjusted(head.width(), 0, 0, 0), boundText(chip), {m_colors.text, false, false, Qt::AlignCenter},
         toolTip(item));
}

void MappingPainter::capacity(const MappingItem& item) {
    const auto& row = levelOf(item);
    const auto area = rectOf(item.area);
    const QRectF bar(area.left(), area.top() + 2, area.width(), kBarHeight);
    const QRectF below(area.left(), bar.bottom() + 4, area.width(), area.bottom() - bar.bottom() - 4);
    const auto tip = toolTip(item);
    const Style muted{m_colors.mutedText, false, true};
    const Style atRight{m_colors.mutedText, false, true, Qt::AlignRight | Qt::AlignVCenter};
    box(bar, m_colors.panel, m_colors.line, 2);
    if (!row.capacityBits) {
        m_painter->fillRect(bar, QBrush(m_colors.line, Qt::BDiagPattern));
        text(below, tr("unbounded"), muted, tip);
        text(below, tr("%1 kept").arg(bytes(row.usedBits / 8)), atRight, tip);
        return;
    }
    const auto room = static_cast<double>(*row.capacityBits);
    double left = bar.left();
    for (const auto& use : row.tensors) {
        const double share = room > 0 ? use.tileBits * use.tileCount / room : 0;
        const double width = std::min(bar.width() * share, bar.right() - left);
        if (width > 0) {
            m_painter->fillRect(QRectF(left, bar.top(), width, bar.height()), operandColor(use.operand, m_theme));
        }
        left += std::max(width, 0.0);
    }
    const double share = room > 0 ? row.usedBits / room : 0;
    if (isOver(row)) {
        box(bar, Qt::transparent, m_colors.error, 2);
        const double excess = row.usedBits - room;
        text(below, tr("over by %1 words (%2)").arg(countText(excess / row.wordBits), bytes(excess / 8)),
             {m_colors.error, true, true}, tip);
    } else {
        text(below, tr("%1 of %2").arg(bytes(row.usedBits / 8), bytes(room / 8)), muted, tip);
    }
    text(below, percent(share), isOver(row) ? Style{m_colors.error, true, true, atRight.alignment} : atRight, tip);
}

void MappingPainter::fanout(const MappingItem& item) {
    const auto& row = levelOf(item);
    double used = 1;
    for (const auto& chip : row.spatial) used *= static_cast<double>(chip.bound);
    text(rectOf(item.area),
         tr("%1 of %2 busy").arg(countText(used), countText(static_cast<double>(row.fanout.children()))),
         {m_colors.mutedText, false, true}, toolTip(item));
}

QString MappingPainter::transferText(const TensorUse& use) const {
    QStringList parts;
    if (use.readBytes > 0) parts << QStringLiteral("\u25bc ") + bytes(use.readBytes);
    if (use.operand == Operand::output && use.writeBytes > 0)
        parts << QStringLiteral("\u25b2 ") + bytes(use.writeBytes);
    return parts.join(QStringLiteral("  "));
}

void MappingPainter::transfer(const MappingItem& item) {
    const auto& use = tensorOf(item);
    text(rectOf(item.area), transferText(use), {operandColor(use.operand, m_theme), false, true}, toolTip(item));
}

/// In fewer words where the name of the port leaves no room; the tool tip has them all.
QString MappingPainter::portFigure(double load, double stall, double room) const {
    if (stall <= 0) return percent(load);
    const auto cycles = siText(stall, QString()).trimmed();
    const auto whole = tr("%1 \u00b7 stalls %2 cycles").arg(percent(load), cycles);
    return advance(whole, true, true) + 16 <= room ? whole : tr("%1 \u00b7 stalls %2").arg(percent(load), cycles);
}

void MappingPainter::port(const MappingItem& item) {
    const auto& row = levelOf(item);
    const auto* busiest = row.busiestPort();
    if (busiest == nullptr || m_picture.computeCycles <= 0 || busiest->busyCycles <= 0) return;
    const double load = busiest->busyCycles / m_picture.computeCycles;
    const double stall = m_picture.blockedBy(busiest->name);
    const auto area = rectOf(item.area);
    const QRectF line(area.left(), area.top(), area.width(), area.height() - 2 * kPortBarHeight);
    const auto tip = toolTip(item);
    const bool isBlocking = load > 1 || stall > 0;
    const auto color = isBlocking ? m_colors.error : m_colors.mutedText;
    const auto figure = portFigure(load, stall, line.width() - advance(said(busiest->name), isBlocking, true));
    const double figureWidth = advance(figure, isBlocking, true) + 8;
    text(line.adjusted(0, 0, -figureWidth, 0), said(busiest->name), {color, isBlocking, true}, tip);
    text(line, figure, {color, isBlocking, true, Qt::AlignRight | Qt::AlignVCenter}, tip);
    const QRectF bar(area.left(), line.bottom() + 2, area.width(), kPortBarHeight);
    box(bar, m_colors.panel, m_colors.panel, 2);
    const auto fill = isBlocking ? m_colors.error : blend(m_colors.mutedText, m_colors.ground, 0.8);
    box(QRectF(bar.left(), bar.top(), std::max(1.0, bar.width() * std::min(load, 1.0)), bar.height()), fill, fill, 2);
}

QString MappingPainter::computeText() const {
    if (m_picture.isVector) {
        return tr("%1 operations, %2")
            .arg(siText(m_picture.operations, QString()).trimmed(),
                 siText(m_picture.operationsPerSecond, QStringLiteral("OP/s")));
    }
    return tr("%1 lanes \u00b7 %2 multiply-adds").arg(countText(m_picture.lanes), countText(m_picture.macs));
}

void MappingPainter::compute(const MappingItem& item) {
    const auto area = rectOf(item.area).adjusted(0.5, 0.5, -0.5, -0.5);
    box(area, m_colors.ground, m_colors.line, 6);
    const auto tip = toolTip(item);
    const double left = area.left() + 12;
    const double title = advance(said(m_picture.computeName), true, false) + 16;
    const auto cycles = tr("%1 of %2 cycles").arg(countText(m_picture.computeCycles), countText(m_picture.cycles));
    const double cyclesWidth = advance(cycles, false, true) + 4;
    text(QRectF(left, area.top(), title, area.height()), said(m_picture.computeName), {m_colors.text, true}, tip);
    const double middle = std::max(left + title, left + std::min(240.0, area.width() * 0.25));
    text(QRectF(middle, area.top(), area.right() - 12 - cyclesWidth - middle, area.height()), computeText(),
         {m_colors.mutedText, false, true}, tip);
    text(QRectF(area.right() - 12 - cyclesWidth, area.top(), cyclesWidth, area.height()), cycles,
         {m_colors.mutedText, false, true, Qt::AlignRight | Qt::AlignVCenter}, tip);
}

QString MappingPainter::loopTip(const LoopChip& chip) const {
    const auto dim = said(chip.dim);
    const auto bound = countText(static_cast<double>(chip.bound));
    auto tip =
        chip.isSpatial
            ? tr("%1 is spread over %2 instances along %3").arg(dim, bound, chip.axis == Axis::x ? tr("X") : tr("Y"))
            : tr("A loop over %1 with %2 iterations").arg(dim, bound);
    if (chip.residual != chip.bound)
        tip += tr(", %1 in the last pass").arg(countText(static_cast<double>(chip.residual)));
    return dimText(chip) + QLatin1Char(' ') + boundText(chip) + QLatin1Char('\n') + tip;
}

QString MappingPainter::capacityTip(const LevelRow& row) const {
    QStringList lines{tr("Room that the kept tiles take in one instance")};
    for (const auto& use : row.tensors) {
        if (!use.isKept) continue;
        lines << tr("%1: %2 \u00d7 %3, %4 words of %5 bits each tile")
                     .arg(said(use.name))
                     .arg(use.tileCount)
                     .arg(bytes(use.tileBits / 8), countText(std::ceil(use.tileBits / row.wordBits)))
                     .arg(row.wordBits);
    }
    if (!row.capacityBits) return lines.join(QLatin1Char('\n')) + QLatin1Char('\n') + tr("No limit is described.");
    const auto room = static_cast<double>(*row.capacityBits);
    lines << tr("Together %1 of %2 words: %3 of %4")
                 .arg(countText(row.usedBits / row.wordBits), countText(room / row.wordBits), bytes(row.usedBits / 8),
                      bytes(room / 8));
    if (isOver(row)) {
        lines << tr("Over by %1 words (%2): a smaller tile, single buffering or a bypass would fit.")
                     .arg(countText((row.usedBits - room) / row.wordBits), bytes((row.usedBits - room) / 8));
    }
    return lines.join(QLatin1Char('\n'));
}

QString MappingPainter::portTip(const LevelRow& row) const {
    QStringList lines{tr("Busy cycles of each port over the compute cycles; above 100 % it blocks")};
    for (const auto& port : row.ports) {
        auto line = tr("%1: %2 cycles").arg(said(port.name), countText(port.busyCycles));
        if (m_picture.computeCycles > 0)
            line += QStringLiteral(", ") + percent(port.busyCycles / m_picture.computeCycles);
        const double stall = m_picture.blockedBy(port.name);
        if (stall > 0) line += tr("; compute waits %1 cycles for it").arg(countText(stall));
        lines << line;
    }
    return lines.join(QLatin1Char('\n'));
}

QString MappingPainter::countsTip(const TensorUse& use) const {
    if (!use.counts) return {};
    const auto& counts = *use.counts;
    QStringList lines;
    const auto add = [&](double words, const QString& line) {
        if (words > 0) lines << line.arg(countText(words));
    };
    add(counts.reads, use.operand == Operand::output ? tr("%1 words read: partial sums that are added to once more")
                                                     : tr("%1 words read: sent to the level below"));
    add(counts.fills, tr("%1 words filled: written by the level above"));
    add(counts.updates, tr("%1 words updated: results and partial sums written by the level below. The first update of "
                           "a word reads nothing."));
    return lines.isEmpty() ? QString() : QLatin1Char('\n') + lines.join(QLatin1Char('\n'));
}

QString MappingPainter::cyclesTip() const {
    QStringList lines{tr("%1 of %2 cycles").arg(countText(m_picture.computeCycles), countText(m_picture.cycles))};
    for (const auto& path : m_picture.paths) {
        if (path.cycles <= 0) continue;
        const auto cycles = countText(path.cycles);
        const auto where = said(path.where);
        if (path.kind == "fill") {
            lines << tr("+ %1 cycles until the first tiles are in (%2)").arg(cycles, where);
        } else if (path.kind == "drain") {
            lines << tr("+ %1 cycles until the last results are out (%2)").arg(cycles, where);
        } else {
            lines << tr("+ %1 cycles of waiting for %2").arg(cycles, where);
        }
    }
    return lines.join(QLatin1Char('\n'));
}

QString MappingPainter::toolTip(const MappingItem& item) const {
    using Kind = MappingItem::Kind;
    switch (item.kind) {
    case Kind::name:
        return said(levelOf(item).name) + QLatin1Char('\n') + levelFacts(levelOf(item)) + QLatin1Char('\n') +
               tr("Capacity of one instance, number of instances, single- or double-buffered");
    case Kind::storage: {
        const auto& use = tensorOf(item);
        const auto tensor = said(use.name);
        if (!use.isKept)
            return tr("%1 bypass").arg(tensor) + QLatin1Char('\n') + tr("%1 passes this level by").arg(tensor);
        return tr("%1 is kept here: %2 a tile, %n tile(s)", nullptr, use.tileCount)
                   .arg(tensor, bytes(use.tileBits / 8)) +
               countsTip(use);
    }
    case Kind::loop:
    case Kind::spatial:
        return loopTip(loopOf(item));
    case Kind::capacity:
        return capacityTip(levelOf(item));
    case Kind::fanout: {
        const auto& fanout = levelOf(item).fanout;
        return tr("Instances below that the spatial loops use, of a %1 by %2 array").arg(fanout.x).arg(fanout.y);
    }
    case Kind::transfer: {
        const auto& use = tensorOf(item);
        return tr("%1 between %2 and the level below, over all instances: down when read, up when written back")
                   .arg(said(use.name), said(levelOf(item).name)) +
               QLatin1Char('\n') + transferText(use) + countsTip(use);
    }
    case Kind::port:
        return portTip(levelOf(item));
    case Kind::compute:
        return said(m_picture.computeName) + QStringLiteral(": ") + computeText() + QLatin1Char('\n') +
               tr("Cycles in which it works, of all cycles") + QStringLiteral(": ") + cyclesTip();
    case Kind::level:
        return {};
    }
    return {};
}

} // namespace nestwright
