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

Result<void> paintPages(const ReportPagePainter& pages, QIODevice& device, const PdfOptions& options,
                        const QString& path) {
    QPdfWriter writer(&device);
    if (options.isArchival) writer.setPdfVersion(QPagedPaintDevice::PdfVersion_A1b);
    writer.setResolution(kUnitsPerInch);
    writer.setTitle(pages.title());
    writer.setCreator(QStringLiteral("Nestwright"));
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF());
    QCPPainter painter;
    if (!painter.begin(&writer)) return unwritable(path, QStringLiteral("the PDF engine refused to start"));
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
    for (int page = 0; page < pages.pageCount(); ++page) {
        if (page > 0) writer.newPage();
        pages.paint(page, painter);
    }
    painter.end();
    return {};
}

} // namespace

Result<void> writePdf(const report::Document& document, const QString& path, const PdfOptions& options) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return unwritable(path, file.errorString());
    const ReportPagePainter pages(document);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (auto painted = paintPages(pages, buffer, options, path); !painted) return painted;
    std::vector<OutlineEntry> outline;
    for (const auto& section : pages.sections()) outline.push_back({section.title, section.page});
    const auto finished =
        withOutline(buffer.data(), outline, ReportPdf::tr("en", "code of the language of this translation"));
    if (file.write(finished) != finished.size() || !file.commit()) return unwritable(path, file.errorString());
    return {};
}

} // namespace nestwright
