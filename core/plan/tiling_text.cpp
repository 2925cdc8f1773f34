// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/tiling_text.h"

#include "core/mapping/nest.h"

#include <fmt/format.h>

#include <algorithm>

namespace nestwright {
namespace {

/// "K256", or "k1=256" where the name ends in a digit.
std::string extentText(const std::string& name, Count extent) {
    const bool endsInDigit = !name.empty() && name.back() >= '0' && name.back() <= '9';
    return fmt::format("{}{}{}", name, endsInDigit ? "=" : "", extent);
}

/// Extents of what a level holds: for each dim the largest that any of its tensors sees.
std::vector<Count> extentsIn(const Problem& problem, const Nest& nest, int level) {
    std::vector<Count> largest;
    for (int t = 0; t < static_cast<int>(problem.tensors.size()); ++t) {
        const auto* storage = nest.storageIn(t, level);
        if (!storage) continue;
        const auto extents = nest.largestExtents(storage->depth);
        largest.resize(extents.size(), 1);
        for (std::size_t d = 0; d < extents.size(); ++d) {
            if (problem.isRelevant(t, static_cast<int>(d))) largest[d] = std::max(largest[d], extents[d]);
        }
    }
    return largest;
}

/// How far each dim is spread over lanes, all axes and levels together.
std::vector<Count> spatialExtents(const Problem& problem, const Nest& nest) {
    std::vector<Count> extents(problem.dims.size(), 1);
    for (const auto& placed : nest.loops()) {
        if (placed.loop.isSpatial) extents[static_cast<std::size_t>(placed.loop.dim)] *= placed.loop.bound;
    }
    return extents;
}

} // namespace

const PlannedMapping* mainMapping(const PlannedOperator& op) {
    if (!op.mappings || op.mappings->empty()) return nullptr;
    const auto cycles = [](const PlannedMapping& one) { return one.cost.cycles * static_cast<double>(one.repeats); };
    return &*std::max_element(op.mappings->begin(), op.mappings->end(),
                              [&cycles](const auto& a, const auto& b) { return cycles(a) < cycles(b); });
}

std::string extentsText(const Problem& problem, const std::vector<Count>& extents) {
    std::vector<std::string> parts;
    for (std::size_t d = 0; d < problem.dims.size(); ++d) {
        if (extents[d] > 1) parts.push_back(extentText(problem.dims[d].name, extents[d]));
    }
    return parts.empty() ? "1" : fmt::format("{}", fmt::join(parts, " "));
}

std::string tilingText(const PlannedOperator& op, const Accelerator& accelerator) {
    const auto* mapped = mainMapping(op);
    if (!mapped) return {};
    const Nest nest(mapped->problem, mapped->mapping);
    std::vector<std::string> parts;
    for (std::size_t level = 1; level < accelerator.levels.size(); ++level) {
        const auto extents = extentsIn(mapped->problem, nest, static_cast<int>(level));
        if (!extents.empty())
            parts.push_back(accelerator.levels[level].name + ": " + extentsText(mapped->problem, extents));
    }
    parts.push_back("lanes: " + extentsText(mapped->problem, spatialExtents(mapped->problem, nest)));
    return fmt::format("{}", fmt::join(parts, "; "));
}

} // namespace nestwright
