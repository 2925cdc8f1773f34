// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tables/figure_text.h"
#include "widgets/tables/operator_query.h"
#include "widgets/tables/operator_rows.h"

#include <QAbstractTableModel>

namespace nestwright {

/// Operators with their figures, sorted by value and filtered by a query. It does both itself, on numbers: a proxy
/// model asks for a QVariant in each comparison, which takes seconds at 100 000 rows.
class OperatorTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { number, title, name, layerType, time, share, cumulative, mfu, stall, bottleneck, columns };
    enum Role { OperatorRole = Qt::UserRole, BarRole };

    explicit OperatorTableModel(QObject* parent = nullptr);

    void setRows(OperatorRowsPointer rows);
    [[nodiscard]] const OperatorRow& row(int index) const { return shown()[at(m_order[at(index)])]; }
    /// The row that shows an operator (its group's, where shapes are grouped), or -1.
    [[nodiscard]] int rowOf(OperatorId id) const;
    void setGrouped(bool isGrouped);
    [[nodiscard]] bool isGrouped() const { return m_isGrouped; }
    void setQuery(OperatorQuery query);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    [[nodiscard]] static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    /// All rows or groups, by number.
    [[nodiscard]] const std::vector<OperatorRow>& shown() const { return m_isGrouped ? m_groups : *m_all; }
    void group();
    void filter();
    void sortRows();
    [[nodiscard]] QString text(const OperatorRow& row, int column) const;
    [[nodiscard]] static double sortValue(const OperatorRow& row, int column);
    [[nodiscard]] static QVariant bar(const OperatorRow& row, int column);
    [[nodiscard]] QString toolTip(const OperatorRow& row, int column) const;

    OperatorRowsPointer m_all;
    std::vector<OperatorRow> m_groups;
    std::vector<int> m_order;   ///< by row of the table: its place in shown()
    std::vector<int> m_rowById; ///< by operator: its row, or -1
    OperatorQuery m_query;
    int m_sortColumn = number;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    ColumnScale m_timeScale;
    bool m_isGrouped = false;
};

} // namespace nestwright
