// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/page_flow.h"

#include "widgets/report/text_lines.h"

namespace nestwright {

void moveBy(PageMark& mark, QPointF offset) {
    if (auto* text = std::get_if<TextMark>(&mark)) {
        text->baseline += offset;
    } else if (auto* rect = std::get_if<RectMark>(&mark)) {
        rect->rect.translate(offset);
    } else if (auto* line = std::get_if<LineMark>(&mark)) {
        line->from += offset;
        line->to += offset;
    } else {
        std::get<FigureMark>(mark).rect.translate(offset);
    }
}

qreal PageFlow::runHeight(const std::vector<PageChunk>& chunks, std::size_t first) const {
    qreal height = chunks[first].height;
    for (auto i = first; chunks[i].keepsWithNext && i + 1 < chunks.size(); ++i) {
        height += chunks[i + 1].spaceBefore + chunks[i + 1].height;
    }
    return height;
}

void PageFlow::beginPage() {
    m_pages.emplace_back();
    m_y = m_geometry.body().top();
    m_isPageEmpty = true;
}

void PageFlow::placeOne(const PageChunk& chunk, bool isFirstOnPage) {
    if (!isFirstOnPage) m_y += chunk.spaceBefore;
    auto& page = m_pages.back();
    for (auto mark : chunk.marks) {
        moveBy(mark, {m_geometry.body().left(), m_y});
        page.push_back(std::move(mark));
    }
    if (chunk.section >= 0) {
        m_sectionPages.resize(static_cast<std::size_t>(chunk.section) + 1, 0);
        m_sectionPages.back() = static_cast<int>(m_pages.size()) - 1;
    }
    const auto first = page.size() - chunk.marks.size();
    for (const auto& number : chunk.pageNumbers) {
        m_contents.push_back({m_pages.size() - 1, first + number.mark, number.section});
    }
    m_y += chunk.height;
    m_isPageEmpty = false;
}

void PageFlow::place(const std::vector<PageChunk>& chunks) {
    beginPage();
    const qreal bottom = m_geometry.body().bottom();
    bool isInRun = false;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const auto& chunk = chunks[i];
        const qreal needed = isInRun ? chunk.height : runHeight(chunks, i);
        const qreal room = bottom - m_y - (m_isPageEmpty ? 0 : chunk.spaceBefore);
        if (needed > room && !m_isPageEmpty) {
            beginPage();
            if (chunk.repeated) placeOne(*chunk.repeated, true);
        }
        placeOne(chunk, m_isPageEmpty);
        isInRun = chunk.keepsWithNext;
    }
    fillContents();
}

void PageFlow::fillContents() {
    for (const auto& place : m_contents) {
        if (static_cast<std::size_t>(place.section) >= m_sectionPages.size()) continue;
        auto& mark = std::get<TextMark>(m_pages[place.page][place.mark]);
        mark.text = QString::number(m_sectionPages[static_cast<std::size_t>(place.section)] + 1);
        mark.baseline.rx() -= textWidth(mark.text, mark.font);
    }
}

} // namespace nestwright
