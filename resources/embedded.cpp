// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/embedded.h"

#include "embedded_table.h"

namespace nestwright {

std::string_view embeddedFile(std::string_view name) {
    for (const auto& entry : kEmbeddedTable) {
        if (entry.name == name) return entry.content;
    }
    return {};
}

std::vector<std::string> embeddedFiles(std::string_view folder) {
    std::vector<std::string> names;
    for (const auto& entry : kEmbeddedTable) {
        const bool isInside =
            entry.name.size() > folder.size() && entry.name.starts_with(folder) && entry.name[folder.size()] == '/';
        if (isInside) names.emplace_back(entry.name);
    }
    return names;
}

} // namespace nestwright
