// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "widgets/plots/bar_chart.h"

namespace nestwright {

/// Where the energy of an operator's multiply-adds goes, over all runs of its mapping: levels, networks between them,
/// compute and leakage, and what the device draws in that time whatever it does.
class EnergyChart : public BarChart {
    Q_OBJECT

public:
    explicit EnergyChart(QWidget* parent = nullptr);
    /// `staticJ`: static power over the time that the mapping takes, kernel launch included. nullptr: nothing to show.
    void setMapping(const PlannedMapping* mapping, double staticJ);
    [[nodiscard]] QString csv() const override { return m_csv; }

private:
    QString m_csv;
};

} // namespace nestwright
