// SPDX-License-Identifier: GPL-3.0-or-later
#include "zigzag_target.h"
#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    nestwright::fuzz::readZigzag({reinterpret_cast<const char*>(data), size}); // NOLINT: bytes are bytes
    return 0;
}
