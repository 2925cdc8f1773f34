// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/dropped_files.h"

#include "app/gui/project_io.h"

#include <QFile>
#include <QFileInfo>

namespace nestwright::gui {

namespace {

constexpr qint64 kEnoughBytes = 64 << 10;

QByteArray startOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(kEnoughBytes) : QByteArray();
}

FileKind kindOfJson(const QByteArray& start) {
    if (start.contains("\"nestwright.project/")) return FileKind::project;
    if (start.contains("\"nestwright.accelerator/")) return FileKind::accelerator;
    const bool isConfiguration =
        start.contains("\"model_type\"") || start.contains("\"architectures\"") || start.contains("\"hidden_size\"");
    if (isConfiguration) return FileKind::model;
    // A description that forgot its schema gets the reader's own words on what it lacks.
    return start.contains("\"levels\"") ? FileKind::accelerator : FileKind::unknown;
}

} // namespace

FileKind kindOfFile(const QString& path) {
    const QFileInfo info(path);
    if (info.isDir()) return FileKind::model;
    if (path.endsWith(QLatin1String(kProjectSuffix), Qt::CaseInsensitive)) return FileKind::project;
    const auto suffix = info.suffix().toLower();
    if (suffix.isEmpty() || suffix == QLatin1String("onnx") || suffix == QLatin1String("pb")) return FileKind::model;
    if (suffix == QLatin1String("yaml") || suffix == QLatin1String("yml")) return FileKind::accelerator;
    const auto start = startOf(path);
    if (start.trimmed().startsWith('{')) return kindOfJson(start);
    return FileKind::unknown;
}

} // namespace nestwright::gui
