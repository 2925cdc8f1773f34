// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/base/source_note.h"
#include "core/formats/yaml/node.h"
#include "core/mapping/constraints.h"
#include "core/mapping/mapping.h"
#include "core/workload/graph.h"
#include "core/workload/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestwright::zigzag {

/// Readers of ZigZag's three descriptions. What a file says and the engine has no place for is added to `notes`.

enum class Kind { none, hardware, workload, mapping };

/// One file. Of equal keys in one map the last counts, as ZigZag's own loader has it; `notes` names the others.
struct Description {
    Kind kind = Kind::none; ///< by what the root holds
    yaml::NodePtr root;
    std::string file;
    SourceNotes notes;
};

[[nodiscard]] Result<Description> parse(std::string_view text, const std::string& file);

/// Memories become a chain of levels, outer to inner, with the dimensions of the array as fan-outs between them (named
/// by their dimensions, such as "D1_D2" for D1 along x and D2 along y). A memory that stands beside others is kept once
/// a child of the outer one and priced once for all that it serves. Memories hold I1 as inputs, I2 as weights.
[[nodiscard]] Result<Accelerator> readHardware(const Description& description, SourceNotes& notes);

/// A layer of a workload.
struct Layer {
    Count id = 0;
    std::string type; ///< "Conv", "Gemm", ...
    Problem problem;
    std::vector<Count> sources; ///< by tensor: id of the layer that makes it; the layer's own id where none does
    SourcePlace place;
};

/// Layers in the order of the file. The operand W is the weight, I the input.
[[nodiscard]] Result<std::vector<Layer>> readWorkload(const Description& description, SourceNotes& notes);

/// The layers as operators of one model, each after those that it reads from.
[[nodiscard]] Result<Graph> readGraph(const Description& description, SourceNotes& notes);

/// The mapping of the entry that bears the problem's name, else of the default one. Each operand is cut into levels as
/// ZigZag does it: from the innermost memory outward, so that the fewest bits cross to the level above.
[[nodiscard]] Result<Mapping> readMapping(const Description& description, const Problem& problem,
                                          const Accelerator& accelerator, SourceNotes& notes);

/// The spatial factors of that entry, for a search.
[[nodiscard]] Result<MappingConstraints> readConstraints(const Description& description, const Problem& problem,
                                                         const Accelerator& accelerator, SourceNotes& notes);

} // namespace nestwright::zigzag
