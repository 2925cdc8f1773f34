// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mapping/nest.h"

namespace nestwright {

/// Distinct words of a tensor that its tiles at a depth of the nest ever cover: the union of their bounding boxes over
/// the whole run, true sizes of last passes included. All of the tensor's bounding box unless a step of the
/// projection leaves gaps between tiles. Ranks that share a dim count as if they didn't.
[[nodiscard]] double distinctWords(const Problem& problem, const Nest& nest, int tensor, int depth);

} // namespace nestwright
