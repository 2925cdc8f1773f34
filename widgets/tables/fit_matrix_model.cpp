// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/fit_matrix_model.h"

#include "widgets/base/palette.h"
#include "widgets/base/translate.h"
#include "widgets/tables/figure_text.h"

#include <QPainter>

#include <algorithm>

namespace nestwright {

namespace {

using report::NumberStyle;

const LayerTypeSummary* summaryOf(const PlanResult& plan, LayerType type) {
    const auto found = std::find_if(plan.byLayerType.begin(), plan.byLayerType.end(),
                                    [type](const auto& summary) { return summary.layerType == type; });
    return found == plan.byLayerType.end() || found->seconds <= 0 ? nullptr : &*found;
}

QString maturityText(int maturity) {
    switch (maturity) {
    case 0:
        return FitMatrixModel::tr("Software: falls back to the host");
    case 1:
        return FitMatrixModel::tr("Software: works");
    case 2:
        return FitMatrixModel::tr("Software: tuned");
    default:
        return FitMatrixModel::tr("Software: best in class");
    }
}

} // namespace

FitMatrixModel::FitMatrixModel(QObject* parent)
    : QAbstractTableModel(parent) {}

void FitMatrixModel::setColumns(std::vector<Column> columns) {
    beginResetModel();
    m_columns = std::move(columns);
    m_types.clear();
    for (const auto& column : m_columns) {
        for (const auto& summary : column.plan->byLayerType) {
            const bool isNew = std::find(m_types.begin(), m_types.end(), summary.layerType) == m_types.end();
            if (isNew && summary.seconds > 0) m_types.push_back(summary.layerType);
        }
    }
    endResetModel();
}

int FitMatrixModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_types.size());
}

int FitMatrixModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || m_columns.empty() ? 0 : static_cast<int>(m_columns.size()) + 1;
}

QString FitMatrixModel::toolTip(const Column& column, const LayerTypeSummary* summary, LayerType type) const {
    QStringList lines{tr("%1 on %2").arg(translated(titleOf(type)), column.name.simplified())};
    if (summary == nullptr) return lines.front() + QLatin1Char('\n') + tr("Takes no time");
    if (summary->mfu) {
        lines << tr("MFU %1: share of the machine's multiply-adds that it sustains")
                     .arg(figureText(summary->mfu, NumberStyle::percent));
    } else {
        lines << tr("No multiply-adds, so no MFU");
    }
    lines << tr("Waits for memory %1 of its time").arg(figureText(summary->memoryStallFraction, NumberStyle::percent))
          << tr("Takes %1, %2 of the model")
                 .arg(figureText(summary->seconds, NumberStyle::seconds),
                      figureText(summary->share, NumberStyle::percent));
    if (const auto found = column.maturity.find(type); found != column.maturity.end()) {
        lines << maturityText(found->second);
    }
    lines << tr("Derived by the model; Enter or a click selects its slowest operator there");
    return lines.join(QLatin1Char('\n'));
}

QVariant FitMatrixModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const auto type = m_types[static_cast<std::size_t>(index.row())];
    if (role == LayerRole) return static_cast<int>(type);
    if (index.column() == 0) {
        if (role == Qt::DisplayRole || role == Qt::ToolTipRole) return translated(titleOf(type));
        if (role == Qt::TextAlignmentRole) return columnAlignment(false);
        return {};
    }
    const auto& column = m_columns[static_cast<std::size_t>(index.column()) - 1];
    const auto* summary = summaryOf(*column.plan, type);
    switch (role) {
    case Qt::DisplayRole:
        if (summary == nullptr) return QStringLiteral("\u2014");
        return summary->mfu ? figureText(summary->mfu, NumberStyle::percent)
                            : tr("stall %1").arg(figureText(summary->memoryStallFraction, NumberStyle::percent));
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignCenter);
    case Qt::ToolTipRole:
        return toolTip(column, summary, type);
    case FitRole:
        return summary != nullptr && summary->mfu ? QVariant(*summary->mfu) : QVariant();
    case NumberRole:
        return column.number;
    case MaturityRole: {
        const auto found = column.maturity.find(type);
        return found == column.maturity.end() ? QVariant() : QVariant(found->second);
    }
    default:
        return {};
    }
}

QVariant FitMatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::TextAlignmentRole) {
        return section == 0 ? columnAlignment(false) : QVariant(Qt::AlignCenter);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    return section == 0 ? tr("Layer type") : m_columns[static_cast<std::size_t>(section) - 1].name;
}

void FitDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    if (index.column() == 0) return QStyledItemDelegate::paint(painter, option, index);
    const auto theme = themeOf(option.palette);
    const auto& colors = palette(theme);
    const auto fit = index.data(FitMatrixModel::FitRole);
    const auto fill = fit.isValid() ? blend(seriesColor("0", theme), colors.ground,
                                            0.12 + 0.88 * std::clamp(fit.toDouble(), 0.0, 1.0))
                                    : colors.panel;
    const auto tile = QRectF(option.rect).adjusted(2, 2, -2, -2);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(fill);
    painter->drawRoundedRect(tile, 4, 4);
    const auto maturity = index.data(FitMatrixModel::MaturityRole);
    if (maturity.isValid() && maturity.toInt() == 0) {
        painter->setBrush(QBrush(blend(colors.mutedText, fill, 0.5), Qt::BDiagPattern));
        painter->drawRoundedRect(tile, 4, 4);
    }
    const bool isCurrent = (option.state & QStyle::State_Selected) != 0;
    if (isCurrent) {
        painter->setPen(QPen(colors.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(tile, 4, 4);
    }
    painter->setPen(fit.isValid() ? labelColor(fill) : colors.text);
    painter->setFont(option.font);
    painter->drawText(tile, Qt::AlignCenter, index.data(Qt::DisplayRole).toString());
    painter->restore();
}

QSize FitDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return QStyledItemDelegate::sizeHint(option, index) + QSize(16, 12);
}

} // namespace nestwright
