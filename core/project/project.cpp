// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/project.h"

#include "core/accelerator/presets.h"

#include <algorithm>

namespace nestwright {

Bindings mergedBindings(Bindings bindings, const Bindings& changes) {
    for (const auto& [symbol, value] : changes.symbols) bindings.symbols[symbol] = value;
    if (changes.batch) bindings.batch = changes.batch;
    if (changes.sequence) bindings.sequence = changes.sequence;
    if (changes.past) bindings.past = changes.past;
    if (changes.phase) bindings.phase = changes.phase;
    return bindings;
}

std::string fileOfOrigin(const std::string& origin, const std::string& acceleratorId) {
    return origin == acceleratorId ? std::string() : origin;
}

std::vector<const ProjectAccelerator*> outdatedPresets(const Project& project) {
    std::vector<const ProjectAccelerator*> outdated;
    for (const auto& accelerator : project.accelerators) {
        if (!isPreset(accelerator.origin)) continue;
        const auto now = preset(accelerator.origin);
        if (now && *now != accelerator.description) outdated.push_back(&accelerator);
    }
    return outdated;
}

} // namespace nestwright
