// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/labels.h"

#include "core/accelerator/presets.h"

#include <fmt/format.h>

#include <algorithm>

namespace nestwright {
namespace {

std::string plainName(const Accelerator& accelerator) {
    return accelerator.name.empty() ? accelerator.id : accelerator.name;
}

bool isNamedAsItsPreset(const Accelerator& accelerator) {
    if (!isPreset(accelerator.id)) return false;
    const auto original = preset(accelerator.id);
    return original && original->name == accelerator.name;
}

/// The last part of a path; of several paths joined with +, that of each.
std::string fileNameOf(const std::string& path) {
    std::string names;
    std::size_t start = 0;
    while (start <= path.size()) {
        const std::size_t end = std::min(path.find('+', start), path.size());
        const std::string part = path.substr(start, end - start);
        names += (names.empty() ? "" : "+") + part.substr(part.find_last_of('/') + 1);
        start = end + 1;
    }
    return names;
}

bool isRepeated(const std::vector<std::string>& labels, std::size_t i) {
    return std::count(labels.begin(), labels.end(), labels[i]) > 1;
}

} // namespace

std::vector<std::string> distinctLabels(std::span<const Accelerator> accelerators, std::span<const std::string> files) {
    std::vector<std::string> names;
    for (const auto& accelerator : accelerators) names.push_back(plainName(accelerator));
    std::vector<std::string> labels = names;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const std::string file = i < files.size() ? fileNameOf(files[i]) : std::string();
        if (isRepeated(names, i)) {
            labels[i] += fmt::format(" ({})", file.empty() ? accelerators[i].id : file);
        } else if (!file.empty() && isNamedAsItsPreset(accelerators[i])) {
            labels[i] += fmt::format(" ({})", file);
        }
    }
    const std::vector<std::string> bracketed = labels;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (isRepeated(bracketed, i)) labels[i] += fmt::format(" #{}", i + 1);
    }
    return labels;
}

} // namespace nestwright
