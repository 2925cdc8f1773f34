// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/report_table_model.h"

#include "core/report/cell_text.h"
#include "widgets/base/translate.h"
#include "widgets/tables/figure_text.h"

namespace nestwright {

namespace {

QString textOf(const report::Cell& cell, const report::Column& column) {
    if (const auto* message = std::get_if<Message>(&cell)) return translated(*message);
    return QString::fromStdString(report::cellText(cell, &column));
}

/// A shape beside the word, so that a status is seen without reading.
QString statusGlyph(const report::Cell& cell) {
    const auto* message = std::get_if<Message>(&cell);
    if (message == nullptr) return {};
    if (message->english == "missing" || message->english == "open") return QStringLiteral("\u25cb ");
    if (message->english == "attached") return QStringLiteral("\u25d0 ");
    if (message->english == "agrees" || message->english == "closed") return QStringLiteral("\u25cf ");
    return message->english == "contradicts" ? QStringLiteral("\u25b2 ") : QString();
}

} // namespace

ReportTableModel::ReportTableModel(QObject* parent)
    : QAbstractTableModel(parent) {}

void ReportTableModel::setTable(report::Table table) {
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

int ReportTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int ReportTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant ReportTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const auto& column = m_table.columns[static_cast<std::size_t>(index.column())];
    const auto& cell = m_table.rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return (column.key == "status" ? statusGlyph(cell) : QString()) + textOf(cell, column);
    case Qt::ToolTipRole: {
        const auto* number = std::get_if<report::Number>(&cell);
        if (number != nullptr && !number->value && !number->why.empty()) return translated(number->why);
        return textOf(cell, column);
    }
    case Qt::TextAlignmentRole:
        return columnAlignment(column.isNumeric);
    default:
        return {};
    }
}

QVariant ReportTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const auto& column = m_table.columns[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole) return columnAlignment(column.isNumeric);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    const auto title = translated(column.title);
    if (column.unit.empty()) return title;
    return title + (role == Qt::DisplayRole ? QStringLiteral("\n") : QStringLiteral(", ")) +
           QString::fromStdString(column.unit);
}

} // namespace nestwright
