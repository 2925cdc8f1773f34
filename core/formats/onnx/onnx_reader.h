// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/workload/graph.h"

#include <string>
#include <string_view>

namespace nestwright::onnx_format {

/// The newest versions that the reader knows; newer files are read as far as they are understood, with a warning.
inline constexpr int kNewestIrVersion = 13;
inline constexpr int kNewestOpset = 26;

/// Reads a model from a file. Weight data that lives elsewhere is never opened: shapes are enough.
[[nodiscard]] Result<Graph> readModel(const std::string& path, const Bindings& bindings, const WorkContext& work);

/// The same from memory; `path` names it in messages.
[[nodiscard]] Result<Graph> readModelBytes(std::string_view bytes, const std::string& path, const Bindings& bindings,
                                           const WorkContext& work);

} // namespace nestwright::onnx_format
