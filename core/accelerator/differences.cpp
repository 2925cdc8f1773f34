// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/differences.h"

#include "core/accelerator/accelerator_json.h"
#include "core/accelerator/json_source.h"

#include <map>

namespace nestwright {
namespace {

using Figures = std::map<std::string, std::string>;

bool isRemark(const nlohmann::json::json_pointer& pointer) {
    const auto steps = stepsOf(pointer);
    if (steps.front() == "notes") return true;
    return steps.size() > 1 && (steps.back() == "badge" || steps.back() == "source" || steps.back() == "note");
}

Figures figuresOf(const Accelerator& accelerator) {
    Figures figures;
    const nlohmann::json flat = nlohmann::json(writeAccelerator(accelerator)).flatten();
    for (const auto& [key, value] : flat.items()) {
        nlohmann::json::json_pointer pointer(key);
        if (isRemark(pointer)) continue;
        if (pointer.back() == "value") pointer.pop_back();
        figures[readablePath(pointer)] = value.is_string() ? value.get<std::string>() : value.dump();
    }
    return figures;
}

} // namespace

std::vector<FigureDifference> differences(const Accelerator& first, const Accelerator& second) {
    const Figures mine = figuresOf(first);
    Figures others = figuresOf(second);
    std::map<std::string, FigureDifference> found;
    for (const auto& [path, value] : mine) {
        const auto other = others.find(path);
        if (other == others.end()) {
            found[path] = {path, value, {}};
            continue;
        }
        if (other->second != value) found[path] = {path, value, other->second};
        others.erase(other);
    }
    for (const auto& [path, value] : others) found[path] = {path, {}, value};
    std::vector<FigureDifference> result;
    for (auto& entry : found) result.push_back(std::move(entry.second));
    return result;
}

} // namespace nestwright
