// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/report/page_marks.h"
#include "widgets/report/page_style.h"

namespace nestwright {

/// The head of the report: title, sign-off lines, the box with build and run metadata.
[[nodiscard]] std::vector<PageChunk> titleChunks(const report::Document& document, qreal width);

/// The list of sections with the pages that the flow finds.
[[nodiscard]] std::vector<PageChunk> contentsChunks(const report::Document& document, qreal width);

[[nodiscard]] PageChunk headingChunk(const Message& title, int section, qreal width);

/// Makes chunks of a report's blocks and numbers its tables and figures.
class BlockChunker {
public:
    explicit BlockChunker(qreal width)
        : m_width(width) {}

    std::vector<PageChunk> operator()(const report::Paragraph& paragraph) const;
    std::vector<PageChunk> operator()(const report::Facts& facts) const;
    std::vector<PageChunk> operator()(const report::KeyFigures& figures) const;
    std::vector<PageChunk> operator()(const report::Table& table);
    std::vector<PageChunk> operator()(const report::Figure& figure);
    std::vector<PageChunk> operator()(const report::Listing& listing) const;

private:
    qreal m_width;
    int m_tables = 0;
    int m_figures = 0;
};

} // namespace nestwright
