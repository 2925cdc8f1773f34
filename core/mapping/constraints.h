// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mapping/mapping.h"

#include <optional>
#include <vector>

namespace nestwright {

/// What a mapping may do with the bound of one dim in one block of loops.
struct FactorRule {
    enum class Relation { equal, atMost, atLeast };
    int dim = 0;
    Relation relation = Relation::equal;
    Count value = 1;
    Count residual = 1; ///< of an imperfect fixed factor; equals `value` elsewhere
    bool operator==(const FactorRule&) const = default;
};

/// Rules for one block of loops: the temporal ones of a level, or the spatial ones of the fan-out below it.
struct LoopRules {
    int level = 0;
    bool isSpatial = false;
    bool ofArray = false;               ///< temporal: of an array's own loops, not the level's
    std::vector<FactorRule> factors;    ///< dims without one are free, within the limits below
    std::optional<Count> mostElsewhere; ///< for dims without a rule of their own
    std::optional<Count> leastElsewhere;
    std::vector<int> innermost; ///< dims of the innermost loops, from the innermost outward
    std::vector<int> outermost; ///< dims of the outermost loops, ending with the outermost
    /// Spatial: loops of the order below this position run along x, the others along y. Absent: free.
    std::optional<int> split;
    std::vector<int> noMulticast; ///< tensors
    std::vector<int> noLinkTransfer;
    std::vector<int> noTemporalReuse;
    std::vector<int> rmwFirstUpdate;
    bool operator==(const LoopRules&) const = default;
};

/// Tensors that a level must keep, or must not; the others are free.
struct KeepRules {
    int level = 0;
    std::vector<int> keep;
    std::vector<int> bypass;
    bool operator==(const KeepRules&) const = default;
};

/// What a search must respect beyond the problem and the accelerator.
struct MappingConstraints {
    std::vector<LoopRules> loops;
    std::vector<KeepRules> keeping;
    double minLaneUse = 0; ///< share of all lanes that a mapping must use
    [[nodiscard]] bool empty() const { return loops.empty() && keeping.empty() && minLaneUse == 0; }
    bool operator==(const MappingConstraints&) const = default;
};

} // namespace nestwright
