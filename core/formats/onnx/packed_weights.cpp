// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/onnx/packed_weights.h"

#include <optional>

namespace nestwright::onnx_format {
namespace {

std::optional<DataType> unsignedOf(std::int64_t bits) {
    switch (bits) {
    case 2:
        return DataType::uint2;
    case 4:
        return DataType::uint4;
    case 8:
        return DataType::uint8;
    default:
        return std::nullopt;
    }
}

} // namespace

void unpackWeightShapes(Graph& graph) {
    for (const Operator& op : graph.operators) {
        if (op.domain != "com.microsoft" || op.type != "MatMulNBits" || op.inputs.size() < 2) continue;
        const Tensor* stored = graph.tensor(op.inputs[1]);
        const std::int64_t bits = op.integer("bits", 4);
        const std::int64_t blockSize = op.integer("block_size", 32);
        const auto type = unsignedOf(bits);
        if (stored == nullptr || !stored->isParameter || !stored->shape || stored->type != DataType::uint8 || !type) {
            continue;
        }
        const Shape& shape = *stored->shape;
        if (shape.size() != 3 || checkedMultiply(shape[2], 8 / bits) != blockSize) continue;
        Tensor& tensor = graph.tensors[static_cast<std::size_t>(op.inputs[1])];
        tensor.shape = Shape{shape[0], shape[1], blockSize};
        tensor.type = *type;
    }
}

} // namespace nestwright::onnx_format
