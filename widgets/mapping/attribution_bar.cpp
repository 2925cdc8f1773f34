// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/mapping/attribution_bar.h"

#include "widgets/base/palette.h"
#include "widgets/tables/figure_text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <array>

namespace nestwright {

namespace {

struct Part {
    const char* key;
    QString name;
    QString meaning;
    double amount;
    bool isHatched;
};

std::array<Part, 4> parts(const Attribution& a) {
    return {Part{"useful", AttributionBar::tr("useful"), AttributionBar::usefulMeaning(), a.useful, false},
            Part{"diluted", AttributionBar::tr("diluted"), AttributionBar::dilutedMeaning(), a.diluted, false},
            Part{"blocked", AttributionBar::tr("blocked"),
                 AttributionBar::tr("compute waits for memory between the first and the last multiply-add"), a.blocked,
                 true},
            Part{"delayed", AttributionBar::tr("delayed"),
                 AttributionBar::tr("fill, drain, kernel launch and synchronisation"), a.delayed, true}};
}

QString shareText(double amount, double total) {
    return figureText(total > 0 ? amount / total : 0, report::NumberStyle::percent);
}

} // namespace

AttributionBar::AttributionBar(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void AttributionBar::setAttribution(const Attribution& attribution) {
    m_attribution = attribution;
    setAccessibleName(tr("Where the time went: %1").arg(describe(attribution)));
    update();
}

QString AttributionBar::describe(const Attribution& attribution) {
    QStringList texts;
    for (const auto& part : parts(attribution)) {
        texts << part.name + QChar(0xa0) + shareText(part.amount, attribution.total());
    }
    return texts.join(QStringLiteral("\u00a0\u00b7 ")); // a line ends with the dot, none begins with it
}

QString AttributionBar::usefulMeaning() {
    return tr("the time that the multiply-adds would take if every lane did one in every cycle");
}

QString AttributionBar::dilutedMeaning() {
    return tr("compute time beyond the useful: idle lanes, padding, rates below peak");
}

QString AttributionBar::legend(Theme theme) {
    QStringList texts;
    for (const auto& part : parts({})) {
        texts << QStringLiteral("<span style=\"color:%1\">%2</span>&nbsp;%3")
                     .arg(seriesColor(part.key, theme).name(),
                          part.isHatched ? QStringLiteral("\u25a8") : QStringLiteral("\u25a0"),
                          part.name.toHtmlEscaped());
    }
    return texts.join(QStringLiteral(" &nbsp; "));
}

QSize AttributionBar::sizeHint() const { return {240, fontMetrics().height() + 8}; }

QSize AttributionBar::minimumSizeHint() const { return {80, fontMetrics().height() + 8}; }

void AttributionBar::paintEvent(QPaintEvent*) {
    const auto theme = themeOf(QWidget::palette());
    const auto& colors = nestwright::palette(theme);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto area = QRectF(rect());
    QPainterPath outline;
    outline.addRoundedRect(area, 3, 3);
    painter.setClipPath(outline);
    painter.fillRect(area, colors.panel);
    const double total = m_attribution.total();
    if (total <= 0) return;
    double left = area.left();
    for (const auto& part : parts(m_attribution)) {
        const QRectF box(left, area.top(), area.width() * part.amount / total, area.height());
        left = box.right();
        if (box.width() <= 0) continue;
        const auto fill = seriesColor(part.key, theme);
        painter.fillRect(box, fill);
        const auto label = part.name + QChar(0xa0) + shareText(part.amount, total);
        const bool hasLabel = box.width() > fontMetrics().horizontalAdvance(label) + 10;
        if (part.isHatched && !hasLabel) {
            painter.fillRect(box, QBrush(blend(colors.ground, fill, 0.35), Qt::BDiagPattern));
        }
        if (hasLabel) {
            painter.setPen(labelColor(fill));
            painter.drawText(box, Qt::AlignCenter, label);
        }
        painter.setPen(QPen(colors.ground, 1));
        painter.drawLine(box.topRight(), box.bottomRight());
    }
}

bool AttributionBar::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    QStringList lines;
    for (const auto& part : parts(m_attribution)) {
        lines
            << QStringLiteral("%1 %2: %3").arg(part.name, shareText(part.amount, m_attribution.total()), part.meaning);
    }
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), lines.join(QLatin1Char('\n')), this);
    return true;
}

} // namespace nestwright
