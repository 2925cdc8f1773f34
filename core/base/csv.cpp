// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv.h"

namespace nestwright {

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

} // namespace nestwright
