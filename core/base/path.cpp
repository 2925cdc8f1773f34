// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/path.h"

#include "core/base/text.h"

namespace nestwright {

std::filesystem::path pathOf(const std::string& utf8) { return {std::u8string(utf8.begin(), utf8.end())}; }

std::string utf8Of(const std::filesystem::path& path) {
    const auto text = path.u8string();
    return {text.begin(), text.end()};
}

std::string lowerExtension(const std::string& path) { return lowerCase(utf8Of(pathOf(path).extension())); }

} // namespace nestwright
