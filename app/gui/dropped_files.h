// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace nestwright::gui {

/// What a file that someone drops or opens seems to be, by its name and its first bytes.
enum class FileKind { model, project, accelerator, unknown };

[[nodiscard]] FileKind kindOfFile(const QString& path);

} // namespace nestwright::gui
