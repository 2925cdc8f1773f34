// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/local_search.h"

namespace nestwright {

/// What the improvement of a tiling came to.
struct Polished {
    Tiling tiling;
    double considered = 0;
};

/// Hill climbing with shakes under the very figures that the objective asks for, stalls included: the nests that a
/// bound on ports and compute finds needn't be those that wait least. Even mappings with perfect factors; `most`:
/// mappings looked at.
[[nodiscard]] Polished polish(const SearchSpace& space, const MapperOptions& options, Tiling start, std::int64_t most,
                              const Stop& stop);

} // namespace nestwright
