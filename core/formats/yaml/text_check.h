// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/yaml/parse.h"

namespace nestwright::yaml {

/// What can be told of a text before it is parsed: its size, encoding, and whether it is a template.
[[nodiscard]] Result<void> checkText(std::string_view text, const std::string& file, const Limits& limits);

/// The line with that number, counted from 1.
[[nodiscard]] std::string_view lineOf(std::string_view text, int line);

} // namespace nestwright::yaml
