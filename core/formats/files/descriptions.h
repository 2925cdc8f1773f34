// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/base/source_note.h"
#include "core/mapping/constraints.h"
#include "core/mapping/mapping.h"
#include "core/workload/graph.h"
#include "core/workload/problem.h"

#include <string>
#include <vector>

namespace nestwright {

/// Descriptions of one problem, mapping or accelerator, natively (JSON) or as Timeloop or ZigZag have them (YAML,
/// several files joined with +; which of the two a file is follows from its content). What a file says and the engine
/// has no place for is added to `notes`.

/// Largest native description.
inline constexpr std::size_t kLargestDescription = std::size_t{64} << 20U;

/// Whether the spec names YAML files.
[[nodiscard]] bool isYamlSpec(const std::string& spec);

/// Parts of a description that the spec's files hold, of "arch", "problem" and "mapping", in that order.
[[nodiscard]] Result<std::vector<std::string>> partsOf(const std::string& spec);

/// Whether the spec names a file that holds a problem.
[[nodiscard]] bool isProblemFile(const std::string& spec);

/// Whether the spec names a workload of ZigZag: a model of one or more layers.
[[nodiscard]] bool isLayerFile(const std::string& spec);

[[nodiscard]] Result<Graph> openLayers(const std::string& spec, SourceNotes& notes);

/// A workload of ZigZag is a problem where it has one layer.
[[nodiscard]] Result<Problem> openProblem(const std::string& spec, SourceNotes& notes);

[[nodiscard]] Result<Mapping> openMapping(const std::string& spec, const Problem& problem,
                                          const Accelerator& accelerator, SourceNotes& notes);

/// The constraints that a YAML description holds, for a search; none where it holds none. A mapping of ZigZag
/// constrains the spatial loops. Other files are refused.
[[nodiscard]] Result<MappingConstraints> openConstraints(const std::string& spec, const Problem& problem,
                                                         const Accelerator& accelerator, SourceNotes& notes);

/// Notes that the constraints of an accelerator's YAML description aren't used, where only searches of single problems
/// use them.
void noteConstraints(const std::string& spec, SourceNotes& notes);

/// Reads what else a YAML description of a problem holds, for its errors, and notes what a search leaves out of it: a
/// mapping, settings of Timeloop's mapper.
[[nodiscard]] Result<void> checkRest(const std::string& spec, const Problem& problem, const Accelerator& accelerator,
                                     SourceNotes& notes);

/// An accelerator of YAML files.
[[nodiscard]] Result<Accelerator> openYamlAccelerator(const std::string& spec, SourceNotes& notes);

} // namespace nestwright
