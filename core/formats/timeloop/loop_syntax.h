// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/formats/timeloop/values.h"
#include "core/mapping/constraints.h"
#include "core/workload/problem.h"

#include <string>
#include <vector>

namespace nestwright::timeloop {

/// "K=8,5" as it stands in a list of factors.
struct WrittenFactor {
    int dim = 0;
    FactorRule::Relation relation = FactorRule::Relation::equal;
    Count value = 1; ///< 0: the whole bound
    Count residual = 1;
    SourcePlace place;
};

/// Factors in all their spellings: "K=4 C4, R=0", "K=8,5", a list of such words. Relations other than = only where
/// they are allowed. Throws Fault.
[[nodiscard]] std::vector<WrittenFactor> factorsOf(const yaml::Node& node, const Problem& problem,
                                                   bool allowsRelations);

/// Dims in the order of a permutation, which names them from the innermost loop outward.
struct WrittenOrder {
    std::vector<int> inner;
    std::vector<int> outer; ///< those after "_", up to the outermost
};

/// "PRK", "P,R,K", [P, R, K], "RS_K". Throws Fault.
[[nodiscard]] WrittenOrder permutationOf(const yaml::Node& node, const Problem& problem);

/// Tensors by name. Throws Fault.
[[nodiscard]] std::vector<int> tensorsOf(const yaml::Node& node, const Problem& problem, std::string_view what);

/// What an entry of a mapping or constraint speaks of: a level, or the array of its fan-out.
struct Target {
    int level = -1; ///< -1: the compute
    bool isArray = false;
};

/// Throws Fault.
[[nodiscard]] Target targetOf(const yaml::Node& entry, const Accelerator& accelerator);

} // namespace nestwright::timeloop
