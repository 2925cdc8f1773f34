// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/pdf_writer.h"

#include "widgets/report/pdf_outline.h"
#include "widgets/report/report_page_painter.h"

#include <QPdfWriter>
#include <qcustomplot.h>

#include <QBuffer>
#include <QCoreApplication>
#include <QPageSize>
#include <QSaveFile>

namespace nestwright {
namespace {

struct ReportPdf {
    Q_DECLARE_TR_FUNCTIONS(nestwright::ReportPdf)
};

tl::unexpected<Error> unwritable(const QString& path, const QString& reason) {
    return failure(ErrorKind::input,
                   message(NW_TEXT("pdf.write", "The PDF can't be written: %1"), reason.toStdString()),
                   {path.toStdString()}, message(NW_TEXT("pdf.write.remedy", "Check the folder and its free space.")));
}

} // namespace

PdfPages::PdfPages(std::shared_ptr<const ReportPagePainter> pages, QString path, const PdfOptions& options)
    : m_pages(std::move(pages))
    , m_path(std::move(path)) {
    m_buffer.open(QIODevice::WriteOnly);
    m_writer = std::make_unique<QPdfWriter>(&m_buffer);
    if (options.isArchival) m_writer->setPdfVersion(QPagedPaintDevice::PdfVersion_A1b);
    m_writer->setResolution(kUnitsPerInch);
    m_writer->setTitle(m_pages->title());
    m_writer->setCreator(QStringLiteral("Nestwright"));
    m_writer->setPageSize(QPageSize(QPageSize::A4));
    m_writer->setPageMargins(QMarginsF());
    m_painter = std::make_unique<QCPPainter>();
    m_hasBegun = m_painter->begin(m_writer.get());
    m_painter->setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
}

PdfPages::~PdfPages() = default;

int PdfPages::count() const { return m_pages->pageCount(); }

void PdfPages::paintNext() {
    if (!m_hasBegun || m_painted >= count()) return;
    if (m_painted > 0) m_writer->newPage();
    m_pages->paint(m_painted++, *m_painter);
}

Result<void> PdfPages::write() {
    if (!m_hasBegun) return unwritable(m_path, QStringLiteral("the PDF engine refused to start"));
    m_painter->end();
    QSaveFile file(m_path);
    if (!file.open(QIODevice::WriteOnly)) return unwritable(m_path, file.errorString());
    std::vector<OutlineEntry> outline;
    for (const auto& section : m_pages->sections()) outline.push_back({section.title, section.page});
    const auto finished =
        withOutline(m_buffer.data(), outline, ReportPdf::tr("en", "code of the language of this translation"));
    if (file.write(finished) != finished.size() || !file.commit()) return unwritable(m_path, file.errorString());
    return {};
}

Result<void> writePdf(const report::Document& document, const QString& path, const PdfOptions& options) {
    // Before any work is done for nothing.
    if (QSaveFile file(path); !file.open(QIODevice::WriteOnly)) return unwritable(path, file.errorString());
    PdfPages pages(std::make_shared<const ReportPagePainter>(document), path, options);
    while (pages.painted() < pages.count()) pages.paintNext();
    return pages.write();
}

} // namespace nestwright
