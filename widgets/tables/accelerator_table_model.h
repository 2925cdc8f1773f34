// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "widgets/tables/figure_text.h"

#include <QAbstractTableModel>

#include <vector>

namespace nestwright {

/// The shortlist: one accelerator a row with the totals of its plan. The best figure of a column is bold.
class AcceleratorTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { name, format, latency, throughput, mfu, stall, energy, power, perWatt, memory, columns };
    enum Role { SortRole = Qt::UserRole };

    struct Row {
        QString name;
        PlanPointer plan; ///< nullptr while it isn't planned
        QString state;    ///< shown where there is no plan: "planning", the reason of a failure
    };

    explicit AcceleratorTableModel(QObject* parent = nullptr);
    void setRows(std::vector<Row> rows);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static std::optional<double> value(const PlanTotals& totals, int column);
    [[nodiscard]] QString text(const Row& row, int column) const;
    [[nodiscard]] bool isBest(const Row& row, int column) const;

    std::vector<Row> m_rows;
    TimeScale m_timeScale;
    QString m_throughputUnit;
};

} // namespace nestwright
