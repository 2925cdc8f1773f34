// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QWidget>

#include <vector>

class QGridLayout;

namespace nestwright::gui {

/// Layer types against accelerators: how much of the machine each sustains. A darker cell is a better fit; layer types
/// without multiply-adds show their stall fraction, without a colour.
class FitMatrix : public QWidget {
    Q_OBJECT

public:
    explicit FitMatrix(QWidget* parent = nullptr);
    void setPlans(std::vector<PlanPointer> plans);

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();

    std::vector<PlanPointer> m_plans;
    QGridLayout* m_grid;
};

} // namespace nestwright::gui
