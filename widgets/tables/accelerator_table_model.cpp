// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/accelerator_table_model.h"

#include "widgets/tables/figure_text.h"

#include <QFont>

#include <algorithm>

namespace nestwright {

namespace {

bool isNumeric(int column) {
    return column >= AcceleratorTableModel::latency && column <= AcceleratorTableModel::memory;
}

bool isSmallerBetter(int column) {
    switch (column) {
    case AcceleratorTableModel::latency:
    case AcceleratorTableModel::stall:
    case AcceleratorTableModel::energy:
    case AcceleratorTableModel::power:
        return true;
    default:
        return false;
    }
}

} // namespace

AcceleratorTableModel::AcceleratorTableModel(QObject* parent)
    : QAbstractTableModel(parent) {}

void AcceleratorTableModel::setRows(std::vector<Row> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    m_throughputUnit.clear();
    double largest = 0;
    for (const auto& row : m_rows) {
        if (!row.plan) continue;
        largest = std::max(largest, row.plan->totals.latencySeconds.p50);
        m_throughputUnit = QString::fromStdString(row.plan->totals.throughputUnit);
    }
    m_timeScale = timeScaleFor(largest);
    endResetModel();
}

int AcceleratorTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int AcceleratorTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

std::optional<double> AcceleratorTableModel::value(const PlanTotals& totals, int column) {
    switch (column) {
    case latency:
        return totals.latencySeconds.p50;
    case throughput:
        return totals.throughputPerSecond;
    case mfu:
        return totals.mfu;
    case stall:
        return totals.memoryStallFraction;
    case energy:
        return totals.energyJ;
    case power:
        return totals.powerW;
    case perWatt:
        return totals.perfPerWatt;
    case memory:
        return totals.deviceMemoryBytes;
    default:
        return std::nullopt;
    }
}

QString AcceleratorTableModel::text(const Row& row, int column) const {
    using report::NumberStyle;
    if (column == name) return row.name;
    if (!row.plan) return column == format ? row.state : QStringLiteral("\u2014");
    const auto figure = value(row.plan->totals, column);
    switch (column) {
    case format: {
        const auto text = nameOf(row.plan->format);
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    case latency:
        return columnText(figure, m_timeScale.scale, m_timeScale.decimals);
    case throughput:
        return columnText(figure, 1, figure && *figure < 100 ? 2 : 0);
    case mfu:
    case stall:
        return percentColumnText(figure);
    case energy:
        return figureText(figure, NumberStyle::energy);
    case power:
        return columnText(figure, 1, figure && *figure < 10 ? 2 : 0);
    case perWatt:
        return columnText(figure, 1, 2);
    case memory: {
        const auto needed = figureText(figure, NumberStyle::bytes);
        return row.plan->totals.fits ? needed : tr("\u2716 %1").arg(needed);
    }
    default:
        return {};
    }
}

bool AcceleratorTableModel::isBest(const Row& row, int column) const {
    if (!isNumeric(column) || column == memory || !row.plan) return false;
    const auto mine = value(row.plan->totals, column);
    if (!mine) return false;
    int rivals = 0;
    for (const auto& other : m_rows) {
        const auto theirs = other.plan ? value(other.plan->totals, column) : std::nullopt;
        if (!theirs || &other == &row) continue;
        ++rivals;
        if (isSmallerBetter(column) ? *theirs < *mine : *theirs > *mine) return false;
    }
    return rivals > 0;
}

QVariant AcceleratorTableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::TextAlignmentRole:
        return columnAlignment(isNumeric(index.column()));
    case Qt::FontRole: {
        if (!isBest(row, index.column())) return {};
        QFont font;
        font.setBold(true);
        return font;
    }
    case Qt::ToolTipRole:
        return headerData(index.column(), Qt::Horizontal, Qt::ToolTipRole);
    case SortRole: {
        const auto figure = row.plan ? value(row.plan->totals, index.column()) : std::nullopt;
        return figure ? QVariant(*figure) : QVariant(text(row, index.column()));
    }
    default:
        return {};
    }
}

QVariant AcceleratorTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columns) return {};
    if (role == Qt::TextAlignmentRole) {
        return columnAlignment(isNumeric(section));
    }
    struct Head {
        QString title;
        QString toolTip;
    };
    const auto head = [&]() -> Head {
        switch (section) {
        case name:
            return {tr("Accelerator"), tr("Accelerators under comparison")};
        case format:
            return {tr("Format"), tr("Number format of the multiply-adds")};
        case latency:
            return {tr("Latency\n%1").arg(m_timeScale.unit), tr("Predicted time of one pass through the model")};
        case throughput:
            return {m_throughputUnit.isEmpty() ? tr("Throughput") : tr("Throughput\n%1").arg(m_throughputUnit),
                    tr("Samples, or tokens of a decode step, in a second")};
        case mfu:
            return {tr("MFU\n%"), tr("All multiply-adds of the model over what all lanes could do in its time")};
        case stall:
            return {tr("Stall\n%"), tr("Share of the time in which compute waits for memory")};
        case energy:
            return {tr("Energy"), tr("Energy of one pass through the model")};
        case power:
            return {tr("Power\nW"), tr("Energy over latency; a dash where the device's static power isn't known")};
        case perWatt:
            return {tr("Per watt\n1/J"), tr("Throughput over power")};
        default:
            return {tr("Memory"),
                    tr("Weights, caches and the largest live set of activations; a cross where the device "
                       "can't hold them")};
        }
    }();
    if (role == Qt::DisplayRole) return head.title;
    if (role == Qt::ToolTipRole) return head.toolTip;
    return {};
}

} // namespace nestwright
