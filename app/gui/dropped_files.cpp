// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/dropped_files.h"

#include "app/gui/project_io.h"
#include "core/formats/files/descriptions.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace nestwright::gui {

namespace {

constexpr qint64 kEnoughBytes = 64 << 10;
constexpr qint64 kLargestYaml = 1 << 20; ///< that is parsed to tell what it describes

QByteArray startOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(kEnoughBytes) : QByteArray();
}

FileKind kindOfJson(const QByteArray& start) {
    if (start.contains("\"nestwright.project/")) return FileKind::project;
    if (start.contains("\"nestwright.accelerator/")) return FileKind::accelerator;
    if (start.contains("\"nestwright.problem/")) return FileKind::model;
    const bool isConfiguration =
        start.contains("\"model_type\"") || start.contains("\"architectures\"") || start.contains("\"hidden_size\"");
    if (isConfiguration) return FileKind::model;
    // A description that forgot its schema gets the reader's own words on what it lacks.
    return start.contains("\"levels\"") ? FileKind::accelerator : FileKind::unknown;
}

/// YAML of Timeloop or ZigZag. What describes neither, or can't be read, gets the reader's own words.
FileKind kindOfYaml(const QString& path) {
    if (QFileInfo(path).size() > kLargestYaml) return FileKind::accelerator;
    const auto parts = partsOf(path.toStdString());
    const auto has = [&](const char* part) {
        return parts && std::find(parts->begin(), parts->end(), part) != parts->end();
    };
    return has("problem") && !has("arch") ? FileKind::model : FileKind::accelerator;
}

} // namespace

FileKind kindOfFile(const QString& path) {
    const QFileInfo info(path);
    if (info.isDir()) return FileKind::model;
    if (path.endsWith(QLatin1String(kProjectSuffix), Qt::CaseInsensitive)) return FileKind::project;
    const auto suffix = info.suffix().toLower();
    if (suffix.isEmpty() || suffix == QLatin1String("onnx") || suffix == QLatin1String("pb")) return FileKind::model;
    if (suffix == QLatin1String("yaml") || suffix == QLatin1String("yml")) return kindOfYaml(path);
    if (suffix == QLatin1String("cfg")) return FileKind::accelerator;
    if (suffix == QLatin1String("csv")) return FileKind::model;
    const auto start = startOf(path);
    if (start.trimmed().startsWith('{')) return kindOfJson(start);
    return FileKind::unknown;
}

} // namespace nestwright::gui
