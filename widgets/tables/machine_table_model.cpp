// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/machine_table_model.h"

#include "widgets/tables/figure_text.h"

#include <algorithm>

namespace nestwright {

MachineTableModel::MachineTableModel(QObject* parent)
    : QAbstractTableModel(parent) {}

void MachineTableModel::setMachines(std::vector<Machine> machines) {
    beginResetModel();
    m_machines = std::move(machines);
    endResetModel();
}

/// The detail stands with the title where all machines share it, else with each figure.
bool MachineTableModel::isDetailShared(std::size_t row) const {
    return std::all_of(m_machines.begin(), m_machines.end(), [&](const auto& machine) {
        return machine.facts[row].detail == m_machines.front().facts[row].detail;
    });
}

QString MachineTableModel::titleText(const MachineFact& fact, bool hasDetail) const {
    return hasDetail ? tr("%1, %2, %3").arg(fact.title, fact.detail, fact.unit)
                     : tr("%1, %2").arg(fact.title, fact.unit);
}

QString MachineTableModel::cellText(const MachineFact& fact, bool hasDetail) const {
    if (!fact.value) return QStringLiteral("\u2014");
    auto text = factText(fact);
    if (hasDetail) text = fact.detail + QStringLiteral("  ") + text;
    return fact.provenance ? text + QStringLiteral("  ") + glyphOf(fact.provenance->badge) : text;
}

int MachineTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_machines.empty() ? 0 : static_cast<int>(m_machines.front().facts.size());
}

int MachineTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || m_machines.empty() ? 0 : static_cast<int>(m_machines.size()) + 1;
}

QVariant MachineTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const bool isTitle = index.column() == 0;
    const auto& machine = m_machines[static_cast<std::size_t>(isTitle ? 0 : index.column() - 1)];
    const auto& fact = machine.facts[static_cast<std::size_t>(index.row())];
    const bool hasDetail = !fact.detail.isEmpty();
    const bool isShared = isDetailShared(static_cast<std::size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
        return isTitle ? titleText(fact, isShared && hasDetail) : cellText(fact, !isShared && hasDetail);
    case Qt::TextAlignmentRole:
        return columnAlignment(!isTitle);
    case Qt::ToolTipRole:
        return isTitle ? fact.title + QStringLiteral(", ") + fact.unit + QLatin1Char('\n') + fact.help
                       : machine.name.simplified() + QLatin1Char('\n') + factToolTip(fact);
    case Qt::AccessibleTextRole:
        return isTitle ? fact.title : factLine(fact);
    default:
        return {};
    }
}

QVariant MachineTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::TextAlignmentRole) return columnAlignment(section > 0);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    return section == 0 ? tr("Figure") : m_machines[static_cast<std::size_t>(section) - 1].name;
}

} // namespace nestwright
