// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pdf.h"
#include "widgets/report/pdf_writer.h"

#include <QApplication>
#include <QLocale>
#include <QString>

#include "resources/fonts/fonts.h"
#include <cstdio>

namespace nestwright::cli {
namespace {

/// Passes on what Qt has to say but for remarks on the session that a terminal run has no use for.
void printQtMessage(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtDebugMsg || type == QtInfoMsg || text.startsWith(QLatin1String("QStandardPaths:"))) return;
    std::fprintf(stderr, "%s\n", qPrintable(text));
}

} // namespace

Result<void> writePdfReport(const report::Document& document, const std::string& path) {
    // Charts are widgets, but nothing is shown: a terminal without a display has to do.
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(printQtMessage);
    int argumentCount = 1;
    char name[] = "nestwright-cli";
    char* arguments[] = {name, nullptr};
    const QApplication application(argumentCount, arguments);
    QLocale::setDefault(QLocale::c()); // the command line stays English
    loadBundledFonts();
    return writePdf(document, QString::fromStdString(path));
}

} // namespace nestwright::cli
