// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QString>

#include <optional>
#include <vector>

namespace nestwright {

/// One operator as tables and graphs show it: its texts, and its figures where it is planned.
struct OperatorRow {
    OperatorId id = kNoOperator;
    QString name;
    QString title; ///< type with dims
    QString type;
    LayerType layerType = LayerType::unknown;
    bool isPlanned = false;
    bool isFree = false;   ///< planned, and takes no time: a view, a folded constant
    int plannedIndex = -1; ///< in PlanResult::operators
    double seconds = 0;
    double share = 0;           ///< of the model's time
    double cumulativeShare = 0; ///< of this and all slower ones
    std::optional<double> mfu;
    double memoryStallFraction = 0;
    double energyJ = 0;
    BottleneckClass bottleneck = BottleneckClass::compute;
    QString where;
    int identicalCount = 1; ///< operators of this very shape, itself included
    OperatorId firstOfShape = kNoOperator;
};

/// Rows in order of the graph's operators. `plan` may be nullptr: then there are texts only.
[[nodiscard]] std::vector<OperatorRow> operatorRows(const Graph& graph, const std::vector<OperatorWork>& works,
                                                    const PlanResult* plan);

/// One row for each shape: the first operator of it, with time, share and energy of all.
[[nodiscard]] std::vector<OperatorRow> groupedByShape(const std::vector<OperatorRow>& rows);

} // namespace nestwright
