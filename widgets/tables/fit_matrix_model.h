// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include <vector>

namespace nestwright {

/// Layer types against accelerators: how much of the machine each sustains; layer types without multiply-adds show how
/// much of their time they wait for memory.
class FitMatrixModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// FitRole: MFU from 0 to 1, nothing without multiply-adds. LayerRole: the LayerType. NumberRole: the accelerator's
    /// place in the shortlist, from 1. MaturityRole: of the software, from 0 (falls back to the host) to 3.
    enum Role { FitRole = Qt::UserRole, LayerRole, NumberRole, MaturityRole };

    struct Column {
        QString name;
        int number = 0;
        PlanPointer plan; ///< not null
        std::map<LayerType, int> maturity;
    };

    explicit FitMatrixModel(QObject* parent = nullptr);
    void setColumns(std::vector<Column> columns);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString toolTip(const Column& column, const LayerTypeSummary* summary, LayerType type) const;

    std::vector<Column> m_columns;
    std::vector<LayerType> m_types; ///< as they take time on the first accelerator, further ones below
};

/// Paints a cell as a tile, darker for a better fit, hatched where the layer type falls back to the host.
class FitDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace nestwright
