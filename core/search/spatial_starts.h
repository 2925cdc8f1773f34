// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search_space.h"

#include <vector>

namespace nestwright {

/// Unit tilings with spatial factors that fill the fan-outs well, best first: a beam over the axes, inner fan-outs
/// first, ranked by the share of lanes in use and, among near equals, by the words that the children ask for at a time.
[[nodiscard]] std::vector<Tiling> spatialStarts(const SearchSpace& space, int count);

} // namespace nestwright
