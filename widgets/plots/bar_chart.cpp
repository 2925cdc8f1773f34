// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/bar_chart.h"

#include "widgets/plots/si_ticker.h"

#include <QKeyEvent>
#include <QToolTip>

#include <algorithm>

namespace nestwright {

namespace {

constexpr double kNamesShare = 0.4; ///< of the width, at most
constexpr int kAxisHeight = 56;

} // namespace

BarChart::BarChart(const QString& name, QWidget* parent)
    : Chart(name, parent) {
    setMouseTracking(true);
    xAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
    connect(this, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        const auto* bar = barAt(event->position());
        setCursor(bar != nullptr && bar->tag >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (bar != nullptr) {
            QToolTip::showText(event->globalPosition().toPoint(), bar->toolTip, this);
        } else {
            QToolTip::hideText();
        }
    });
    connect(this, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        if (event->button() != Qt::LeftButton) return;
        if (const auto* bar = barAt(event->position()); bar != nullptr && bar->tag >= 0) emit barChosen(bar->tag);
    });
}

void BarChart::setRows(const QStringList& names, int leastPitch, const QString& axisLabel, double axisScale) {
    m_rows = names;
    m_pitch = leastPitch;
    m_axisLabel = axisLabel;
    m_axisScale = axisScale;
}

void BarChart::setBars(std::vector<Bar> bars, double rightEnd) {
    m_bars = std::move(bars);
    m_rightEnd = rightEnd > 0 ? rightEnd : 1;
    m_chosen = -1;
    QStringList texts;
    for (const auto& bar : m_bars) texts << bar.toolTip;
    setAccessibleDescription(texts.join(QLatin1Char('\n')));
    setMinimumHeight(minimumSizeHint().height());
    // Bars that grow with the window would say no more.
    setMaximumHeight(2 * minimumSizeHint().height() - kAxisHeight);
    redraw();
}

QSize BarChart::minimumSizeHint() const {
    return {320, kAxisHeight + m_pitch * static_cast<int>(std::max<qsizetype>(1, m_rows.size()))};
}

const BarChart::Bar* BarChart::barAt(const QPointF& position) const {
    const double value = xAxis->pixelToCoord(position.x());
    const double row = yAxis->pixelToCoord(position.y());
    const auto found = std::find_if(m_bars.begin(), m_bars.end(), [&](const auto& bar) {
        return std::abs(row - bar.row) <= bar.thickness / 2 && value >= bar.from && value <= bar.to;
    });
    return found == m_bars.end() ? nullptr : &*found;
}

void BarChart::drawRows() {
    const QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    QStringList elided;
    const int room = std::max(60, static_cast<int>(width() * kNamesShare));
    for (int i = 0; i < m_rows.size(); ++i) {
        const auto text = fontMetrics().elidedText(m_rows[i], Qt::ElideRight, room);
        if (text != m_rows[i]) elided << m_rows[i];
        names->addTick(i, text);
    }
    setProperty("elidedTexts", elided);
    yAxis->setTicker(names);
    yAxis->setRange(-0.5, std::max(0.5, static_cast<double>(m_rows.size()) - 0.5));
    yAxis->setRangeReversed(true);
    dressAxis(*yAxis, {});
    yAxis->setTickLabelColor(colors().text);
    yAxis->setTickLength(0);
    yAxis->setBasePen(Qt::NoPen);
    yAxis->grid()->setVisible(false);
    xAxis->setTicker(QSharedPointer<ScaledTicker>::create(m_axisScale));
    dressAxis(*xAxis, m_axisLabel);
    xAxis->setRange(0, m_rightEnd);
}

void BarChart::drawBar(const Bar& bar, bool isChosen) {
    const auto fill = seriesColor(bar.color, theme());
    const auto place = [&](const QBrush& brush, const QPen& pen) {
        // The plot owns its items.
        auto* rect = new QCPItemRect(this);
        rect->topLeft->setCoords(bar.from, bar.row - bar.thickness / 2);
        rect->bottomRight->setCoords(bar.to, bar.row + bar.thickness / 2);
        rect->setBrush(brush);
        rect->setPen(pen);
    };
    const double pixels = axisRect()->width() * (bar.to - bar.from) / m_rightEnd;
    const bool hasLabel = !bar.inside.isEmpty() && pixels > fontMetrics().horizontalAdvance(bar.inside) + 10;
    place(fill, QPen(colors().ground, 1));
    const auto hatch = seriesHatch(bar.color, theme());
    const bool isHatched = hatch.style() != Qt::NoBrush;
    if (isHatched) place(hatch, QPen(colors().ground, 1));
    if (isChosen) place(Qt::NoBrush, QPen(colors().accent, 2));
    if (hasLabel) {
        auto& label = addText((bar.from + bar.to) / 2, bar.row, bar.inside, labelColor(fill), Qt::AlignCenter);
        if (isHatched) label.setBrush(fill);
    }
    if (!bar.after.isEmpty()) {
        addText(bar.to, bar.row, bar.after, colors().mutedText, Qt::AlignLeft | Qt::AlignVCenter)
            .setClipToAxisRect(false);
    }
}

void BarChart::draw() {
    drawRows();
    // Which labels fit depends on the width of the axis.
    updateLayout();
    for (std::size_t i = 0; i < m_bars.size(); ++i) drawBar(m_bars[i], static_cast<int>(i) == m_chosen);
}

void BarChart::keyPressEvent(QKeyEvent* event) {
    const bool isForward = event->key() == Qt::Key_Down || event->key() == Qt::Key_Right;
    const bool isBack = event->key() == Qt::Key_Up || event->key() == Qt::Key_Left;
    const int count = static_cast<int>(m_bars.size());
    if (count > 0 && (isForward || isBack)) {
        m_chosen = m_chosen < 0 ? 0 : (m_chosen + (isForward ? 1 : count - 1)) % count;
        redraw();
        const auto& bar = m_bars[static_cast<std::size_t>(m_chosen)];
        const QPointF corner(xAxis->coordToPixel(bar.from), yAxis->coordToPixel(bar.row));
        QToolTip::showText(mapToGlobal(corner.toPoint()), bar.toolTip, this);
        return;
    }
    const bool isChoice = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isChoice && m_chosen >= 0 && m_bars[static_cast<std::size_t>(m_chosen)].tag >= 0) {
        emit barChosen(m_bars[static_cast<std::size_t>(m_chosen)].tag);
        return;
    }
    Chart::keyPressEvent(event);
}

} // namespace nestwright
