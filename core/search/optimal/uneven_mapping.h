// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/optimal/nest_search.h"

namespace nestwright {

/// Gives the tiling the temporal factors of a nest's loops, and their order in each level.
void setTemporalLoops(const SearchSpace& space, const FoundNest& nest, Tiling& tiling);

/// The mapping of an uneven nest: its loops and nodes as they stand, with what the tiling keeps and its spatial
/// factors.
[[nodiscard]] Mapping unevenMapping(const SearchSpace& space, const Tiling& tiling, const FoundNest& nest);

} // namespace nestwright
