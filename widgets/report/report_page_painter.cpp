// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/report_page_painter.h"

#include "core/report/cell_text.h"
#include "widgets/base/translate.h"
#include "widgets/report/block_chunks.h"
#include "widgets/report/figure_chart.h"
#include "widgets/report/page_flow.h"
#include "widgets/report/text_lines.h"

#include <qcustomplot.h>

#include <QCoreApplication>
#include <QFontMetricsF>

#include "resources/fonts/fonts.h"
#include <iterator>

namespace nestwright {
namespace {

struct PageFooter {
    Q_DECLARE_TR_FUNCTIONS(nestwright::PageFooter)
};

void append(std::vector<PageChunk>& chunks, std::vector<PageChunk> more) {
    chunks.insert(chunks.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::vector<PageChunk> allChunks(const report::Document& document, qreal width) {
    auto chunks = titleChunks(document, width);
    if (document.sections.size() > 2) append(chunks, contentsChunks(document, width));
    BlockChunker chunker(width);
    for (std::size_t i = 0; i < document.sections.size(); ++i) {
        const auto& section = document.sections[i];
        chunks.push_back(headingChunk(section.title, static_cast<int>(i), width));
        for (std::size_t b = 0; b < section.blocks.size(); ++b) {
            append(chunks, std::visit(chunker, section.blocks[b]));
            const bool isIntroduced = b + 1 < section.blocks.size() &&
                                      std::holds_alternative<report::Paragraph>(section.blocks[b]) &&
                                      std::holds_alternative<report::KeyFigures>(section.blocks[b + 1]);
            if (isIntroduced) chunks.back().keepsWithNext = true;
        }
    }
    return chunks;
}

QString factText(const report::Facts& facts, const std::string& key) {
    for (const auto& line : facts.lines) {
        if (line.key == key) return QString::fromStdString(report::cellText(line.value));
    }
    return {};
}

struct MarkPainter {
    QCPPainter& painter;

    void operator()(const TextMark& mark) const {
        painter.setFont(mark.font);
        painter.setPen(mark.color);
        painter.drawText(mark.baseline, mark.text);
    }
    void operator()(const RectMark& mark) const {
        painter.setPen(mark.outline.isValid() ? QPen(mark.outline, points(0.6)) : QPen(Qt::NoPen));
        painter.setBrush(mark.fill.isValid() ? QBrush(mark.fill) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(mark.rect, mark.radius, mark.radius);
    }
    void operator()(const LineMark& mark) const {
        painter.setPen(QPen(mark.color, mark.width));
        painter.drawLine(mark.from, mark.to);
    }
    void operator()(const FigureMark& mark) const { paintChart(painter, *mark.figure, mark.rect); }
};

} // namespace

ReportPagePainter::ReportPagePainter(const report::Document& document, const PageGeometry& geometry)
    : m_geometry(geometry)
    , m_title(translated(document.title)) {
    loadBundledFonts();
    PageFlow flow(geometry);
    flow.place(allChunks(document, geometry.body().width()));
    for (std::size_t i = 0; i < document.sections.size(); ++i) {
        m_sections.push_back({translated(document.sections[i].title), flow.sectionPages()[i]});
    }
    m_pages = flow.takePages();
    addFooters(document);
}

void ReportPagePainter::addFooters(const report::Document& document) {
    const auto body = m_geometry.body();
    const auto font = fontOf(TextStyle::footer);
    const QFontMetricsF metrics(font);
    const qreal top = m_geometry.footerTop();
    const qreal baseline = top + points(4) + metrics.ascent();
    const auto program = factText(document.metadata, "program_version") + QStringLiteral(" \u00b7 ") +
                         factText(document.metadata, "commit").left(12);
    const auto left = metrics.elidedText(m_title, Qt::ElideRight, body.width() * 0.55);
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        const auto number = PageFooter::tr("%1 / %2").arg(i + 1).arg(m_pages.size());
        const qreal numberX = body.right() - metrics.horizontalAdvance(number);
        const qreal programX = body.right() - body.width() * 0.1 - metrics.horizontalAdvance(program);
        m_pages[i].push_back(LineMark{{body.left(), top}, {body.right(), top}, pageColors().line, points(0.6)});
        m_pages[i].push_back(TextMark{{body.left(), baseline}, left, font, pageColors().muted});
        m_pages[i].push_back(TextMark{{programX, baseline}, program, font, pageColors().muted});
        m_pages[i].push_back(TextMark{{numberX, baseline}, number, font, pageColors().muted});
    }
}

void ReportPagePainter::paint(int page, QCPPainter& painter) const {
    if (page < 0 || page >= pageCount()) return;
    painter.save();
    for (const auto& mark : m_pages[static_cast<std::size_t>(page)]) std::visit(MarkPainter{painter}, mark);
    painter.restore();
}

QString ReportPagePainter::pageText(int page) const {
    QStringList lines;
    if (page < 0 || page >= pageCount()) return {};
    for (const auto& mark : m_pages[static_cast<std::size_t>(page)]) {
        if (const auto* text = std::get_if<TextMark>(&mark)) lines << text->text;
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace nestwright
