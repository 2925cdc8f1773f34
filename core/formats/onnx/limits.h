// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace nestwright::onnx_format {

/// Bounds of an import, so that a hostile file ends in an error and not in an exhausted machine. Real models stay far
/// below: the largest published ones have some 100 000 nodes.
inline constexpr std::size_t kMaxNodes = 1'000'000;
inline constexpr std::size_t kMaxFileBytes = (std::size_t{1} << 31U) - 1; ///< protobuf's own bound for a message
inline constexpr int kMaxGraphNesting = 32;                               ///< subgraphs and functions within each other
inline constexpr std::size_t kMaxRank = 64;
inline constexpr std::size_t kMaxFoldedElements = 16'384;  ///< of one tensor whose values are kept while folding
inline constexpr std::size_t kMaxKeptElements = 1'024;     ///< of one tensor whose integers stay in the graph
inline constexpr std::size_t kMaxFoldedTotal = 64U << 20U; ///< elements of values in all folding together

inline constexpr std::size_t kMaxWalk = 4'096; ///< tensors that are followed to tell what a constant is for

} // namespace nestwright::onnx_format
