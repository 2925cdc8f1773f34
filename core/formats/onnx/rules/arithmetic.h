// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/onnx/value.h"
#include "core/workload/graph.h"

#include <optional>
#include <string>
#include <vector>

namespace nestwright::onnx_format {

/// The value of an elementwise operator of ONNX's main domain on values already broadcast to the same size; nothing
/// where the operator is not folded, or a result doesn't fit (division by 0, overflow).
[[nodiscard]] std::optional<Value> evaluateElementwise(const std::string& type, const std::vector<Value>& operands);

} // namespace nestwright::onnx_format
