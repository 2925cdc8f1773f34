// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "widgets/tables/machine_facts.h"

#include <QAbstractTableModel>

#include <vector>

namespace nestwright {

/// What the predictions rest on: a figure a row, an accelerator a column, each with the badge that says how it is
/// known; the tool tip gives definition and source.
class MachineTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit MachineTableModel(QObject* parent = nullptr);

    struct Machine {
        QString name;
        std::vector<MachineFact> facts;
    };
    /// All machines have facts of the same kinds in the same order, as machineFacts gives them.
    void setMachines(std::vector<Machine> machines);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] bool isDetailShared(std::size_t row) const;
    [[nodiscard]] QString titleText(const MachineFact& fact, bool hasDetail) const;
    [[nodiscard]] QString cellText(const MachineFact& fact, bool hasDetail) const;

    std::vector<Machine> m_machines;
};

} // namespace nestwright
