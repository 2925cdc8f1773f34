// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/chart_export.h"

#include "widgets/plots/chart.h"

#include <QPdfWriter>

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>
#include <QSvgGenerator>

namespace nestwright {

namespace {

constexpr double kPngScale = 2;
constexpr int kPdfResolution = 1200;
constexpr double kScreenResolution = 96;

QString say(const char* text) { return QCoreApplication::translate("nestwright::ChartExport", text); }

/// Draws in light colours while it lives.
class LightChart {
public:
    explicit LightChart(Chart& chart)
        : m_chart(chart) {
        m_chart.drawFor(Theme::light);
    }
    ~LightChart() { m_chart.drawFor(std::nullopt); }
    LightChart(const LightChart&) = delete;
    LightChart& operator=(const LightChart&) = delete;

private:
    Chart& m_chart;
};

void paintInto(Chart& chart, QPaintDevice& device, double scale) {
    QCPPainter painter(&device);
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching | QCPPainter::pmNonCosmetic);
    painter.scale(scale, scale);
    chart.toPainter(&painter, chart.width(), chart.height());
}

QByteArray svgOf(Chart& chart) {
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setTitle(chart.accessibleName());
    generator.setDescription(chart.accessibleDescription());
    generator.setSize(chart.size());
    generator.setViewBox(QRect(QPoint(), chart.size()));
    generator.setResolution(qRound(kScreenResolution));
    paintInto(chart, generator, 1);
    return buffer.data();
}

QByteArray pdfOf(Chart& chart) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(chart.accessibleName());
    writer.setResolution(kPdfResolution);
    writer.setPageSize(QPageSize(QSizeF(chart.size()) / kScreenResolution, QPageSize::Inch));
    writer.setPageMargins({});
    paintInto(chart, writer, kPdfResolution / kScreenResolution);
    return buffer.data();
}

QByteArray pngOf(Chart& chart) {
    QBuffer buffer;
    chart.toPixmap(0, 0, kPngScale).save(&buffer, "PNG");
    return buffer.data();
}

} // namespace

QString csvField(const QString& text) {
    const bool isFormula = !text.isEmpty() && QStringLiteral("=+-@").contains(text.front());
    auto field = isFormula ? QLatin1Char('\'') + text : text;
    const bool isQuoted = field.contains(QLatin1Char(',')) || field.contains(QLatin1Char('"')) ||
                          field.contains(QLatin1Char('\n')) || field.contains(QLatin1Char('\r'));
    if (!isQuoted) return field;
    field.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QLatin1Char('"') + field + QLatin1Char('"');
}

QString exportChart(Chart& chart, const QString& path) {
    const auto suffix = QFileInfo(path).suffix().toLower();
    QByteArray content;
    if (suffix == QLatin1String("csv")) {
        content = chart.csv().toUtf8();
    } else {
        const LightChart light(chart);
        if (suffix == QLatin1String("svg")) content = svgOf(chart);
        if (suffix == QLatin1String("pdf")) content = pdfOf(chart);
        if (suffix == QLatin1String("png")) content = pngOf(chart);
    }
    if (content.isEmpty()) {
        return say(QT_TRANSLATE_NOOP("nestwright::ChartExport",
                                     "A chart can't be written as '%1'. Give the file a name that ends in .svg, .pdf, "
                                     ".png or .csv."))
            .arg(suffix);
    }
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit()) return {};
    return say(QT_TRANSLATE_NOOP("nestwright::ChartExport",
                                 "The chart can't be written to %1: %2. Choose a folder that you may write to."))
        .arg(path, file.errorString());
}

} // namespace nestwright
