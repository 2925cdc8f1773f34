// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/base/checked.h"
#include "core/workload/problem.h"

#include <string>
#include <variant>
#include <vector>

namespace nestwright {

enum class Axis { x, y };

/// A loop of the nest over one dim.
struct Loop {
    int dim = 0;
    Count bound = 1;
    Count residual = 1; ///< iterations in the last pass; equals `bound` for a perfect factor
    bool isSpatial = false;
    int fanoutLevel = 0; ///< if spatial: the level whose fan-out carries it
    Axis axis = Axis::x; ///< if spatial

    [[nodiscard]] bool isPerfect() const { return residual == bound; }
    bool operator==(const Loop&) const = default;
};

/// From here inward, the tensor is kept in the level.
struct Storage {
    int tensor = 0;
    int level = 0;
    bool noMulticast = false;
    bool noLinkTransfer = false;
    bool noTemporalReuse = false;
    bool rmwFirstUpdate = false;
    bool operator==(const Storage&) const = default;
};

using MappingNode = std::variant<Loop, Storage>;

/// One outer-to-inner sequence of loops and storage nodes. Nodes of levels above a fan-out stand before its spatial
/// loops, nodes of levels below after them. Holds even and uneven mappings and bypass (no node).
struct Mapping {
    std::vector<MappingNode> nodes;
    bool operator==(const Mapping&) const = default;
};

[[nodiscard]] Loop temporalLoop(int dim, Count bound);
[[nodiscard]] Loop temporalLoop(int dim, Count bound, Count residual);
[[nodiscard]] Loop spatialLoop(int dim, Count bound, int fanoutLevel, Axis axis);
[[nodiscard]] Loop spatialLoop(int dim, Count bound, Count residual, int fanoutLevel, Axis axis);

/// Every tensor kept in the outermost level only, one temporal loop a dim: valid wherever nothing must be kept.
[[nodiscard]] Mapping outermostOnlyMapping(const Problem& problem);

/// The nest as indented text, a line a loop ("for k in 4", "par x: q in 14") with level names as comments.
[[nodiscard]] std::string describeNest(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping);

} // namespace nestwright
