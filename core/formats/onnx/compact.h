// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

namespace nestwright::onnx_format {

/// Drops tensors that neither an operator nor the model's inputs and outputs name, and that are no parameters: what
/// shape arithmetic left behind.
void dropUnusedTensors(Graph& graph);

/// Gives every operator the module path that its name, or else that of its weight, spells out.
void nameScopes(Graph& graph);

} // namespace nestwright::onnx_format
