// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/fit_matrix.h"

#include "widgets/base/palette.h"
#include "widgets/base/translate.h"
#include "widgets/tables/figure_text.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace nestwright::gui {

namespace {

const LayerTypeSummary* summaryOf(const PlanResult& plan, LayerType type) {
    const auto found = std::find_if(plan.byLayerType.begin(), plan.byLayerType.end(),
                                    [type](const auto& summary) { return summary.layerType == type; });
    return found == plan.byLayerType.end() ? nullptr : &*found;
}

void dress(QLabel* cell, const LayerTypeSummary* summary, const QWidget* widget) {
    using report::NumberStyle;
    const auto theme = themeOf(widget->palette());
    const auto& colors = palette(theme);
    if (summary == nullptr) {
        cell->setText(QStringLiteral("\u2014"));
        return;
    }
    const auto share = figureText(summary->share, NumberStyle::percent);
    if (!summary->mfu) {
        const auto stall = figureText(summary->memoryStallFraction, NumberStyle::percent);
        cell->setText(FitMatrix::tr("stall %1").arg(stall));
        cell->setStyleSheet(QStringLiteral("background:%1; border-radius:4px;").arg(colors.panel.name()));
        cell->setToolTip(
            FitMatrix::tr("No multiply-adds; waits for memory %1 of its time. Takes %2 of the model's time")
                .arg(stall, share));
        return;
    }
    const auto fill = blend(seriesColor("0", theme), colors.ground, 0.12 + 0.88 * std::clamp(*summary->mfu, 0.0, 1.0));
    cell->setText(figureText(summary->mfu, NumberStyle::percent));
    cell->setStyleSheet(
        QStringLiteral("background:%1; color:%2; border-radius:4px;").arg(fill.name(), labelColor(fill).name()));
    cell->setToolTip(
        FitMatrix::tr("Share of the machine's multiply-adds that this layer type sustains. Takes %1 of the "
                      "model's time")
            .arg(share));
}

} // namespace

FitMatrix::FitMatrix(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this)) {
    setObjectName(QStringLiteral("fitMatrix"));
    setAccessibleName(tr("Workload fit by layer type and accelerator"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(4);
}

void FitMatrix::setPlans(std::vector<PlanPointer> plans) {
    m_plans = std::move(plans);
    rebuild();
}

void FitMatrix::rebuild() {
    while (auto* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (int column = 0; column < m_grid->columnCount(); ++column) m_grid->setColumnStretch(column, 0);
    std::vector<LayerType> types;
    for (const auto& plan : m_plans) {
        for (const auto& summary : plan->byLayerType) {
            if (std::find(types.begin(), types.end(), summary.layerType) == types.end()) {
                types.push_back(summary.layerType);
            }
        }
    }
    int column = 1;
    for (const auto& plan : m_plans) {
        auto* head = new QLabel(QString::fromStdString(plan->acceleratorName), this);
        head->setAlignment(Qt::AlignCenter);
        head->setWordWrap(true);
        m_grid->addWidget(head, 0, column);
        m_grid->setColumnStretch(column, 1);
        int row = 1;
        for (const auto type : types) {
            auto* cell = new QLabel(this);
            cell->setAlignment(Qt::AlignCenter);
            cell->setMinimumHeight(fontMetrics().height() + 12);
            dress(cell, summaryOf(*plan, type), this);
            m_grid->addWidget(cell, row++, column);
        }
        ++column;
    }
    int row = 1;
    for (const auto type : types) {
        auto* name = new QLabel(translated(titleOf(type)), this);
        name->setMinimumWidth(140);
        m_grid->addWidget(name, row++, 0);
    }
}

void FitMatrix::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    // Not at once: Qt walks over the widgets that a rebuild replaces.
    if (event->type() == QEvent::PaletteChange) {
        QMetaObject::invokeMethod(this, &FitMatrix::rebuild, Qt::QueuedConnection);
    }
}

} // namespace nestwright::gui
