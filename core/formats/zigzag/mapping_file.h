// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/base/source_note.h"
#include "core/formats/yaml/node.h"
#include "core/mapping/mapping.h"
#include "core/workload/problem.h"

#include <optional>
#include <string>
#include <vector>

namespace nestwright::zigzag {

/// One loop of a temporal ordering. Without a size it takes all that remains of its dim.
struct OrderedLoop {
    int dim = 0;
    std::optional<Count> size;
    SourcePlace place;
};

/// What a mapping file says of one layer.
struct LayerMapping {
    SourcePlace place;
    bool hasSpatial = false;
    std::vector<Loop> spatial;         ///< in the order of the fan-outs, cut to what fits the array and the problem
    std::vector<OrderedLoop> ordering; ///< innermost first
};

/// The entry for the problem. Throws yaml::Fault.
[[nodiscard]] LayerMapping readLayerMapping(const yaml::Node& root, const Problem& problem,
                                            const Accelerator& accelerator, SourceNotes& notes);

} // namespace nestwright::zigzag
