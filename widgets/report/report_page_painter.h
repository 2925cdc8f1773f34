// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/report/page_marks.h"
#include "widgets/report/page_style.h"

#include <QString>

class QCPPainter;

namespace nestwright {

/// A report laid out on pages. PDF and preview paint with it, so that they show the same pages. Needs a QApplication
/// (charts are widgets) and the bundled fonts.
class ReportPagePainter {
public:
    explicit ReportPagePainter(const report::Document& document, const PageGeometry& geometry = {});

    [[nodiscard]] int pageCount() const { return static_cast<int>(m_pages.size()); }
    [[nodiscard]] QSizeF pageSize() const { return m_geometry.size; }
    /// Paints a page with its top left at the painter's origin; one unit is 1/1200 inch before the painter's scale.
    void paint(int page, QCPPainter& painter) const;

    [[nodiscard]] const QString& title() const { return m_title; }
    /// A heading and the index of its page.
    struct Place {
        QString title;
        int page = 0;
    };
    [[nodiscard]] const std::vector<Place>& sections() const { return m_sections; }
    /// What stands on a page.
    [[nodiscard]] const PageMarks& marks(int page) const { return m_pages.at(static_cast<std::size_t>(page)); }
    /// The page's text, line by line, for search and for assistive technology.
    [[nodiscard]] QString pageText(int page) const;

private:
    void addFooters(const report::Document& document);

    PageGeometry m_geometry;
    QString m_title;
    std::vector<PageMarks> m_pages;
    std::vector<Place> m_sections;
};

} // namespace nestwright
