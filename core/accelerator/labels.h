// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"

#include <span>
#include <string>
#include <vector>

namespace nestwright {

/// What each accelerator is called in titles, tables and charts: its name, and where several have the same one (a
/// preset and an edited copy of it) its file in brackets, its id where there is none, its number where even those are
/// the same. A file whose accelerator is named as the preset of its id bears its own name too. `files[i]` is the path
/// that accelerator i was read from; "" or nothing: a preset.
[[nodiscard]] std::vector<std::string> distinctLabels(std::span<const Accelerator> accelerators,
                                                      std::span<const std::string> files = {});

} // namespace nestwright
