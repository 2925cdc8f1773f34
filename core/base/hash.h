// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace nestwright {

/// SHA-256 of bytes, as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

/// SHA-256 of a file's content, read in pieces.
[[nodiscard]] Result<std::string> sha256OfFile(const std::string& path);

} // namespace nestwright
