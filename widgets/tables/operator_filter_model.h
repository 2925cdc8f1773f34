// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tables/operator_query.h"

#include <QSortFilterProxyModel>

namespace nestwright {

class OperatorTableModel;

/// Sorts operators by value and keeps those that a query matches.
class OperatorFilterModel : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit OperatorFilterModel(OperatorTableModel* source, QObject* parent = nullptr);
    void setQuery(OperatorQuery query);

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;

private:
    OperatorTableModel* m_source;
    OperatorQuery m_query;
};

} // namespace nestwright
