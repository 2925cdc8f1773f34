// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <QImage>

#include <map>
#include <memory>

namespace nestwright {
class ReportPagePainter;
}

namespace nestwright::gui {

/// The pages of a report, one below the other, painted by the page painter of the export. Pages are drawn when they
/// come into sight.
class ReportPreview : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ReportPreview(QWidget* parent = nullptr);
    ~ReportPreview() override;
    void setPages(std::shared_ptr<const ReportPagePainter> pages);
    [[nodiscard]] int pageCount() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    [[nodiscard]] QSizeF pageSize() const; ///< on the screen
    [[nodiscard]] double pageTop(int page) const;
    void updateScrollBars();
    [[nodiscard]] const QImage& image(int page);

    std::shared_ptr<const ReportPagePainter> m_pages;
    std::map<int, QImage> m_images;
};

} // namespace nestwright::gui
