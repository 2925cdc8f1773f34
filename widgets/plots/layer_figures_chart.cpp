// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/layer_figures_chart.h"

#include "widgets/base/translate.h"
#include "widgets/plots/chart_export.h"
#include "widgets/tables/figure_text.h"

#include <algorithm>

namespace nestwright {

namespace {

using report::NumberStyle;

constexpr int kFigureBarPitch = 17;
constexpr int kFigureGroupGap = 9;
constexpr double kFigureRoomForValue = 1.16;

/// Layer types that take time on any of the accelerators, in the order of the first.
std::vector<LayerType> layerTypesOf(const std::vector<LayerFiguresChart::Series>& series) {
    std::vector<LayerType> types;
    for (const auto& one : series) {
        for (const auto& summary : one.plan->byLayerType) {
            const bool isNew = std::find(types.begin(), types.end(), summary.layerType) == types.end();
            if (isNew && summary.seconds > 0) types.push_back(summary.layerType);
        }
    }
    return types;
}

std::optional<double> valueOf(const LayerFiguresChart::Series& series, LayerType type) {
    for (const auto& summary : series.plan->byLayerType) {
        if (summary.layerType == type) return series.value(summary);
    }
    return std::nullopt;
}

ColumnScale scaleFor(LayerFiguresChart::Unit unit, double largest) {
    if (unit == LayerFiguresChart::Unit::seconds) return timeScaleFor(largest);
    if (unit == LayerFiguresChart::Unit::energy) return energyScaleFor(largest);
    return {QStringLiteral("%"), 100, 1};
}

QString textOf(LayerFiguresChart::Unit unit, std::optional<double> value) {
    if (unit == LayerFiguresChart::Unit::seconds) return figureText(value, NumberStyle::seconds);
    if (unit == LayerFiguresChart::Unit::energy) return figureText(value, NumberStyle::energy);
    return figureText(value, NumberStyle::percent);
}

} // namespace

std::optional<double> layerSeconds(const LayerTypeSummary& summary) { return summary.seconds; }
std::optional<double> layerEnergy(const LayerTypeSummary& summary) { return summary.energyJ; }
std::optional<double> layerMfu(const LayerTypeSummary& summary) { return summary.mfu; }
std::optional<double> layerStall(const LayerTypeSummary& summary) { return summary.memoryStallFraction; }

LayerFiguresChart::LayerFiguresChart(const QString& name, const QString& accessibleName, Unit unit, QWidget* parent)
    : BarChart(name, parent)
    , m_unit(unit) {
    setAccessibleName(accessibleName);
    setSeries({});
}

QString LayerFiguresChart::axisLabel(const QString& unit) const {
    if (m_unit == Unit::seconds) return tr("Time, %1").arg(unit);
    if (m_unit == Unit::energy) return tr("Energy of one pass, %1").arg(unit);
    return tr("Share, %1").arg(unit);
}

void LayerFiguresChart::setSeries(const std::vector<Series>& series) {
    const auto count = static_cast<double>(std::max<std::size_t>(1, series.size()));
    const double pitch = count * kFigureBarPitch + kFigureGroupGap;
    double largest = 0;
    QStringList names;
    std::vector<Bar> bars;
    m_csv = QStringLiteral("layer_type,series,value\n");
    for (const auto type : layerTypesOf(series)) {
        const auto title = translated(titleOf(type));
        for (std::size_t i = 0; i < series.size(); ++i) {
            const auto value = valueOf(series[i], type);
            Bar bar;
            bar.row = static_cast<double>(names.size()) +
                      (static_cast<double>(i) - (count - 1) / 2) * kFigureBarPitch / pitch;
            bar.thickness = kFigureBarPitch * 0.82 / pitch;
            bar.to = value.value_or(0);
            bar.color = series[i].color;
            bar.inside = series[i].label;
            bar.after = textOf(m_unit, value);
            bar.toolTip = tr("%1, %2: %3").arg(title, series[i].name, bar.after);
            bar.tag = static_cast<int>(type);
            largest = std::max(largest, bar.to);
            m_csv += csvField(QString::fromUtf8(keyOf(type).data())) + QLatin1Char(',') + csvField(series[i].name) +
                     QLatin1Char(',') + (value ? QString::number(*value, 'g', 9) : QString()) + QLatin1Char('\n');
            bars.push_back(std::move(bar));
        }
        names << title;
    }
    const auto scale = scaleFor(m_unit, largest);
    setRows(names, static_cast<int>(pitch), axisLabel(scale.unit), scale.scale);
    setBars(std::move(bars), largest * kFigureRoomForValue);
}

} // namespace nestwright
