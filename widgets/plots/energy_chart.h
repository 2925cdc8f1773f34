// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "widgets/plots/bar_chart.h"

namespace nestwright {

/// Where the energy of one mapping goes: its levels, the networks between them, and the rest, which is compute and
/// leakage.
class EnergyChart : public BarChart {
    Q_OBJECT

public:
    explicit EnergyChart(QWidget* parent = nullptr);
    /// nullptr: nothing to show.
    void setMapping(const PlannedMapping* mapping);
    [[nodiscard]] QString csv() const override { return m_csv; }

private:
    QString m_csv;
};

} // namespace nestwright
