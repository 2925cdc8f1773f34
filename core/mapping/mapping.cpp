// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mapping/mapping.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace nestwright {
namespace {

std::string boundText(const Loop& loop) {
    return loop.isPerfect() ? fmt::format("{}", loop.bound) : fmt::format("{} (last {})", loop.bound, loop.residual);
}

} // namespace

Loop temporalLoop(int dim, Count bound) { return temporalLoop(dim, bound, bound); }

Loop temporalLoop(int dim, Count bound, Count residual) {
    Loop loop;
    loop.dim = dim;
    loop.bound = bound;
    loop.residual = residual;
    return loop;
}

Loop spatialLoop(int dim, Count bound, int fanoutLevel, Axis axis) {
    return spatialLoop(dim, bound, bound, fanoutLevel, axis);
}

Loop spatialLoop(int dim, Count bound, Count residual, int fanoutLevel, Axis axis) {
    Loop loop = temporalLoop(dim, bound, residual);
    loop.isSpatial = true;
    loop.fanoutLevel = fanoutLevel;
    loop.axis = axis;
    return loop;
}

Mapping outermostOnlyMapping(const Problem& problem) {
    Mapping mapping;
    for (int t = 0; t < static_cast<int>(problem.tensors.size()); ++t) {
        Storage storage;
        storage.tensor = t;
        mapping.nodes.emplace_back(storage);
    }
    for (int d = 0; d < static_cast<int>(problem.dims.size()); ++d) {
        mapping.nodes.emplace_back(temporalLoop(d, problem.dims[static_cast<std::size_t>(d)].bound));
    }
    return mapping;
}

std::string describeNest(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping) {
    std::string text;
    std::string indent;
    for (const auto& node : mapping.nodes) {
        if (const auto* storage = std::get_if<Storage>(&node)) {
            text += fmt::format("{}# keep {} in {}\n", indent,
                                problem.tensors.at(static_cast<std::size_t>(storage->tensor)).name,
                                accelerator.levels.at(static_cast<std::size_t>(storage->level)).name);
            continue;
        }
        const auto& loop = std::get<Loop>(node);
        if (loop.bound == 1) continue;
        const std::string dim = lowerCase(problem.dims.at(static_cast<std::size_t>(loop.dim)).name);
        const std::string verb =
            loop.isSpatial ? fmt::format("par {}: {}", loop.axis == Axis::x ? "x" : "y", dim) : "for " + dim;
        text += fmt::format("{}{} in {}\n", indent, verb, boundText(loop));
        indent += "  ";
    }
    return text + indent + "multiply-add\n";
}

} // namespace nestwright
