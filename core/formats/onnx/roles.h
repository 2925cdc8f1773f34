// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/onnx/node_context.h"
#include "core/workload/graph.h"

#include <vector>

namespace nestwright::onnx_format {

/// The inputs whose elements an operator on constants passes on in another form or arithmetic: a Transpose's data, a
/// Concat's parts; not the target of a Reshape, not a scale.
[[nodiscard]] std::vector<TensorId> elementSources(const Operator& op);

/// Tells weights from other constants by who reads them and where (the weight of a Conv, the bias of an Add), follows
/// each weight back to the stored tensors that hold it, and marks those as parameters. Scales, zero points, running
/// statistics, masks and the tables of rotary embeddings are no parameters.
void assignRoles(Graph& graph, const std::vector<TensorFacts>& facts);

} // namespace nestwright::onnx_format
