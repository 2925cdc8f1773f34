// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tables/figure_text.h"
#include "widgets/tables/operator_rows.h"

#include <QAbstractTableModel>

namespace nestwright {

/// Operators with their figures. Sorting goes by SortRole, which holds values, never texts.
class OperatorTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { number, title, name, layerType, time, share, cumulative, mfu, stall, bottleneck, columns };
    enum Role { SortRole = Qt::UserRole, OperatorRole, BarRole };

    explicit OperatorTableModel(QObject* parent = nullptr);

    void setRows(std::vector<OperatorRow> rows);
    [[nodiscard]] const OperatorRow& row(int index) const { return m_rows[static_cast<std::size_t>(index)]; }
    /// The row that shows an operator (its group's, where shapes are grouped), or -1.
    [[nodiscard]] int rowOf(OperatorId id) const;
    void setGrouped(bool isGrouped);
    [[nodiscard]] bool isGrouped() const { return m_isGrouped; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void rebuild();
    [[nodiscard]] QString text(const OperatorRow& row, int column) const;
    [[nodiscard]] QVariant sortValue(const OperatorRow& row, int column) const;
    [[nodiscard]] static QVariant bar(const OperatorRow& row, int column);
    [[nodiscard]] QString toolTip(const OperatorRow& row, int column) const;

    std::vector<OperatorRow> m_all;
    std::vector<OperatorRow> m_rows;
    TimeScale m_timeScale;
    bool m_isGrouped = false;
};

} // namespace nestwright
