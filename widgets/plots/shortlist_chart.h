// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/plan/plan.h"
#include "widgets/plots/bar_chart.h"

namespace nestwright {

/// The accelerators against the best of the shortlist, criterion by criterion; longer is better throughout.
class ShortlistChart : public BarChart {
    Q_OBJECT

public:
    struct Candidate {
        const Accelerator* accelerator = nullptr;
        QString label; ///< what it is called
        PlanPointer plan;
        int number = 0; ///< its place in the shortlist, from 1
    };

    explicit ShortlistChart(QWidget* parent = nullptr);
    /// Planned ones only; the accelerators are read here and not kept.
    void setCandidates(const std::vector<Candidate>& candidates);
    [[nodiscard]] QString csv() const override { return m_csv; }

private:
    QString m_csv;
};

/// Maturity of the software from 0 to 3, weighted by the time that each layer type takes; nothing where the description
/// has no figure for a layer type that takes time.
[[nodiscard]] std::optional<double> weightedMaturity(const Accelerator& accelerator, const PlanResult& plan);

/// The key of the colour that stands for the accelerator at a place of the shortlist, from 1.
[[nodiscard]] std::string shortlistColor(int number);

} // namespace nestwright
