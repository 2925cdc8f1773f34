// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/plan/plan.h"

#include <qcustomplot.h>

#include <vector>

namespace nestwright::gui {

/// All operators of a plan against the roofs of its accelerator, both axes logarithmic. A click selects an operator.
class RooflinePlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit RooflinePlot(QWidget* parent = nullptr);
    void setPlan(const PlanResult* plan, const Accelerator* accelerator);
    void setSelected(OperatorId id);

signals:
    void operatorClicked(nestwright::OperatorId id);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Dot {
        OperatorId id = kNoOperator;
        double intensity = 0; ///< operations a byte of device memory
        double rate = 0;      ///< operations a second
        double seconds = 0;
        BottleneckClass kind = BottleneckClass::compute;
        QString text;
    };

    void collect(const PlanResult& plan);
    void redraw();
    void drawDots();
    void drawRoofs();
    void drawSelection();
    void dress();
    [[nodiscard]] const Dot* dotAt(const QPointF& position) const;

    std::vector<Dot> m_dots;
    double m_peak = 0;      ///< operations a second
    double m_bandwidth = 0; ///< bytes a second
    OperatorId m_selected = kNoOperator;
};

} // namespace nestwright::gui
