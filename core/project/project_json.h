// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

#include <string>
#include <string_view>

namespace nestwright {

/// What the first member of a project says: "nestwright.project/1".
inline constexpr std::string_view kProjectSchema = "nestwright.project/";
inline constexpr int kProjectVersion = 1;

/// Reads a project; `file` names it in errors. A version from the future is refused, with the version that it needs.
[[nodiscard]] Result<Project> readProject(std::string_view text, const std::string& file);

/// The project as text: one tensor or operator a line. Reading it back gives an equal project; bytes that are no UTF-8
/// become U+FFFD.
[[nodiscard]] std::string writeProject(const Project& project);

} // namespace nestwright
