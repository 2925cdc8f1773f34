// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace nestwright {

/// Reads "nestwright.accelerator/1" and checks it against the JSON Schema that ships with the program. A figure is a
/// plain number, or {"value", "badge", "source", "note"}. Errors name file, line and the path of the figure.
[[nodiscard]] Result<Accelerator> readAccelerator(std::string_view text, const std::string& file);

/// The native form; reading it back gives an equal accelerator.
[[nodiscard]] nlohmann::ordered_json writeAccelerator(const Accelerator& accelerator);

} // namespace nestwright
