// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/presets.h"

#include "core/accelerator/accelerator_json.h"
#include "core/accelerator/nearest_names.h"

#include "resources/embedded.h"
#include <algorithm>

namespace nestwright {
namespace {

constexpr std::string_view kFolder = "presets/";
constexpr std::string_view kEnding = ".json";

} // namespace

std::vector<std::string> presetIds() {
    std::vector<std::string> ids;
    for (const auto& file : embeddedFiles("presets")) {
        ids.push_back(file.substr(kFolder.size(), file.size() - kFolder.size() - kEnding.size()));
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

bool isPreset(const std::string& id) {
    const auto ids = presetIds();
    return std::binary_search(ids.begin(), ids.end(), id);
}

Result<Accelerator> preset(const std::string& id) {
    if (!isPreset(id)) {
        const auto ids = presetIds();
        const auto nearest = nearestNames(id, ids, 3);
        return failure(ErrorKind::input, message(NW_TEXT("presets.unknown", "There is no preset named \"%1\""), id), {},
                       nearest.empty()
                           ? message(NW_TEXT("presets.unknown.list", "Presets: %1."), quotedList(ids))
                           : message(NW_TEXT("presets.unknown.nearest", "Did you mean %1?"), quotedList(nearest)));
    }
    const auto file = std::string(kFolder) + id + std::string(kEnding);
    return readAccelerator(embeddedFile(file), file);
}

} // namespace nestwright
