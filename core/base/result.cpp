// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include <fmt/format.h>

namespace nestwright {

std::string Error::text() const {
    std::string where = place.file;
    if (place.line > 0) where += fmt::format("{}{}", where.empty() ? "" : ":", place.line);
    if (place.line > 0 && place.column > 0) where += fmt::format(":{}", place.column);
    std::string result = where.empty() ? message.text() : where + ": " + message.text();
    if (remedy) result += "\n" + remedy->text();
    return result;
}

} // namespace nestwright
