// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/operator_groups.h"

#include "core/plan/tiling_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace nestwright::report {
namespace {

/// Equal for operators that do the same work in the same time.
using GroupKey = std::tuple<std::string, LayerType, int, std::string, double, double, double, double>;

GroupKey keyOfGroup(const PlannedOperator& op, int index) {
    const bool isMapped = op.mappings && !op.mappings->empty();
    const int root = !isMapped ? -1 : op.identicalTo >= 0 ? op.identicalTo : index;
    return {op.type,    op.layerType, root,     std::string(keyOf(op.bottleneck.kind)) + op.bottleneck.where,
            op.seconds, op.macs,      op.flops, op.deviceMemoryBytes};
}

} // namespace

std::vector<OperatorGroup> operatorGroups(const PlanResult& plan) {
    std::map<GroupKey, std::size_t> places;
    std::vector<OperatorGroup> groups;
    for (std::size_t i = 0; i < plan.operators.size(); ++i) {
        const auto& op = plan.operators[i];
        if (op.kernel < 0 && op.seconds <= 0) continue;
        const auto [place, isNew] = places.try_emplace(keyOfGroup(op, static_cast<int>(i)), groups.size());
        if (isNew) groups.push_back({&op, 0, 0});
        ++groups[place->second].count;
        groups[place->second].seconds += op.seconds;
    }
    std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
    return groups;
}

std::string dimsText(const PlannedOperator& op, const Graph& graph) {
    if (const auto* mapped = mainMapping(op)) {
        std::vector<Count> bounds;
        for (const auto& dim : mapped->problem.dims) bounds.push_back(dim.bound);
        const auto text = extentsText(mapped->problem, bounds);
        return mapped->repeats > 1 ? fmt::format("{} \u00d7 ({})", mapped->repeats, text) : text;
    }
    if (op.id < 0 || static_cast<std::size_t>(op.id) >= graph.operators.size()) return {};
    const auto shape = graph.outputShape(graph.operators[static_cast<std::size_t>(op.id)], 0);
    if (!shape) return {};
    return shape->empty() ? "scalar" : fmt::format("{}", fmt::join(*shape, "\u00d7"));
}

} // namespace nestwright::report
