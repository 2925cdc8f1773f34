// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report_preview.h"

#include "widgets/base/palette.h"
#include "widgets/report/report_page_painter.h"

#include <qcustomplot.h>

#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace nestwright::gui {

namespace {

constexpr double kGap = 16;
constexpr double kWidestFit = 900;
constexpr int kMostColumns = 3;
constexpr std::size_t kImagesKept = 16;
constexpr double kPageUnitsPerInch = 1200;
constexpr double kScreenDotsPerInch = 96;
constexpr std::array kSteps = {0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1.0, 1.25, 1.5, 2.0, 3.0};

} // namespace

ReportPreview::ReportPreview(QWidget* parent)
    : QAbstractScrollArea(parent) {
    setObjectName(QStringLiteral("reportPreview"));
    setAccessibleName(tr("Pages of the report"));
    setFrameShape(QFrame::NoFrame);
    setProperty("isPage", true); // has a frame while it has the focus
    setFocusPolicy(Qt::StrongFocus);
    verticalScrollBar()->setSingleStep(60);
    horizontalScrollBar()->setSingleStep(60);
    m_drawing.setSingleShot(true);
    m_drawing.setInterval(0);
    connect(&m_drawing, &QTimer::timeout, this, &ReportPreview::drawNext);
}

ReportPreview::~ReportPreview() = default;

void ReportPreview::setPages(std::shared_ptr<const ReportPagePainter> pages) {
    const int place = verticalScrollBar()->value();
    m_pages = std::move(pages);
    QStringList text;
    for (int page = 0; page < pageCount(); ++page) text << m_pages->pageText(page);
    setAccessibleDescription(text.join(QLatin1Char('\n')));
    m_lastPage = -1;
    forgetImages();
    verticalScrollBar()->setValue(place);
}

int ReportPreview::pageCount() const { return m_pages ? m_pages->pageCount() : 0; }

double ReportPreview::paperWidth() const {
    return m_pages ? m_pages->pageSize().width() / kPageUnitsPerInch * kScreenDotsPerInch : 1;
}

QSizeF ReportPreview::pageSize() const {
    if (!m_pages) return {};
    const double ratio = m_pages->pageSize().height() / m_pages->pageSize().width();
    const double room = viewport()->width() - 2 * kGap;
    double width = paperWidth() * m_zoom.factor;
    if (m_zoom.kind == PageZoom::Kind::fitWidth) width = std::min(kWidestFit, room);
    if (m_zoom.kind == PageZoom::Kind::fitPage) width = std::min(room, (viewport()->height() - 2 * kGap) / ratio);
    width = std::max(80.0, width);
    return {width, width * ratio};
}

double ReportPreview::shownFactor() const { return pageSize().width() / paperWidth(); }

int ReportPreview::columns() const {
    const int fitting = static_cast<int>((viewport()->width() - kGap) / (pageSize().width() + kGap));
    return std::clamp(fitting, 1, std::max(1, std::min(kMostColumns, pageCount())));
}

QRectF ReportPreview::pageArea(int page) const {
    const auto size = pageSize();
    const int count = columns();
    const double total = count * size.width() + (count - 1) * kGap;
    const double left = std::max(kGap, (viewport()->width() - total) / 2) - horizontalScrollBar()->value();
    const double top = kGap - verticalScrollBar()->value();
    return {QPointF(left + page % count * (size.width() + kGap), top + page / count * (size.height() + kGap)), size};
}

int ReportPreview::currentPage() const {
    for (int page = 0; page < pageCount(); ++page) {
        if (pageArea(page).bottom() > viewport()->height() / 3.0) return page;
    }
    return pageCount() - 1;
}

void ReportPreview::goTo(int page) {
    if (page < 0 || page >= pageCount()) return;
    const double top = pageArea(page).top() + verticalScrollBar()->value();
    verticalScrollBar()->setValue(static_cast<int>(top - kGap / 2));
}

void ReportPreview::setZoom(const PageZoom& zoom) {
    if (zoom == m_zoom) return;
    const int page = currentPage();
    m_zoom = zoom;
    forgetImages();
    goTo(page);
    emit zoomChanged();
}

void ReportPreview::zoomBy(int steps) {
    const double now = shownFactor();
    constexpr double kNear = 0.01;
    const auto above = std::upper_bound(kSteps.begin(), kSteps.end(), now + kNear);
    const auto below = std::lower_bound(kSteps.begin(), kSteps.end(), now - kNear);
    if (steps > 0 && above != kSteps.end()) setZoom({PageZoom::Kind::factor, *above});
    if (steps < 0 && below != kSteps.begin()) setZoom({PageZoom::Kind::factor, *(below - 1)});
}

void ReportPreview::updateScrollBars() {
    const auto size = pageSize();
    const int rows = (pageCount() + columns() - 1) / columns();
    const double height = kGap + rows * (size.height() + kGap);
    const double width = columns() * (size.width() + kGap) + kGap;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(height) - viewport()->height()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(width) - viewport()->width()));
}

void ReportPreview::forgetImages() {
    m_images.clear();
    updateScrollBars();
    viewport()->update();
}

int ReportPreview::nextMissing() const {
    for (int page = 0; page < pageCount(); ++page) {
        const auto area = pageArea(page);
        if (area.top() > viewport()->height()) break;
        if (area.intersects(QRectF(viewport()->rect())) && m_images.count(page) == 0) return page;
    }
    return -1;
}

bool ReportPreview::isDrawn() const { return nextMissing() < 0; }

void ReportPreview::drawNext() {
    const int page = nextMissing();
    if (page < 0) return;
    if (m_images.size() >= kImagesKept) m_images.clear();
    m_images[page] = draw(page);
    viewport()->update();
}

QImage ReportPreview::draw(int page) const {
    const double ratio = devicePixelRatioF();
    QImage drawn((pageSize() * ratio).toSize(), QImage::Format_RGB32);
    drawn.fill(Qt::white);
    {
        QCPPainter painter(&drawn);
        painter.setRenderHint(QPainter::Antialiasing);
        const double scale = drawn.width() / m_pages->pageSize().width();
        painter.scale(scale, scale);
        m_pages->paint(page, painter);
    }
    drawn.setDevicePixelRatio(ratio);
    return drawn;
}

void ReportPreview::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const auto& colors = nestwright::palette(themeOf(QWidget::palette()));
    painter.fillRect(event->rect(), colors.panel);
    for (int page = 0; page < pageCount(); ++page) {
        const auto area = pageArea(page);
        if (!area.intersects(QRectF(event->rect()))) continue;
        if (const auto found = m_images.find(page); found != m_images.end()) {
            painter.drawImage(area.topLeft(), found->second);
        } else {
            painter.fillRect(area, Qt::white);
            m_drawing.start();
        }
        painter.setPen(colors.line);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(area);
    }
}

void ReportPreview::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    forgetImages();
    emit zoomChanged();
}

void ReportPreview::scrollContentsBy(int, int) {
    viewport()->update();
    if (currentPage() == m_lastPage) return;
    m_lastPage = currentPage();
    emit currentPageChanged(m_lastPage);
}

void ReportPreview::wheelEvent(QWheelEvent* event) {
    if ((event->modifiers() & Qt::ControlModifier) == 0) return QAbstractScrollArea::wheelEvent(event);
    if (event->angleDelta().y() != 0) zoomBy(event->angleDelta().y() > 0 ? 1 : -1);
    event->accept();
}

} // namespace nestwright::gui
