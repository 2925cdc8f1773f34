// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"

namespace nestwright {

/// The members "view" and "saved_views" of a project, which the schema has checked.
[[nodiscard]] nlohmann::ordered_json viewJson(const ProjectView& view);
[[nodiscard]] ProjectView readView(const nlohmann::json& entry);
[[nodiscard]] nlohmann::ordered_json savedViewsJson(const std::vector<SavedView>& views);
/// In order of their keys; of two at one key the later counts.
[[nodiscard]] std::vector<SavedView> readSavedViews(const nlohmann::json& entries);

} // namespace nestwright
