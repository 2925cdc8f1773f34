// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <QString>

namespace nestwright::gui {

/// Name of a project's file ends so.
inline constexpr const char* kProjectSuffix = ".nestwright";

/// Writes the project so that the file holds either the old or the new one, whatever happens, and is on the disk when
/// this returns.
[[nodiscard]] Result<void> writeProjectFile(const QString& path, const Project& project);

} // namespace nestwright::gui
