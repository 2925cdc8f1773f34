// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

namespace nestwright::onnx_format {

using NodeList = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

/// The node's name, or its first output's where it has none.
[[nodiscard]] std::string nameOf(const onnx::NodeProto& node);

/// Positions of the nodes so that each stands after those whose outputs it reads, in the file's order where that is
/// free. What the nodes' subgraphs read from outside counts. An error names the nodes of a cycle, or the nodes that
/// produce the same tensor.
[[nodiscard]] Result<std::vector<int>> executionOrder(const NodeList& nodes, const std::string& file);

} // namespace nestwright::onnx_format
