// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/optimal/nest_search.h"

namespace nestwright {

/// The mapping of an uneven nest: its loops and nodes as they stand, with what the tiling keeps and its spatial
/// factors.
[[nodiscard]] Mapping unevenMapping(const SearchSpace& space, const Tiling& tiling, const FoundNest& nest);

} // namespace nestwright
