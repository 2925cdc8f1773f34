// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/onnx/node_context.h"

#include <optional>
#include <vector>

namespace nestwright::onnx_format {

/// The shape that both broadcast to, in both directions (NumPy's rule); nothing where they can't.
[[nodiscard]] std::optional<Shape> broadcast(const Shape& a, const Shape& b);

/// Whether `from` broadcasts to exactly `to`.
[[nodiscard]] bool broadcastsTo(const Shape& from, const Shape& to);

/// For each element of `to`, row-major, the index of the element of `from` that it takes. `from` broadcasts to `to`.
[[nodiscard]] std::vector<std::size_t> broadcastIndices(const Shape& from, const Shape& to);

/// Broadcast of the node's inputs `first` .. `last`; outer error where they can't, inner nothing where a shape is
/// unknown.
[[nodiscard]] Result<std::optional<Shape>> broadcastInputs(const NodeContext& node, std::size_t first,
                                                           std::size_t last);

} // namespace nestwright::onnx_format
