// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/mapping/attribution_bar.h"

#include "widgets/base/palette.h"
#include "widgets/tables/figure_text.h"

#include <QBuffer>
#include <QHelpEvent>
#include <QImage>
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
};

std::array<Part, 4> parts(const Attribution& a) {
    return {Part{"useful", AttributionBar::tr("useful"), AttributionBar::usefulMeaning(), a.useful},
            Part{"diluted", AttributionBar::tr("diluted"), AttributionBar::dilutedMeaning(), a.diluted},
            Part{"blocked", AttributionBar::tr("blocked"),
                 AttributionBar::tr("compute waits for memory between the first and the last multiply-add"), a.blocked},
            Part{"delayed", AttributionBar::tr("delayed"),
                 AttributionBar::tr("fill, drain, kernel launch and synchronisation"), a.delayed}};
}

/// A piece of the bar, as an image within rich text.
QString swatch(const char* key, Theme theme) {
    constexpr QSize kSize(20, 12); // room for the hatch to be seen
    QImage image(kSize, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.fillRect(image.rect(), seriesColor(key, theme));
    painter.fillRect(image.rect(), seriesHatch(key, theme));
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return QStringLiteral("<img src=\"data:image/png;base64,%1\">").arg(QString::fromLatin1(bytes.toBase64()));
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
        texts << swatch(part.key, theme) + QStringLiteral("&nbsp;") + part.name.toHtmlEscaped();
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
        painter.fillRect(box, seriesHatch(part.key, theme));
        const auto label = part.name + QChar(0xa0) + shareText(part.amount, total);
        const double labelWidth = fontMetrics().horizontalAdvance(label) + 10;
        if (box.width() > labelWidth) {
            painter.fillRect(QRectF(box.center().x() - labelWidth / 2, box.top(), labelWidth, box.height()), fill);
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
