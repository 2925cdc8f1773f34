// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/mapping/mapping.h"
#include "core/workload/problem.h"

#include <vector>

namespace nestwright::zigzag {

/// Where a tensor enters a level: inside so many of the temporal loops.
struct Cut {
    int level = 0;
    int depth = 0;
};

/// A mapping as ZigZag has it: one order of temporal loops for all tensors, each of which is cut into levels where it
/// suits it, and spatial factors apart.
struct UnevenNest {
    std::vector<Loop> temporal;         ///< outer to inner, bounds only
    std::vector<Loop> spatial;          ///< bounds only
    std::vector<std::vector<Cut>> cuts; ///< by tensor, outer to inner
};

/// The nest as one sequence. Storage nodes of levels above a fan-out must stand outside its spatial loops and those of
/// levels below inside: a node moves over temporal loops that are irrelevant to its tensor, which change nothing that
/// it holds. Dims that their loops don't divide get a shorter last pass. The error (infeasible) names the tensors for
/// which there is no such sequence.
[[nodiscard]] Result<Mapping> mappingOf(const Problem& problem, const Accelerator& accelerator, const UnevenNest& nest);

} // namespace nestwright::zigzag
