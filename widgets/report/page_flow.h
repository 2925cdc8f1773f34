// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/report/page_marks.h"
#include "widgets/report/page_style.h"

#include <vector>

namespace nestwright {

/// Puts chunks on pages, top to bottom. A run of chunks that keep with their next one is not parted unless it is
/// longer than a page.
class PageFlow {
public:
    explicit PageFlow(const PageGeometry& geometry)
        : m_geometry(geometry) {}

    void place(const std::vector<PageChunk>& chunks);

    [[nodiscard]] std::vector<PageMarks> takePages() { return std::move(m_pages); }
    /// Index of the page on which each section's heading stands.
    [[nodiscard]] const std::vector<int>& sectionPages() const { return m_sectionPages; }

private:
    [[nodiscard]] qreal runHeight(const std::vector<PageChunk>& chunks, std::size_t first) const;
    void placeOne(const PageChunk& chunk, bool isFirstOnPage);
    void beginPage();
    void fillContents();

    struct ContentsPlace {
        std::size_t page;
        std::size_t mark;
        int section;
    };

    PageGeometry m_geometry;
    std::vector<PageMarks> m_pages;
    std::vector<int> m_sectionPages;
    std::vector<ContentsPlace> m_contents;
    qreal m_y = 0;
    bool m_isPageEmpty = true;
};

} // namespace nestwright
