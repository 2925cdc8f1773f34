// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "widgets/plots/bar_chart.h"

namespace nestwright {

/// Where the energy of an operator's multiply-adds goes, over all runs of its mapping: levels, networks between them,
/// compute and leakage, what the device draws in that time whatever it does, and the operator's other parts.
class EnergyChart : public BarChart {
    Q_OBJECT

public:
    explicit EnergyChart(QWidget* parent = nullptr);
    /// What the operator takes beside the accesses of the mapping, in joules.
    struct Beside {
        double staticJ = 0; ///< static power over the time that the mapping takes, kernel launch included
        double restJ = 0;   ///< of the operator's other parts, static power included
        QString restName;
    };
    /// nullptr: nothing to show.
    void setMapping(const PlannedMapping* mapping, const Beside& beside);
    [[nodiscard]] QString csv() const override { return m_csv; }

private:
    QString m_csv;
};

} // namespace nestwright
