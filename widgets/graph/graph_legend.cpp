// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_legend.h"

#include "widgets/base/palette.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace nestwright {

namespace {
constexpr int kInset = 12;
constexpr int kGlyphRoom = 22;
constexpr int kColumnGap = 20;
} // namespace

GraphLegend::GraphLegend(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("graphLegend"));
    setAttribute(Qt::WA_TransparentForMouseEvents, false);
    setToolTip(tr("What the coloured edge of a node means, and the share of the model's time behind it."));
}

int GraphLegend::lineHeight() const { return fontMetrics().height() + 4; }

void GraphLegend::setEntries(const QString& title, std::vector<Entry> entries) {
    m_title = title;
    m_entries = std::move(entries);
    QStringList spoken(title);
    for (const auto& entry : m_entries) spoken << entry.name + QLatin1Char(' ') + entry.share;
    setAccessibleName(spoken.join(QStringLiteral(", ")));
    setVisible(!m_entries.empty());
    resize(sizeHint());
    updateGeometry();
    update();
}

QSize GraphLegend::sizeHint() const {
    int names = 0;
    int shares = 0;
    for (const auto& entry : m_entries) {
        names = std::max(names, fontMetrics().horizontalAdvance(entry.name));
        shares = std::max(shares, fontMetrics().horizontalAdvance(entry.share));
    }
    const int width = std::max(kGlyphRoom + names + kColumnGap + shares, fontMetrics().horizontalAdvance(m_title));
    return {width + 2 * kInset, static_cast<int>(m_entries.size() + 1) * lineHeight() + 2 * kInset - 4};
}

void GraphLegend::paintEvent(QPaintEvent*) {
    const auto theme = themeOf(QWidget::palette());
    const auto& colors = nestwright::palette(theme);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.line, 1));
    painter.setBrush(colors.ground);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);

    QRect line(kInset, kInset - 2, width() - 2 * kInset, lineHeight());
    painter.setPen(colors.mutedText);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_title);
    for (const auto& entry : m_entries) {
        line.translate(0, lineHeight());
        painter.setPen(entry.color);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, entry.glyph);
        painter.setPen(colors.text);
        painter.drawText(line.adjusted(kGlyphRoom, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.name);
        painter.setPen(colors.mutedText);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, entry.share);
    }
}

} // namespace nestwright
