// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/layered_layout.h"

#include <cstdint>

namespace nestwright::layout {

/// Decoder blocks in a row: three projections that meet again, a gated pair, two residual skips a block.
[[nodiscard]] GraphView decoderChain(std::int32_t nodes);

/// The same with one mask and one position tensor that every block reads.
[[nodiscard]] GraphView decoderChainWithHubs(std::int32_t nodes);

/// Ranks of 6 to 18 nodes with one to three random inputs each and some skips of two to eight ranks.
[[nodiscard]] GraphView randomLayers(std::int32_t nodes, std::uint32_t seed);

} // namespace nestwright::layout
