// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "widgets/plots/bar_chart.h"

namespace nestwright {

/// A figure of every layer type for several accelerators, or several figures of one of them: a bar for each, side by
/// side. All bars of a chart have one unit.
class LayerFiguresChart : public BarChart {
    Q_OBJECT

public:
    enum class Unit { seconds, energy, fraction };
    struct Series {
        QString name;
        QString label;     ///< short, in the bar
        std::string color; ///< key of a series
        PlanPointer plan;
        std::optional<double> (*value)(const LayerTypeSummary&);
    };

    LayerFiguresChart(const QString& name, const QString& accessibleName, Unit unit, QWidget* parent = nullptr);
    void setSeries(const std::vector<Series>& series);
    [[nodiscard]] QString csv() const override { return m_csv; }

private:
    [[nodiscard]] QString axisLabel(const QString& unit) const;

    Unit m_unit;
    QString m_csv;
};

/// The values that a series takes from a layer type.
[[nodiscard]] std::optional<double> layerSeconds(const LayerTypeSummary& summary);
[[nodiscard]] std::optional<double> layerEnergy(const LayerTypeSummary& summary);
[[nodiscard]] std::optional<double> layerMfu(const LayerTypeSummary& summary);
[[nodiscard]] std::optional<double> layerStall(const LayerTypeSummary& summary);

} // namespace nestwright
