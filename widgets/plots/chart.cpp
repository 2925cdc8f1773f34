// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/chart.h"

#include "widgets/plots/chart_export.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <QPointer>
#include <QTimer>

namespace nestwright {

namespace {

constexpr int kTurnMs = 1;

/// Charts that wait to be drawn: one in a turn of the event loop, as a page of them at once would hold up the window.
QList<QPointer<Chart>>& waiting() {
    static QList<QPointer<Chart>> charts;
    return charts;
}

} // namespace

Chart::Chart(const QString& name, QWidget* parent)
    : QCustomPlot(parent) {
    setObjectName(name);
    setFocusPolicy(Qt::StrongFocus);
    setNoAntialiasingOnDrag(true);
    setPlottingHint(QCP::phCacheLabels);
}

Theme Chart::theme() const { return m_forced.value_or(themeOf(QWidget::palette())); }

void Chart::drawFor(std::optional<Theme> theme) {
    m_forced = theme;
    drawNow();
}

void Chart::redraw() {
    m_isStale = true;
    update();
}

void Chart::awaitTurn() {
    if (waiting().contains(this)) return;
    waiting().append(this);
    if (waiting().size() == 1) QTimer::singleShot(kTurnMs, QCoreApplication::instance(), &Chart::drawNext);
}

void Chart::drawNext() {
    if (waiting().isEmpty()) return;
    const auto chart = waiting().takeFirst();
    if (chart && chart->m_isStale) chart->drawNow();
    if (!waiting().isEmpty()) QTimer::singleShot(kTurnMs, QCoreApplication::instance(), &Chart::drawNext);
}

void Chart::drawNow() {
    m_isStale = false;
    m_hasPicture = true;
    clearPlottables();
    clearItems();
    setBackground(colors().ground);
    draw();
    replot(QCustomPlot::rpQueuedRefresh);
}

void Chart::dressAxis(QCPAxis& axis, const QString& label) const {
    axis.setLabel(label);
    axis.setBasePen(QPen(colors().line));
    axis.setTickPen(QPen(colors().line));
    axis.setSubTickPen(Qt::NoPen);
    axis.setTickLabelColor(colors().mutedText);
    axis.setLabelColor(colors().mutedText);
    axis.setTickLabelFont(font());
    axis.setLabelFont(font());
    axis.setLabelPadding(4);
    axis.grid()->setPen(QPen(blend(colors().line, colors().ground, 0.6), 0));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

QCPItemText& Chart::addText(double x, double y, const QString& text, const QColor& color, Qt::Alignment alignment) {
    auto* item = new QCPItemText(this);
    item->setPositionAlignment(alignment);
    item->position->setCoords(x, y);
    item->setFont(font());
    item->setColor(color);
    item->setText(text);
    item->setPadding(QMargins(4, 0, 4, 0));
    return *item;
}

void Chart::exportAs() {
    const auto path =
        QFileDialog::getSaveFileName(this, tr("Export the chart"), fileName() + QStringLiteral(".svg"),
                                     tr("SVG picture (*.svg);;PDF page (*.pdf);;PNG picture (*.png);;Figures (*.csv)"));
    if (!path.isEmpty()) emit exported(path, exportChart(*this, path));
}

void Chart::copyPicture() { QGuiApplication::clipboard()->setPixmap(toPixmap(0, 0, 2)); }

void Chart::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Export chart..."), this, &Chart::exportAs);
    menu->addAction(tr("&Copy picture"), this, &Chart::copyPicture);
    menu->addAction(tr("Copy &figures"), this, [this] { QGuiApplication::clipboard()->setText(csv()); });
    menu->popup(event->globalPos());
}

void Chart::paintEvent(QPaintEvent* event) {
    if (m_isStale) awaitTurn();
    if (m_hasPicture) QCustomPlot::paintEvent(event);
    QPainter painter(this);
    if (!m_hasPicture) painter.fillRect(rect(), colors().ground);
    if (!hasFocus()) return;
    painter.setPen(QPen(colors().accent, 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

/// The plot's own handler would draw at once, and again for every step of the window's layout.
void Chart::resizeEvent(QResizeEvent* /*event*/) {
    setViewport(rect());
    redraw();
}

void Chart::changeEvent(QEvent* event) {
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) redraw();
}

} // namespace nestwright
