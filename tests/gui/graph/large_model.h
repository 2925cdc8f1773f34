// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace nestwright::test {

/// Writes an ONNX model of elementwise operators and matrix products: a chain whose every link has two branches and a
/// skip. In a regular one all links are equal; in the other no two stretches are, by a fixed sequence of numbers.
/// False where the file can't be written.
[[nodiscard]] bool writeLargeModel(const std::string& path, int operators, bool isRegular);

} // namespace nestwright::test
