// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "widgets/plots/bar_chart.h"

namespace nestwright {

/// Where the time goes by layer type: a bar for each, split into useful, diluted, blocked and delayed.
class LayerTimeChart : public BarChart {
    Q_OBJECT

public:
    explicit LayerTimeChart(QWidget* parent = nullptr);
    void setPlan(const PlanResult* plan);
    [[nodiscard]] QString csv() const override;

private:
    std::vector<LayerTypeSummary> m_summaries;
};

} // namespace nestwright
