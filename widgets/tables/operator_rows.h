// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace nestwright {

/// One operator as tables and graphs show it: its texts, and its figures where it is planned.
struct OperatorRow {
    OperatorId id = kNoOperator;
    QString name;
    QString title; ///< type with dims
    QString type;
    QString searchText; ///< what a search looks through: name, title, types and dims (k=256) in lower case
    QString typeText;   ///< the operator's type and its layer type in lower case
    int titleOrder = 0; ///< place among all rows sorted by title; so for the name
    int nameOrder = 0;
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
    double energyShare = 0; ///< of the model's energy
    BottleneckClass bottleneck = BottleneckClass::compute;
    QString where;
    int bottleneckOrder = 0; ///< place among all rows sorted by bottleneck
    int identicalCount = 1;  ///< operators of this very shape, itself included
    OperatorId firstOfShape = kNoOperator;
};

/// Sets the texts that a search looks through from the others.
void setSearchTexts(OperatorRow& row, const std::vector<Dim>& dims);

using OperatorRowsPointer = std::shared_ptr<const std::vector<OperatorRow>>;

/// Rows in order of the graph's operators, with texts only. Long for large graphs, as `withFigures` is: not for the
/// thread of the window.
[[nodiscard]] std::vector<OperatorRow> operatorRows(const Graph& graph, const std::vector<OperatorWork>& works);

/// The rows with the figures of a plan of the same graph.
[[nodiscard]] std::vector<OperatorRow> withFigures(std::vector<OperatorRow> rows, const PlanResult& plan);

/// One row for each shape: the first operator of it, with time, share and energy of all.
[[nodiscard]] std::vector<OperatorRow> groupedByShape(const std::vector<OperatorRow>& rows);

} // namespace nestwright
