// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/base/progress.h"
#include "core/base/source_note.h"
#include "core/workload/graph.h"

#include <string>

namespace nestwright {

/// A WORKLOAD of the command line: a path (.onnx, config.json, .csv, .nestwright, a native or Timeloop problem,
/// ZigZag's layers) or the id of a shipped workload. Which reader it is follows from the content where the name doesn't
/// tell.
[[nodiscard]] Result<Graph> openWorkload(const std::string& spec, const Bindings& bindings, const WorkContext& work);

/// An ARCH of the command line: a preset's id, a native file, Timeloop's YAML files joined with +, or ZigZag's YAML.
/// What a file says and the engine has no place for is added to `notes`.
[[nodiscard]] Result<Accelerator> openAccelerator(const std::string& spec, SourceNotes& notes);
[[nodiscard]] Result<Accelerator> openAccelerator(const std::string& spec);

/// The content of a file, up to `limitBytes`; the error names the file.
[[nodiscard]] Result<std::string> readFile(const std::string& path, std::size_t limitBytes = std::size_t{1} << 31U);

/// Writes a temporary beside the file, then renames it.
[[nodiscard]] Result<void> writeFileAtomically(const std::string& path, std::string_view content);

} // namespace nestwright
