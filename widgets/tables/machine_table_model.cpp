// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/machine_table_model.h"

#include "widgets/tables/figure_text.h"

namespace nestwright {

MachineTableModel::MachineTableModel(QObject* parent)
    : QAbstractTableModel(parent) {}

void MachineTableModel::setMachines(std::vector<Machine> machines) {
    beginResetModel();
    m_machines = std::move(machines);
    endResetModel();
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
    switch (role) {
    case Qt::DisplayRole:
        if (isTitle) return tr("%1, %2").arg(fact.title, fact.unit);
        if (!fact.value) return QStringLiteral("\u2014");
        return columnText(fact.value, 1, fact.decimals) +
               (fact.provenance ? QStringLiteral("  ") + glyphOf(fact.provenance->badge) : QString());
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
