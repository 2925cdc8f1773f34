// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/operator_table_model.h"

#include "widgets/base/palette.h"
#include "widgets/base/translate.h"
#include "widgets/tables/figure_text.h"

#include <algorithm>

namespace nestwright {

namespace {

bool isFigureColumn(int column) {
    return column == OperatorTableModel::number ||
           (column >= OperatorTableModel::time && column <= OperatorTableModel::stall);
}

} // namespace

OperatorTableModel::OperatorTableModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_all(std::make_shared<const std::vector<OperatorRow>>()) {}

void OperatorTableModel::setRows(OperatorRowsPointer rows) {
    beginResetModel();
    m_all = std::move(rows);
    group();
    endResetModel();
}

void OperatorTableModel::setGrouped(bool isGrouped) {
    if (m_isGrouped == isGrouped) return;
    beginResetModel();
    m_isGrouped = isGrouped;
    group();
    endResetModel();
}

void OperatorTableModel::setQuery(OperatorQuery query) {
    if (m_query.isEmpty() && query.isEmpty()) return;
    beginResetModel();
    m_query = std::move(query);
    filter();
    endResetModel();
}

void OperatorTableModel::group() {
    m_groups = m_isGrouped ? groupedByShape(*m_all) : std::vector<OperatorRow>();
    double largest = 0;
    for (const auto& row : shown()) largest = std::max(largest, row.seconds);
    m_timeScale = timeScaleFor(largest);
    filter();
}

void OperatorTableModel::filter() {
    m_order.clear();
    const auto& rows = shown();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (m_query.isEmpty() || m_query.matches(rows[i])) m_order.push_back(static_cast<int>(i));
    }
    sortRows();
}

void OperatorTableModel::sortRows() {
    const auto& rows = shown();
    std::vector<double> keys(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) keys[i] = sortValue(rows[i], m_sortColumn);
    const bool isRising = m_sortOrder == Qt::AscendingOrder;
    std::sort(m_order.begin(), m_order.end(), [&](int a, int b) {
        const double left = keys[at(a)];
        const double right = keys[at(b)];
        return left != right ? (left < right) == isRising : a < b;
    });
    m_rowById.assign(m_all->size(), -1);
    for (std::size_t i = 0; i < m_order.size(); ++i) m_rowById[at(rows[at(m_order[i])].id)] = static_cast<int>(i);
}

void OperatorTableModel::sort(int column, Qt::SortOrder order) {
    if (column < 0 || column >= columns) return;
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    m_sortColumn = column;
    m_sortOrder = order;
    const auto before = persistentIndexList();
    std::vector<OperatorId> ids;
    ids.reserve(static_cast<std::size_t>(before.size()));
    for (const auto& index : before) ids.push_back(row(index.row()).id);
    sortRows();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        after << index(m_rowById[at(ids[static_cast<std::size_t>(i)])], before[i].column());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

int OperatorTableModel::rowOf(OperatorId id) const {
    if (id < 0 || at(id) >= m_all->size()) return -1;
    return m_rowById[at(m_isGrouped ? (*m_all)[at(id)].firstOfShape : id)];
}

int OperatorTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int OperatorTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QString OperatorTableModel::text(const OperatorRow& row, int column) const {
    switch (column) {
    case number:
        return QString::number(row.id);
    case title:
        return m_isGrouped && row.identicalCount > 1
                   ? QStringLiteral("%1  \u00d7%2").arg(row.title).arg(row.identicalCount)
                   : row.title;
    case name:
        return row.name;
    case layerType:
        return translated(titleOf(row.layerType));
    default:
        break;
    }
    const bool isUnknown = !row.isPlanned || (row.isFree && column >= mfu);
    if (isUnknown) return QStringLiteral("\u2014");
    switch (column) {
    case time:
        return columnText(row.seconds, m_timeScale.scale, m_timeScale.decimals);
    case share:
        return percentColumnText(row.share);
    case cumulative:
        return percentColumnText(row.cumulativeShare);
    case mfu:
        return percentColumnText(row.mfu);
    case stall:
        return percentColumnText(row.memoryStallFraction);
    case bottleneck:
        return QStringLiteral("%1 %2, %3")
            .arg(bottleneckGlyph(row.bottleneck), translated(titleOf(row.bottleneck)), row.where);
    default:
        return {};
    }
}

double OperatorTableModel::sortValue(const OperatorRow& row, int column) {
    switch (column) {
    case title:
        return row.titleOrder;
    case name:
        return row.nameOrder;
    case layerType:
        return static_cast<double>(row.layerType);
    case time:
        return row.seconds;
    case share:
        return row.share;
    case cumulative:
        return row.cumulativeShare;
    case mfu:
        return row.mfu.value_or(-1);
    case stall:
        return row.isPlanned && !row.isFree ? row.memoryStallFraction : -1;
    case bottleneck:
        return row.isPlanned && !row.isFree ? row.bottleneckOrder : -1;
    default:
        return row.id;
    }
}

QVariant OperatorTableModel::bar(const OperatorRow& row, int column) {
    if (!row.isPlanned || row.isFree) return {};
    if (column == share) return row.share;
    if (column == mfu && row.mfu) return *row.mfu;
    if (column == stall) return row.memoryStallFraction;
    return {};
}

QString OperatorTableModel::toolTip(const OperatorRow& row, int column) const {
    if (column == title || column == name) {
        const auto count = row.identicalCount > 1
                               ? QLatin1Char('\n') + tr("%n operators have this shape.", nullptr, row.identicalCount)
                               : QString();
        return row.title + QLatin1Char('\n') + row.name + count;
    }
    return text(row, column) + QLatin1Char('\n') + headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
}

QVariant OperatorTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const auto& here = row(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(here, index.column());
    case Qt::TextAlignmentRole:
        return columnAlignment(isFigureColumn(index.column()));
    case Qt::ToolTipRole:
        return toolTip(here, index.column());
    case OperatorRole:
        return here.id;
    case BarRole:
        return bar(here, index.column());
    default:
        return {};
    }
}

QVariant OperatorTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columns) return {};
    if (role == Qt::TextAlignmentRole) {
        return columnAlignment(isFigureColumn(section));
    }
    struct Head {
        QString title;
        QString toolTip;
    };
    const auto head = [&]() -> Head {
        switch (section) {
        case number:
            return {tr("No."),
                    tr("Number of the operator in the order of the model, from 0: its id for nestwright-cli too")};
        case title:
            return {tr("Operator"), tr("Type of the operator with the dims that describe it")};
        case name:
            return {tr("Name"), tr("Name of the operator in the model")};
        case layerType:
            return {tr("Layer type"), tr("Kind of work; every total is also given by layer type")};
        case time:
            return {tr("Time\n%1").arg(m_timeScale.unit),
                    tr("Predicted time over all repeats, kernel launch included")};
        case share:
            return {tr("Share\n%"), tr("Share of the model's time")};
        case cumulative:
            return {tr("Sum\n%"), tr("Share of the model's time that this operator and all slower ones take")};
        case mfu:
            return {tr("MFU\n%"), mfuMeaning() + QLatin1Char('\n') + tr("A dash where the operator has none")};
        case stall:
            return {tr("Stall\n%"), stallMeaning()};
        default:
            return {tr("Bottleneck"), tr("What consumed the time first, and the path that proves it")};
        }
    }();
    if (role == Qt::DisplayRole) return head.title;
    if (role == Qt::ToolTipRole) return head.title.simplified() + QLatin1Char('\n') + head.toolTip;
    return {};
}

} // namespace nestwright
