// SPDX-License-Identifier: GPL-3.0-or-later
#include "onnx_target.h"

#include "core/formats/onnx/onnx_reader.h"
#include "core/workload/catalogue.h"

#include <string_view>

namespace nestwright::fuzz {

void readOnnx(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size); // NOLINT: bytes are bytes
    const auto graph = onnx_format::readModelBytes(bytes, "fuzz.onnx", {}, {});
    if (!graph) return;
    for (std::size_t i = 0; i < graph->operators.size(); ++i) {
        (void)describeWork(*graph, static_cast<OperatorId>(i));
    }
}

} // namespace nestwright::fuzz
