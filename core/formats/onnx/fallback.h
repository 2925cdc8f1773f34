// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/onnx/node_context.h"

namespace nestwright::onnx_format {

/// Asks the ONNX library's own schema for an operator type that has no rule here, on a model of this one node. Returns
/// whether the library knows the type; outputs that it can't infer stay unknown.
[[nodiscard]] bool inferWithSchema(NodeContext& node, const std::string& domain, int version);

} // namespace nestwright::onnx_format
