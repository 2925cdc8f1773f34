// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

namespace nestwright::onnx_format {

/// Finds a decoder's key-value cache: inputs that attention or a Concat extends, and the outputs that hold the extended
/// ones. Gives those tensors their role and the graph the bytes that one token of one sequence adds.
void findCaches(Graph& graph);

} // namespace nestwright::onnx_format
