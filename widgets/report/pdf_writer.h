// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/report/document.h"

#include <QBuffer>
#include <QString>

#include <memory>

class QCPPainter;
class QPdfWriter;

namespace nestwright {

class ReportPagePainter;

struct PdfOptions {
    bool isArchival = true; ///< written to the rules of PDF/A-1b (not certified)
};

/// Paints a report's pages into a PDF one by one, for a thread that has other things to do in between. Pages are
/// painted on the thread of the application, as charts are widgets; all the rest may be done on another.
class PdfPages {
public:
    PdfPages(std::shared_ptr<const ReportPagePainter> pages, QString path, const PdfOptions& options = {});
    ~PdfPages();
    PdfPages(const PdfPages&) = delete;
    PdfPages& operator=(const PdfPages&) = delete;

    [[nodiscard]] int count() const;
    [[nodiscard]] int painted() const { return m_painted; }
    void paintNext();
    /// Writes the file, atomically, once all pages are painted.
    [[nodiscard]] Result<void> write();

private:
    std::shared_ptr<const ReportPagePainter> m_pages;
    QString m_path;
    QBuffer m_buffer;
    std::unique_ptr<QPdfWriter> m_writer;
    std::unique_ptr<QCPPainter> m_painter;
    int m_painted = 0;
    bool m_hasBegun = false;
};

/// Writes the report as PDF, atomically: a file that was there stays as it is when something fails. Needs a
/// QApplication (its platform may be "offscreen").
[[nodiscard]] Result<void> writePdf(const report::Document& document, const QString& path,
                                    const PdfOptions& options = {});

} // namespace nestwright
