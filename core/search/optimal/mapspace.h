// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/optimal/placements.h"

#include <optional>

namespace nestwright {

/// How many mappings a search chooses from: what is kept, times the ways to split each dim into perfect factors over
/// fan-outs and levels, times the orders of each level's loops. For uneven mappings times the orders of each level's
/// nodes, with loops inside each of them. Nothing where counting them is too long.
[[nodiscard]] std::optional<double> mapspaceSize(const SearchSpace& space, const SpatialPlacements& placements);

} // namespace nestwright
