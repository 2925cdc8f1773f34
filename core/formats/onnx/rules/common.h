// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/onnx/limits.h"
#include "core/formats/onnx/node_context.h"

#include <optional>
#include <vector>

namespace nestwright::onnx_format {

/// The first output has the first input's shape and type.
Result<void> sameAsFirst(NodeContext& node);

/// Axes counted from 0, in the order given; an error where one is outside the rank or stands twice.
[[nodiscard]] Result<std::vector<std::size_t>> normalAxes(const NodeContext& node,
                                                          const std::vector<std::int64_t>& axes, std::size_t rank);

/// One axis counted from 0; an error outside the rank.
[[nodiscard]] Result<std::size_t> normalAxisOf(const NodeContext& node, std::int64_t axis, std::size_t rank);

/// Product of extents [first, last); an error where it leaves 63 bits.
[[nodiscard]] Result<Count> productOf(const NodeContext& node, const Shape& shape, std::size_t first, std::size_t last);

/// The input's integers where its value is known.
[[nodiscard]] std::optional<std::vector<std::int64_t>> integersOf(const NodeContext& node, std::size_t input);

/// Whether the elements of the shape are few enough to fold.
[[nodiscard]] bool isFoldable(const Shape& shape);

/// Row-major strides of a shape.
[[nodiscard]] std::vector<std::size_t> stridesOf(const Shape& shape);

/// For each element of an array of shape `to`, row-major: base + sum of (index along axis i) x steps[i].
[[nodiscard]] std::vector<std::size_t> walkIndices(const Shape& to, std::size_t base,
                                                   const std::vector<std::int64_t>& steps);

} // namespace nestwright::onnx_format
