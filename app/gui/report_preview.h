// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <QImage>
#include <QTimer>

#include <map>
#include <memory>

namespace nestwright {
class ReportPagePainter;
}

namespace nestwright::gui {

/// How large the preview shows its pages.
struct PageZoom {
    enum class Kind { fitWidth, fitPage, factor };
    Kind kind = Kind::fitWidth;
    double factor = 1; ///< 1: as large as on paper at 96 pixels an inch
    bool operator==(const PageZoom&) const = default;
};

/// The pages of a report, painted by the page painter of the export: one below the other, and side by side where the
/// width allows it. Pages are drawn when they come into sight, one in a turn of the event loop.
class ReportPreview : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ReportPreview(QWidget* parent = nullptr);
    ~ReportPreview() override;
    /// Keeps the place where it was, as far as there are as many pages.
    void setPages(std::shared_ptr<const ReportPagePainter> pages);
    [[nodiscard]] int pageCount() const;
    /// The page at the top of what is shown, from 0.
    [[nodiscard]] int currentPage() const;
    void goTo(int page);
    [[nodiscard]] const PageZoom& zoom() const { return m_zoom; }
    void setZoom(const PageZoom& zoom);
    /// To the next larger or smaller step.
    void zoomBy(int steps);
    /// What the pages are shown at, 1 for the size on paper.
    [[nodiscard]] double shownFactor() const;
    /// Whether every page in sight is drawn.
    [[nodiscard]] bool isDrawn() const;

signals:
    void currentPageChanged(int page);
    void zoomChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    [[nodiscard]] QSizeF pageSize() const; ///< on the screen
    [[nodiscard]] int columns() const;
    [[nodiscard]] QRectF pageArea(int page) const; ///< in the viewport
    [[nodiscard]] double paperWidth() const;
    void updateScrollBars();
    void forgetImages();
    void drawNext();
    [[nodiscard]] QImage draw(int page) const;
    [[nodiscard]] int nextMissing() const;

    std::shared_ptr<const ReportPagePainter> m_pages;
    PageZoom m_zoom;
    std::map<int, QImage> m_images;
    QTimer m_drawing;
    int m_lastPage = -1;
};

} // namespace nestwright::gui
