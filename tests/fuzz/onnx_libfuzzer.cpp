// SPDX-License-Identifier: GPL-3.0-or-later
#include "onnx_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    nestwright::fuzz::readOnnx(data, size);
    return 0;
}
