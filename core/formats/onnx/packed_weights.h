// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

namespace nestwright::onnx_format {

/// Gives weights that are stored as bytes with several numbers in each the shape and type of the numbers, so that they
/// count as what they are: the B of MatMulNBits [N, blocks, bytes] becomes [N, blocks, block size] of 2 or 4 bits.
void unpackWeightShapes(Graph& graph);

} // namespace nestwright::onnx_format
