// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/mapper.h"

namespace nestwright {

/// The best that every mapping of the options' form with perfect factors comes to, each evaluated.
struct Exhausted {
    double best = 0; ///< infinite where none is valid
    double evaluated = 0;
    Mapping mapping;
};

/// `mostMappings`: gives up (evaluated is 0) where there are more.
[[nodiscard]] Exhausted exhaustiveBest(const Problem& problem, const Accelerator& accelerator,
                                       const MapperOptions& options, double mostMappings);

} // namespace nestwright
