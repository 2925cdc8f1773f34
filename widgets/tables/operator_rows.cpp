// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/operator_rows.h"

#include "core/base/index.h"
#include "widgets/base/translate.h"
#include "widgets/tables/operator_text.h"

#include <algorithm>
#include <numeric>

namespace nestwright {

namespace {

void setFigures(OperatorRow& row, const PlannedOperator& planned, const PlanTotals& totals) {
    const double totalSeconds = totals.latencySeconds.p50;
    row.isPlanned = true;
    row.isFree = planned.seconds <= 0;
    row.seconds = planned.seconds;
    row.share = totalSeconds > 0 ? planned.seconds / totalSeconds : 0;
    row.mfu = planned.mfu;
    row.memoryStallFraction = planned.memoryStallFraction;
    row.energyJ = planned.energyJ;
    row.energyShare = totals.energyJ > 0 ? planned.energyJ / totals.energyJ : 0;
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

/// Numbers the rows by a text: what a sort by it needs is a comparison of numbers.
template <class TextOf>
void setOrder(std::vector<OperatorRow>& rows, int OperatorRow::*place, const TextOf& textOf) {
    std::vector<std::pair<QString, std::size_t>> keys;
    keys.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) keys.emplace_back(textOf(rows[i]), i);
    std::sort(keys.begin(), keys.end());
    int order = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i > 0 && keys[i].first != keys[i - 1].first) ++order;
        rows[keys[i].second].*place = order;
    }
}

} // namespace

void setSearchTexts(OperatorRow& row, const std::vector<Dim>& dims) {
    row.typeText = (row.type + QLatin1Char('\n') + translated(titleOf(row.layerType))).toLower();
    auto text = row.name + QLatin1Char('\n') + row.title;
    for (const auto& dim : dims) {
        text += QStringLiteral("\n%1=%2").arg(QString::fromStdString(dim.name)).arg(dim.bound);
    }
    row.searchText = text.toLower() + QLatin1Char('\n') + row.typeText;
}

std::vector<OperatorRow> operatorRows(const Graph& graph, const std::vector<OperatorWork>& works) {
    static const std::vector<Dim> noDims;
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
        setSearchTexts(row, i < works.size() ? works[i].dims : noDims);
    }
    setOrder(rows, &OperatorRow::titleOrder, [](const auto& row) { return row.title.toLower(); });
    setOrder(rows, &OperatorRow::nameOrder, [](const auto& row) { return row.name.toLower(); });
    return rows;
}

std::vector<OperatorRow> withFigures(std::vector<OperatorRow> rows, const PlanResult& plan) {
    std::vector<int> countByFirst(rows.size(), 0);
    for (std::size_t p = 0; p < plan.operators.size(); ++p) {
        const auto& planned = plan.operators[p];
        if (planned.id < 0 || at(planned.id) >= rows.size()) continue;
        auto& row = rows[at(planned.id)];
        setFigures(row, planned, plan.totals);
        row.plannedIndex = static_cast<int>(p);
        const int first = planned.identicalTo >= 0 ? planned.identicalTo : static_cast<int>(p);
        row.firstOfShape = plan.operators[at(first)].id;
        row.layerType = planned.layerType;
        ++countByFirst[at(row.firstOfShape)];
    }
    for (auto& row : rows) {
        if (row.isPlanned) row.identicalCount = countByFirst[at(row.firstOfShape)];
    }
    setCumulativeShares(rows);
    setOrder(rows, &OperatorRow::bottleneckOrder,
             [](const auto& row) { return translated(titleOf(row.bottleneck)) + row.where; });
    return rows;
}

std::vector<OperatorRow> groupedByShape(const std::vector<OperatorRow>& rows) {
    constexpr auto kNone = static_cast<std::size_t>(-1);
    std::vector<OperatorRow> groups;
    groups.reserve(rows.size());
    std::vector<std::size_t> groupOf(rows.size(), kNone);
    for (const auto& row : rows) {
        auto& place = groupOf[at(row.firstOfShape)];
        if (place == kNone) {
            place = groups.size();
            groups.push_back(row);
            continue;
        }
        auto& group = groups[place];
        group.seconds += row.seconds;
        group.share += row.share;
        group.energyJ += row.energyJ;
        group.energyShare += row.energyShare;
    }
    setCumulativeShares(groups);
    return groups;
}

} // namespace nestwright
