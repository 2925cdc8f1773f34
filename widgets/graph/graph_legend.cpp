// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_legend.h"

#include "widgets/base/palette.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace nestwright {

namespace {
constexpr int kSideInset = 12;
constexpr int kInset = 4;
constexpr int kGlyphRoom = 18;
constexpr int kShareGap = 6;
constexpr int kEntryGap = 16;
} // namespace

GraphLegend::GraphLegend(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("graphLegend"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

int GraphLegend::lineHeight() const { return fontMetrics().height() + 6; }

int GraphLegend::widthOf(const Entry& entry) const {
    return kGlyphRoom + fontMetrics().horizontalAdvance(entry.name) + kShareGap +
           fontMetrics().horizontalAdvance(entry.share) + 2;
}

std::vector<QRect> GraphLegend::places(int width) const {
    std::vector<QRect> result;
    int x = kSideInset;
    int y = kInset;
    const auto add = [&](int needed) {
        if (x > kSideInset && x + needed > width - kSideInset) {
            x = kSideInset;
            y += lineHeight();
        }
        result.emplace_back(x, y, needed, lineHeight());
        x += needed + kEntryGap;
    };
    add(fontMetrics().horizontalAdvance(m_title) + 2);
    for (const auto& entry : m_entries) add(widthOf(entry));
    return result;
}

void GraphLegend::setEntries(const QString& title, std::vector<Entry> entries) {
    m_title = title;
    m_entries = std::move(entries);
    QStringList spoken(title);
    for (const auto& entry : m_entries) spoken << entry.name + QLatin1Char(' ') + entry.share;
    setAccessibleName(spoken.join(QStringLiteral(", ")));
    setVisible(!m_entries.empty());
    updateGeometry();
    update();
}

QSize GraphLegend::sizeHint() const { return {200, heightForWidth(std::max(width(), 200))}; }

int GraphLegend::heightForWidth(int width) const { return places(width).back().bottom() + 1 + kInset; }

void GraphLegend::paintEvent(QPaintEvent*) {
    const auto& colors = nestwright::palette(themeOf(QWidget::palette()));
    QPainter painter(this);
    painter.fillRect(rect(), colors.ground);
    painter.setPen(colors.line);
    painter.drawLine(0, 0, width(), 0);
    const auto where = places(width());
    painter.setPen(colors.mutedText);
    painter.drawText(where.front(), Qt::AlignLeft | Qt::AlignVCenter, m_title);
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const auto& entry = m_entries[i];
        const auto& place = where[i + 1];
        painter.setPen(entry.color);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, entry.glyph);
        painter.setPen(colors.text);
        painter.drawText(place.adjusted(kGlyphRoom, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.name);
        painter.setPen(colors.mutedText);
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, entry.share);
    }
}

bool GraphLegend::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    auto text = tr("What the coloured edge of a node means, and the share of the model's time behind it.");
    const auto where = places(width());
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (where[i + 1].contains(help->pos()) && !m_entries[i].toolTip.isEmpty()) text = m_entries[i].toolTip;
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

} // namespace nestwright
