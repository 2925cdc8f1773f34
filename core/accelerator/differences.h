// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"

#include <string>
#include <vector>

namespace nestwright {

/// A figure that two accelerators don't share, as the native file writes it.
struct FigureDifference {
    std::string path; ///< "levels[1].capacity_kib"
    std::string first;
    std::string second; ///< "" where it is absent
    bool operator==(const FigureDifference&) const = default;
};

/// Every difference in the order of paths; levels are compared place by place. Sources and notes are no figures.
[[nodiscard]] std::vector<FigureDifference> differences(const Accelerator& first, const Accelerator& second);

} // namespace nestwright
