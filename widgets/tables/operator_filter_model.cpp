// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/operator_filter_model.h"

#include "widgets/tables/operator_table_model.h"

namespace nestwright {

OperatorFilterModel::OperatorFilterModel(OperatorTableModel* source, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_source(source) {
    setSourceModel(source);
    setSortRole(OperatorTableModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void OperatorFilterModel::setQuery(OperatorQuery query) {
    m_query = std::move(query);
    invalidateFilter();
}

bool OperatorFilterModel::filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const {
    return !sourceParent.isValid() && (m_query.isEmpty() || m_query.matches(m_source->row(sourceRow)));
}

} // namespace nestwright
