// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/document.h"

#include <string>

namespace nestwright {
struct Accelerator;
}

namespace nestwright::report {

/// What a figure of an accelerator's native file is called by its path ("levels.HBM.energy.read_pj"), for a reader.
struct FigureName {
    Cell part;        ///< a level's name, "Compute" or "Device"
    Cell title;       ///< "Energy of an access"; the path's own words where it isn't known
    std::string of;   ///< which of several: "read", "bf16"; "" where there is one
    std::string unit; ///< "pJ"; "" of a plain number
    std::string key;  ///< the path without `of`: what figures of one title have in common
};

[[nodiscard]] FigureName nameOfFigure(const std::string& path, const Accelerator& accelerator);

} // namespace nestwright::report
