// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/graph_export.h"

#include "widgets/graph/graph_view.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>

namespace nestwright::gui {

namespace {

constexpr double kLargestSide = 16000; ///< of an image, in pixels: what viewers still open

QString exportText(const char* text) { return QCoreApplication::translate("nestwright::gui::GraphExport", text); }

QByteArray svgOf(const GraphView& view) {
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(view.naturalSize().toSize());
    generator.setViewBox(QRectF(QPointF(), view.naturalSize()));
    QPainter painter(&generator);
    view.renderAll(painter);
    painter.end();
    return buffer.data();
}

QByteArray pngOf(const GraphView& view) {
    const auto size = view.naturalSize();
    const double scale = std::min(1.0, kLargestSide / std::max({size.width(), size.height(), 1.0}));
    QImage image((size * scale).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    QPainter painter(&image);
    painter.scale(scale, scale);
    view.renderAll(painter);
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}

} // namespace

QString exportGraph(const GraphView& view, const QString& path) {
    const auto suffix = QFileInfo(path).suffix().toLower();
    if (suffix != QLatin1String("svg") && suffix != QLatin1String("png")) {
        return exportText(
            QT_TRANSLATE_NOOP("nestwright::gui::GraphExport", "Give the file a name that ends in .svg or .png."));
    }
    const auto content = suffix == QLatin1String("svg") ? svgOf(view) : pngOf(view);
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit()) return {};
    return exportText(QT_TRANSLATE_NOOP("nestwright::gui::GraphExport", "The graph can't be written to %1: %2"))
        .arg(path, file.errorString());
}

} // namespace nestwright::gui
