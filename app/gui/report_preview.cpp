// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report_preview.h"

#include "widgets/base/palette.h"
#include "widgets/report/report_page_painter.h"

#include <qcustomplot.h>

#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace nestwright::gui {

namespace {
constexpr double kGap = 16;
constexpr double kWidestPage = 900;
constexpr std::size_t kImagesKept = 12;
} // namespace

ReportPreview::ReportPreview(QWidget* parent)
    : QAbstractScrollArea(parent) {
    setObjectName(QStringLiteral("reportPreview"));
    setAccessibleName(tr("Pages of the report"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalScrollBar()->setSingleStep(60);
}

ReportPreview::~ReportPreview() = default;

void ReportPreview::setPages(std::shared_ptr<const ReportPagePainter> pages) {
    m_pages = std::move(pages);
    m_images.clear();
    QStringList text;
    for (int page = 0; page < pageCount(); ++page) text << m_pages->pageText(page);
    setAccessibleDescription(text.join(QLatin1Char('\n')));
    updateScrollBars();
    viewport()->update();
}

int ReportPreview::pageCount() const { return m_pages ? m_pages->pageCount() : 0; }

QSizeF ReportPreview::pageSize() const {
    if (!m_pages) return {};
    const double width = std::min(kWidestPage, viewport()->width() - 2 * kGap);
    return {width, width * m_pages->pageSize().height() / m_pages->pageSize().width()};
}

double ReportPreview::pageTop(int page) const { return kGap + page * (pageSize().height() + kGap); }

void ReportPreview::updateScrollBars() {
    const double height = pageTop(pageCount());
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(height) - viewport()->height()));
}

const QImage& ReportPreview::image(int page) {
    if (const auto found = m_images.find(page); found != m_images.end()) return found->second;
    if (m_images.size() >= kImagesKept) m_images.clear();
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
    return m_images[page] = std::move(drawn);
}

void ReportPreview::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const auto& colors = nestwright::palette(themeOf(QWidget::palette()));
    painter.fillRect(event->rect(), colors.panel);
    if (!m_pages) return;
    const double offset = verticalScrollBar()->value();
    const auto size = pageSize();
    const double left = (viewport()->width() - size.width()) / 2;
    for (int page = 0; page < pageCount(); ++page) {
        const QRectF area(QPointF(left, pageTop(page) - offset), size);
        if (!area.intersects(QRectF(event->rect()))) continue;
        painter.drawImage(area.topLeft(), image(page));
        painter.setPen(colors.line);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(area);
    }
}

void ReportPreview::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    m_images.clear();
    updateScrollBars();
}

void ReportPreview::scrollContentsBy(int, int) { viewport()->update(); }

} // namespace nestwright::gui
