// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/project_io.h"

#include "core/project/project_json.h"

#include <QSaveFile>

namespace nestwright::gui {

Result<void> writeProjectFile(const QString& path, const Project& project) {
    const auto text = writeProject(project);
    QSaveFile file(path);
    const auto size = static_cast<qint64>(text.size());
    if (file.open(QIODevice::WriteOnly) && file.write(text.data(), size) == size && file.commit()) return {};
    return failure(
        ErrorKind::input,
        message(NW_TEXT("project.unwritable", "The project can't be saved: %1"), file.errorString().toStdString()),
        {path.toStdString(), 0, 0},
        message(NW_TEXT("project.unwritable.remedy", "Save it in another place; nothing of it is lost.")));
}

} // namespace nestwright::gui
