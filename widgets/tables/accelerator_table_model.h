// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/memory_fit.h"
#include "core/report/writers.h"
#include "widgets/tables/figure_text.h"
#include "widgets/tables/machine_facts.h"

#include <QAbstractTableModel>

#include <vector>

namespace nestwright {

/// The shortlist: one accelerator a row with the totals of its plan. The best figure of a column is bold; the tool tip
/// of a figure gives its formula, its badge and what it rests on.
class AcceleratorTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { name, latency, tails, throughput, mfu, stall, energy, power, perWatt, maturity, memory, columns };
    enum Role { SortRole = Qt::UserRole };

    struct Row {
        QString name;
        PlanPointer plan;                    ///< nullptr while it isn't planned
        QString state;                       ///< shown below the name where there is no plan: the reason of a failure
        std::vector<MachineFact> facts = {}; ///< what its figures rest on
        std::optional<double> maturity = {}; ///< of the software, from 0 to 3
        MemoryFit fit = MemoryFit::unknown;  ///< what doesn't hold the model isn't ranked
    };

    explicit AcceleratorTableModel(QObject* parent = nullptr);
    void setRows(std::vector<Row> rows);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static std::optional<double> value(const Row& row, int column);
    [[nodiscard]] QString text(const Row& row, int column) const;
    [[nodiscard]] QString toolTip(const Row& row, int column) const;
    [[nodiscard]] bool isBest(const Row& row, int column) const;
    [[nodiscard]] QString perWattUnit() const;

    std::vector<Row> m_rows;
    ColumnScale m_timeScale;
    ColumnScale m_energyScale;
    ColumnScale m_memoryScale;
    report::EnergyUnit m_perEnergy;
    QString m_throughputUnit;
};

} // namespace nestwright
