// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search_space.h"

namespace nestwright {

/// What no mapping can beat: all lanes busy all the time, every element that is touched moved once over the ports of
/// the outermost level. In the unit of the objective: cycles, pJ or their product.
[[nodiscard]] double trivialLowerBound(const SearchSpace& space, Objective objective);

/// Elements of the tensor that some point of the iteration space touches, or fewer where counting them is too long.
[[nodiscard]] double touchedElements(const Problem& problem, int tensor);

} // namespace nestwright
