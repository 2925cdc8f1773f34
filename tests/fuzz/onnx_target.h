// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace nestwright::fuzz {

/// Reads the bytes as an ONNX model and asks the catalogue about every operator. Any outcome is fine but a crash.
void readOnnx(const std::uint8_t* data, std::size_t size);

} // namespace nestwright::fuzz
