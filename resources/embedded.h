// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nestwright {

/// A file of resources/ that is built into the program ("presets/h100-sxm.json"); empty where there is none.
[[nodiscard]] std::string_view embeddedFile(std::string_view name);

/// Names of the built-in files under a folder ("presets"), sorted.
[[nodiscard]] std::vector<std::string> embeddedFiles(std::string_view folder);

} // namespace nestwright
