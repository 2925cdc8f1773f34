// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace nestwright {

/// A field of comma-separated values as RFC 4180 has it: in quotes where it needs them.
[[nodiscard]] std::string csvField(const std::string& text);

} // namespace nestwright
