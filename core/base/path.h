// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace nestwright {

/// Paths are UTF-8 throughout the program.
[[nodiscard]] std::filesystem::path pathOf(const std::string& utf8);
[[nodiscard]] std::string utf8Of(const std::filesystem::path& path);
/// With its dot and in small letters: ".json".
[[nodiscard]] std::string lowerExtension(const std::string& path);

} // namespace nestwright
