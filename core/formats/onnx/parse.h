// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <onnx/onnx_pb.h>

#include <string>
#include <string_view>

namespace nestwright::onnx_format {

/// The model in the bytes, or an error that says what the bytes are instead: an empty file, a Git LFS pointer, a web
/// page, text, another format, a cut file with the offset at which it ends, a model without a graph.
[[nodiscard]] Result<void> parseModel(std::string_view bytes, const std::string& path, onnx::ModelProto& model);

} // namespace nestwright::onnx_format
