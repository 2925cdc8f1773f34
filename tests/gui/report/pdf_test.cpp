// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/pdf_writer.h"
#include "widgets/report/report_page_painter.h"
#include "widgets/report/table_chunks.h"
#include "widgets/report/text_lines.h"

#include <qcustomplot.h>

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include "sample_plan.h"
#include <cmath>
#include <numeric>

namespace nestwright {

/// The PDF of a report on three accelerators, read back with other programs.
class PdfTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void hasNumberedPagesWithEveryHeading();
    void keepsItsTextAndFonts();
    void passesTheCheckOfQpdf();
    void hasAnOutline();
    void holdsNoTransparency();
    void repeatsTableHeaders();
    void keepsMarksOnThePage();
    void showsNastyNamesWithoutLosingThem();
    void breaksCommandsAtSpacesAlone();
    void keepsUnitsWholeInCrowdedTables();
    void leavesTheOldFileWhenItCannotWrite();
    void takesLittleTime();

private:
    [[nodiscard]] QString textOf(const QString& path) const;

    QTemporaryDir m_folder;
    QString m_path;
    Graph m_graph;
    report::Document m_document;
};

namespace {

/// What a program prints; "" where it isn't installed, so that the caller can skip.
QString outputOf(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    return process.waitForFinished(20000) ? QString::fromUtf8(process.readAllStandardOutput()) : QString();
}

bool isInstalled(const QString& program) { return !QStandardPaths::findExecutable(program).isEmpty(); }

} // namespace

void PdfTest::initTestCase() {
    m_graph = test::sampleGraph();
    m_document = test::sampleDocument(test::sampleInputs(m_graph, 3));
    m_path = m_folder.filePath(QStringLiteral("report.pdf"));
    const auto written = writePdf(m_document, m_path);
    QVERIFY2(written, written ? "" : written.error().text().c_str());
}

QString PdfTest::textOf(const QString& path) const {
    return outputOf(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), path, QStringLiteral("-")});
}

void PdfTest::hasNumberedPagesWithEveryHeading() {
    const ReportPagePainter pages(m_document);
    QVERIFY(pages.pageCount() > 3);
    for (int i = 0; i < pages.pageCount(); ++i) {
        QVERIFY(pages.pageText(i).contains(QStringLiteral("%1 / %2").arg(i + 1).arg(pages.pageCount())));
    }
    QCOMPARE(pages.sections().size(), m_document.sections.size());
    for (const auto& section : pages.sections()) QVERIFY(pages.pageText(section.page).contains(section.title));
}

void PdfTest::keepsItsTextAndFonts() {
    if (!isInstalled(QStringLiteral("pdftotext"))) QSKIP("poppler-utils is not installed");
    const auto text = textOf(m_path);
    for (const auto* word :
         {"Evidence matrix", "confidence", "MFU", "nestwright-cli report", "3f9c2e1d", "NVIDIA H100"}) {
        QVERIFY2(text.contains(QLatin1String(word)), word);
    }
    const auto fonts =
        outputOf(QStringLiteral("pdffonts"), {m_path}).split(QLatin1Char('\n'), Qt::SkipEmptyParts).mid(2);
    QVERIFY(!fonts.isEmpty());
    for (const auto& font : fonts) QVERIFY2(font.contains(QStringLiteral(" yes ")), qPrintable(font));
}

void PdfTest::passesTheCheckOfQpdf() {
    if (!isInstalled(QStringLiteral("qpdf"))) QSKIP("qpdf is not installed");
    const auto report = outputOf(QStringLiteral("qpdf"), {QStringLiteral("--check"), m_path});
    QVERIFY2(report.contains(QStringLiteral("No syntax or stream encoding errors")), qPrintable(report));
}

void PdfTest::hasAnOutline() {
    if (!isInstalled(QStringLiteral("qpdf"))) QSKIP("qpdf is not installed");
    const auto json =
        outputOf(QStringLiteral("qpdf"), {QStringLiteral("--json"), QStringLiteral("--json-key=outlines"), m_path});
    if (!json.contains(QStringLiteral("\"title\""))) QSKIP("built without libqpdf");
    const ReportPagePainter pages(m_document);
    for (const auto& section : pages.sections()) QVERIFY(json.contains(section.title));
}

void PdfTest::holdsNoTransparency() {
    if (!isInstalled(QStringLiteral("qpdf"))) QSKIP("qpdf is not installed");
    const auto content = outputOf(QStringLiteral("qpdf"), {QStringLiteral("--qdf"), m_path, QStringLiteral("-")});
    static const QRegularExpression mask(QStringLiteral("/SMask (?!/None)"));
    QVERIFY(!content.contains(mask));
    static const QRegularExpression alpha(QStringLiteral("/(ca|CA) 0?\\.[0-9]"));
    QVERIFY(!content.contains(alpha));
}

void PdfTest::repeatsTableHeaders() {
    const ReportPagePainter pages(m_document);
    int continued = 0;
    for (int i = 0; i < pages.pageCount(); ++i) {
        const auto text = pages.pageText(i);
        if (!text.contains(QStringLiteral(", continued"))) continue;
        ++continued;
        QVERIFY(text.contains(QStringLiteral("Operator")) || text.contains(QStringLiteral("Figure")) ||
                text.contains(QStringLiteral("Term")) || text.contains(QStringLiteral("Question")) ||
                text.contains(QStringLiteral("Step")));
    }
    QVERIFY(continued > 0);
}

void PdfTest::keepsMarksOnThePage() {
    const ReportPagePainter pages(m_document);
    const QRectF paper(QPointF(0, 0), pages.pageSize());
    for (int i = 0; i < pages.pageCount(); ++i) {
        for (const auto& mark : pages.marks(i)) {
            const auto* text = std::get_if<TextMark>(&mark);
            if (!text) continue;
            const auto box = QFontMetricsF(text->font).boundingRect(text->text).translated(text->baseline);
            QVERIFY2(paper.adjusted(millimetres(10), millimetres(8), -millimetres(10), -millimetres(5)).contains(box),
                     qPrintable(text->text));
        }
    }
}

void PdfTest::showsNastyNamesWithoutLosingThem() {
    auto inputs = test::sampleInputs(m_graph, 1);
    auto plan = std::make_shared<PlanResult>(*inputs.plans[0]);
    const auto names = test::nastyNames();
    auto op = plan->operators.begin();
    for (const auto& name : names) {
        // Convolutions have a row each in the sheet.
        while (op->macs == 0 || op->identicalTo >= 0) ++op;
        (op++)->name = name;
    }
    inputs.plans[0] = plan;
    inputs.sections = {"mapping-sheet"};
    const auto document = test::sampleDocument(inputs);
    const ReportPagePainter pages(document);
    QString text;
    for (int i = 0; i < pages.pageCount(); ++i) text += pages.pageText(i);
    text.remove(QLatin1Char('\n')); // names may be broken
    QVERIFY(text.contains(QStringLiteral("<b>bold</b>&amp;")));
    QVERIFY(text.contains(QStringLiteral("a,b;\"c\"")));
    const auto path = m_folder.filePath(QStringLiteral("nasty.pdf"));
    QVERIFY(writePdf(document, path));
}

void PdfTest::breaksCommandsAtSpacesAlone() {
    const auto font = fontOf(TextStyle::code);
    const auto command = QStringLiteral("nestwright-cli report /home/me/reviews-2026/models/a_long-name.v2.onnx --arch "
                                        "h100-sxm --set batch=8 -o /tmp/review-of-may/report.pdf");
    const auto words = command.split(QLatin1Char(' '));
    const auto longest =
        *std::max_element(words.begin(), words.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    for (int letters = static_cast<int>(longest.size()); letters < command.size(); letters += 7) {
        const auto lines = brokenCommand(command, font, textWidth(QString(letters, QLatin1Char('m')), font) + 1).lines;
        QCOMPARE(lines.join(QLatin1Char(' ')), command);
        if (letters < command.size() / 2) QVERIFY(lines.size() > 1);
    }
    // A word that is longer than a line must be broken all the same.
    const auto narrow = brokenCommand(command, font, textWidth(QStringLiteral("mmmmmmmmmm"), font)).lines;
    QCOMPARE(narrow.join(QString()).remove(QLatin1Char(' ')), QString(command).remove(QLatin1Char(' ')));
    for (const auto& line : narrow) QVERIFY(line.size() <= 10);
}

/// What is missing is taken from the widest columns.
void PdfTest::keepsUnitsWholeInCrowdedTables() {
    const std::vector<qreal> least{100, 30, 120, 20, 110};
    const auto widths = columnWidths(least, least, std::vector<bool>(least.size(), false), 280);
    QCOMPARE(widths[1], qreal(30));
    QCOMPARE(widths[3], qreal(20));
    QVERIFY(widths[0] < 100 && widths[2] < 120 && widths[4] < 110);
    QVERIFY(std::abs(std::accumulate(widths.begin(), widths.end(), qreal(0)) - 280) < 1e-6);
}

void PdfTest::leavesTheOldFileWhenItCannotWrite() {
    const auto written = writePdf(m_document, m_folder.filePath(QStringLiteral("no/such/folder/report.pdf")));
    QVERIFY(!written);
    QVERIFY(written.error().text().find("no/such/folder") != std::string::npos);
    QVERIFY(written.error().remedy.has_value());
}

void PdfTest::takesLittleTime() {
    QElapsedTimer timer;
    timer.start();
    QVERIFY(writePdf(m_document, m_folder.filePath(QStringLiteral("again.pdf"))));
    QVERIFY2(timer.elapsed() < 8000, qPrintable(QString::number(timer.elapsed())));
}

} // namespace nestwright

QTEST_MAIN(nestwright::PdfTest)
#include "pdf_test.moc"
