// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace nestwright {

/// What makes an accelerator senseless, and the part of the native file that it stands in.
struct AcceleratorFault {
    nlohmann::json::json_pointer part;
    Message what;
    Message remedy;
};

/// The first fault, outer to inner.
[[nodiscard]] std::optional<AcceleratorFault> findFault(const Accelerator& accelerator);

} // namespace nestwright
