// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/base/source_note.h"
#include "core/formats/timeloop/document.h"
#include "core/mapping/constraints.h"
#include "core/mapping/mapping.h"
#include "core/workload/problem.h"

#include <optional>
#include <string>

namespace nestwright::timeloop {

/// Readers of Timeloop's descriptions. What a file says and the engine has no place for is added to `notes`.

/// The architecture with its tables of energies (ERT) and areas (ART): versions 0.2 to 0.4 and the oldest form. A level
/// keeps one element a word. Arrays of containers become the fan-out of the memory outside them; a second array below
/// the first becomes a level that keeps nothing.
[[nodiscard]] Result<Accelerator> readArchitecture(const Document& document, SourceNotes& notes);

[[nodiscard]] Result<Problem> readProblem(const Document& document, SourceNotes& notes);

/// Targets are levels of the accelerator, or its arrays by their name or that of their container.
[[nodiscard]] Result<Mapping> readMapping(const Document& document, const Problem& problem,
                                          const Accelerator& accelerator, SourceNotes& notes);

/// All constraints of the description: those of their own sections and those inside the architecture's nodes.
[[nodiscard]] Result<MappingConstraints> readConstraints(const Document& document, const Problem& problem,
                                                         const Accelerator& accelerator, SourceNotes& notes);

/// Where the first constraints of the description stand; nothing where it has none.
[[nodiscard]] std::optional<SourcePlace> constraintsPlace(const Document& document);

/// Which version of the format is written: nested subtrees, or a list of nodes.
enum class Dialect { v03, v04 };

/// The architecture with its tables of energies and areas, in one document. What the format has no place for is added
/// to `notes`.
[[nodiscard]] std::string writeArchitecture(const Accelerator& accelerator, Dialect dialect, SourceNotes& notes);

/// Dimensions of more than one letter are renamed, which is noted. The error says that there are too many of them.
[[nodiscard]] Result<std::string> writeProblem(const Problem& problem, SourceNotes& notes);

/// An uneven nest has no such form: the error (infeasible) says where it is uneven.
[[nodiscard]] Result<std::string> writeMapping(const Problem& problem, const Accelerator& accelerator,
                                               const Mapping& mapping, Dialect dialect);

} // namespace nestwright::timeloop
