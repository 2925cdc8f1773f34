// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/operator_rows.h"

#include "widgets/tables/operator_text.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace nestwright {

namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

void setFigures(OperatorRow& row, const PlannedOperator& planned, double totalSeconds) {
    row.isPlanned = true;
    row.isFree = planned.seconds <= 0;
    row.seconds = planned.seconds;
    row.share = totalSeconds > 0 ? planned.seconds / totalSeconds : 0;
    row.mfu = planned.mfu;
    row.memoryStallFraction = planned.memoryStallFraction;
    row.energyJ = planned.energyJ;
    row.bottleneck = planned.bottleneck.kind;
    row.where = QString::fromStdString(planned.bottleneck.where);
}

void setCumulativeShares(std::vector<OperatorRow>& rows) {
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return rows[a].share > rows[b].share; });
    double sum = 0;
    for (const auto i : order) {
        sum += rows[i].share;
        rows[i].cumulativeShare = sum;
    }
}

} // namespace

std::vector<OperatorRow> operatorRows(const Graph& graph, const std::vector<OperatorWork>& works,
                                      const PlanResult* plan) {
    std::vector<OperatorRow> rows(graph.operators.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& op = graph.operators[i];
        auto& row = rows[i];
        row.id = static_cast<OperatorId>(i);
        row.name = QString::fromStdString(op.name);
        row.type = QString::fromStdString(op.type);
        row.title = i < works.size() ? operatorTitle(op, works[i]) : row.type;
        row.layerType = i < works.size() ? works[i].layerType : layerTypeOf(op.domain, op.type);
        row.firstOfShape = row.id;
    }
    if (plan == nullptr) return rows;

    std::map<int, int> countByFirst;
    for (std::size_t p = 0; p < plan->operators.size(); ++p) {
        const auto& planned = plan->operators[p];
        if (planned.id < 0 || at(planned.id) >= rows.size()) continue;
        auto& row = rows[at(planned.id)];
        setFigures(row, planned, plan->totals.latencySeconds.p50);
        row.plannedIndex = static_cast<int>(p);
        const int first = planned.identicalTo >= 0 ? planned.identicalTo : static_cast<int>(p);
        row.firstOfShape = plan->operators[at(first)].id;
        row.layerType = planned.layerType;
        ++countByFirst[row.firstOfShape];
    }
    for (auto& row : rows) {
        if (row.isPlanned) row.identicalCount = countByFirst[row.firstOfShape];
    }
    setCumulativeShares(rows);
    return rows;
}

std::vector<OperatorRow> groupedByShape(const std::vector<OperatorRow>& rows) {
    std::vector<OperatorRow> groups;
    std::map<OperatorId, std::size_t> groupOf;
    for (const auto& row : rows) {
        const auto [found, isNew] = groupOf.try_emplace(row.firstOfShape, groups.size());
        if (isNew) {
            groups.push_back(row);
            continue;
        }
        auto& group = groups[found->second];
        group.seconds += row.seconds;
        group.share += row.share;
        group.energyJ += row.energyJ;
    }
    setCumulativeShares(groups);
    return groups;
}

} // namespace nestwright
