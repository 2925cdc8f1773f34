// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestwright::scalesim {

struct IniEntry {
    std::string section;
    std::string key; ///< in small letters
    std::string value;
    SourcePlace place; ///< of the value, or of the key where it has none
};

/// The entries of a text with [sections] and "key = value" or "key: value" lines, in their order. Sections are told
/// apart by their capitals, keys aren't. A line that begins with a blank goes on with the value before it. Errors name
/// the line: what is neither, a key that stands twice, bytes of no text.
[[nodiscard]] Result<std::vector<IniEntry>> readIni(std::string_view text, const std::string& file);

/// Without blanks at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

} // namespace nestwright::scalesim
