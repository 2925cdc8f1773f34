// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/accelerator_table_model.h"

#include "widgets/base/palette.h"
#include "widgets/tables/figure_text.h"

#include <QFont>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace nestwright {

namespace {

bool isNumeric(int column) {
    return column >= AcceleratorTableModel::latency && column < AcceleratorTableModel::columns;
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

/// How a figure comes about, in words.
QString formulaOf(int column) {
    switch (column) {
    case AcceleratorTableModel::latency:
        return AcceleratorTableModel::tr("Sum of the predicted times of all operators, kernel launches included");
    case AcceleratorTableModel::throughput:
        return AcceleratorTableModel::tr("Samples, or tokens of a decode step, over the latency; passes back to back");
    case AcceleratorTableModel::mfu:
        return AcceleratorTableModel::tr(
            "All multiply-adds of the model over what all lanes could do in its time at this format");
    case AcceleratorTableModel::stall:
        return stallMeaning();
    case AcceleratorTableModel::energy:
        return AcceleratorTableModel::tr(
            "Of one pass: accesses, multiply-adds, network hops, leakage, and static power over the time");
    case AcceleratorTableModel::power:
        return AcceleratorTableModel::tr("Energy over latency");
    case AcceleratorTableModel::perWatt:
        return AcceleratorTableModel::tr("Throughput over power");
    case AcceleratorTableModel::maturity:
        return AcceleratorTableModel::tr("Software for the model's layer types, weighted by their time: 0 falls back "
                                         "to the host, 1 works, 2 tuned, 3 best in class");
    case AcceleratorTableModel::memory:
        return AcceleratorTableModel::tr("Weights, caches and the largest live set of activations; a cross where the "
                                         "device can't hold them, a question mark where its memory isn't known");
    default:
        return {};
    }
}

} // namespace

AcceleratorTableModel::AcceleratorTableModel(QObject* parent)
    : QAbstractTableModel(parent) {}

void AcceleratorTableModel::setRows(std::vector<Row> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    m_throughputUnit.clear();
    double longest = 0;
    double mostEnergy = 0;
    double mostMemory = 0;
    double mostPerJoule = 0;
    for (const auto& row : m_rows) {
        if (!row.plan) continue;
        const auto& totals = row.plan->totals;
        longest = std::max(longest, totals.latencySeconds.p50);
        mostEnergy = std::max(mostEnergy, totals.energyJ);
        mostMemory = std::max(mostMemory, totals.deviceMemoryBytes);
        mostPerJoule = std::max(mostPerJoule, totals.perfPerWatt.value_or(0));
        m_throughputUnit = QString::fromStdString(totals.throughputUnit);
    }
    m_timeScale = timeScaleFor(longest);
    m_perEnergy = report::energyUnitFor(mostPerJoule);
    m_energyScale = energyScaleFor(mostEnergy);
    m_memoryScale = memoryScaleFor(mostMemory);
    endResetModel();
}

int AcceleratorTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int AcceleratorTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

std::optional<double> AcceleratorTableModel::value(const Row& row, int column) {
    const auto& totals = row.plan->totals;
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
    case maturity:
        return row.maturity;
    case memory:
        return totals.deviceMemoryBytes;
    default:
        return std::nullopt;
    }
}

QString AcceleratorTableModel::text(const Row& row, int column) const {
    if (column == name) {
        const auto named = row.name + QStringLiteral(" \u00b7 ") +
                           (row.plan ? QString::fromStdString(std::string(nameOf(row.plan->format))) : row.state);
        const bool isMisfit = row.plan && row.fit == MemoryFit::tooSmall;
        return isMisfit ? named + QStringLiteral(" \u00b7 ") + tr("doesn't fit") : named;
    }
    if (!row.plan) return QStringLiteral("\u2014");
    const auto figure = value(row, column);
    switch (column) {
    case latency:
        return significantText(figure, m_timeScale.scale);
    case tails: {
        const auto& latencies = row.plan->totals.latencySeconds;
        if (!latencies.p95 || !latencies.p99) return QStringLiteral("\u2014");
        return significantText(latencies.p95, m_timeScale.scale) + QStringLiteral(" / ") +
               significantText(latencies.p99, m_timeScale.scale);
    }
    case throughput:
    case power:
        return significantText(figure);
    case perWatt:
        return significantText(figure, m_perEnergy.joules);
    case mfu:
    case stall:
        return percentColumnText(figure);
    case energy:
        return significantText(figure, m_energyScale.scale);
    case maturity:
        return columnText(figure, 1, 1);
    case memory: {
        const auto needed = significantText(figure, m_memoryScale.scale);
        if (row.fit == MemoryFit::tooSmall) return QStringLiteral("\u2716 ") + needed;
        return row.fit == MemoryFit::unknown ? QStringLiteral("? ") + needed : needed;
    }
    default:
        return {};
    }
}

QString AcceleratorTableModel::toolTip(const Row& row, int column) const {
    if (column == name) {
        const auto help = text(row, name) + QLatin1Char('\n') + tr("Number format of the multiply-adds");
        if (!row.plan || row.fit != MemoryFit::tooSmall) return help;
        return help + QLatin1Char('\n') +
               tr("Not ranked: the device's memory is %1 short")
                   .arg(figureText(row.plan->totals.memoryExcessBytes, report::NumberStyle::bytes));
    }
    const auto title = headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().simplified();
    if (!row.plan) return row.name.simplified() + QLatin1Char('\n') + row.state;
    QStringList lines{QStringLiteral("%1, %2: %3").arg(row.name.simplified(), title, text(row, column).simplified())};
    if (column == tails) {
        const auto& latencies = row.plan->totals.latencySeconds;
        if (!latencies.p95 || !latencies.p99) lines << tr("not modelled");
        lines << headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
        return lines.join(QLatin1Char('\n'));
    }
    if (!isNumeric(column)) return headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
    lines << formulaOf(column)
          << QStringLiteral("%1 %2: %3").arg(glyphOf(Badge::derived), titleOf(Badge::derived), helpOf(Badge::derived));
    if (row.facts.empty()) return lines.join(QLatin1Char('\n'));
    lines << tr("It rests on");
    for (const auto& fact : row.facts) {
        if (fact.value) lines << QStringLiteral("  \u2022 ") + factLine(fact);
    }
    return lines.join(QLatin1Char('\n'));
}

/// What is counted a second, a watt: "tokens/kJ" of "tokens/s".
QString AcceleratorTableModel::perWattUnit() const {
    const auto counted = countedOf(m_throughputUnit.toStdString());
    return (counted.isEmpty() ? QStringLiteral("1") : counted) + QLatin1Char('/') +
           QString::fromStdString(m_perEnergy.unit);
}

bool AcceleratorTableModel::isBest(const Row& row, int column) const {
    if (!isNumeric(column) || column == memory || !row.plan || row.fit == MemoryFit::tooSmall) return false;
    const auto mine = value(row, column);
    if (!mine) return false;
    bool isAhead = false;
    for (const auto& other : m_rows) {
        const bool isRival = other.plan && other.fit != MemoryFit::tooSmall;
        const auto theirs = isRival ? value(other, column) : std::nullopt;
        if (!theirs || &other == &row) continue;
        // What reads the same is as good.
        constexpr double kSame = 1e-3;
        const double margin = std::abs(*mine) * kSame;
        const double lead = isSmallerBetter(column) ? *theirs - *mine : *mine - *theirs;
        if (lead < -margin) return false;
        isAhead = isAhead || lead > margin;
    }
    return isAhead;
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
    case Qt::ForegroundRole:
        if (row.fit != MemoryFit::tooSmall || !row.plan) return {};
        return nestwright::palette(themeOf(QGuiApplication::palette())).mutedText;
    case Qt::ToolTipRole:
        return toolTip(row, index.column());
    case SortRole: {
        const auto figure = row.plan ? value(row, index.column()) : std::nullopt;
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
        case latency:
            return {tr("p50\n%1").arg(m_timeScale.unit), tr("Latency without load")};
        case tails:
            return {tr("p95, p99\n%1").arg(m_timeScale.unit),
                    tr("Latency under load at which 95 % and 99 % of the requests are done: needs a model of the load "
                       "and its queue, which this version doesn't have")};
        case throughput:
            return {m_throughputUnit.isEmpty() ? tr("Throughput") : tr("Throughput\n%1").arg(m_throughputUnit), {}};
        case mfu:
            return {tr("MFU\n%"), {}};
        case stall:
            return {tr("Stall\n%"), {}};
        case energy:
            return {tr("Energy\n%1").arg(m_energyScale.unit), {}};
        case power:
            return {tr("Power\nW"), {}};
        case perWatt:
            return {tr("Per watt\n%1").arg(perWattUnit()), {}};
        case maturity:
            return {tr("Maturity\nof 3"), {}};
        default:
            return {tr("Memory\n%1").arg(m_memoryScale.unit), {}};
        }
    }();
    if (role == Qt::DisplayRole) return head.title;
    if (role != Qt::ToolTipRole) return {};
    const auto help = head.toolTip.isEmpty() ? formulaOf(section) : head.toolTip;
    return head.title.simplified() + QLatin1Char('\n') + help;
}

} // namespace nestwright
