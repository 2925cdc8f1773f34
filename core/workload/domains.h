// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace nestwright {

/// Domains of operator types, as ONNX files write them.
inline constexpr std::string_view kOnnx = "";
inline constexpr std::string_view kMicrosoft = "com.microsoft"; ///< contributed operators of ONNX Runtime
inline constexpr std::string_view kOnnxMl = "ai.onnx.ml";
inline constexpr std::string_view kBrevitas = "onnx.brevitas";
inline constexpr std::string_view kQonnx = "qonnx.custom_op.general";

} // namespace nestwright
