// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"

#include <string>
#include <vector>

namespace nestwright {

/// Ids of the presets that ship with the program, sorted.
[[nodiscard]] std::vector<std::string> presetIds();
[[nodiscard]] bool isPreset(const std::string& id);

/// A preset by id. The error for an unknown id names the nearest ones.
[[nodiscard]] Result<Accelerator> preset(const std::string& id);

} // namespace nestwright
