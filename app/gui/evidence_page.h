// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/document.h"

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace nestwright {
class LayerTimeChart;
class ReportTableModel;
} // namespace nestwright

namespace nestwright::gui {

class ElidedLabel;
class EmptyState;
class PageTable;
class Workbench;

/// The Evidence mode: the evidence matrix and the review checklist of the report, and, while nothing is attached, which
/// operators are worth a measurement first.
class EvidencePage : public QWidget {
    Q_OBJECT

public:
    explicit EvidencePage(Workbench& workbench, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeContent();
    [[nodiscard]] QWidget* makeIntroduction(QWidget* parent);
    /// A panel with a table; `model` and `table` get what it made.
    [[nodiscard]] QWidget* makeTable(const QString& title, const QString& name, std::vector<int> weights,
                                     ReportTableModel** model, PageTable** table, QWidget* parent);
    [[nodiscard]] QWidget* makeTimes(QWidget* parent);
    void showLegend();
    void plansChanged();
    void rebuild();
    void showTargets();

    Workbench& m_workbench;
    ElidedLabel* m_summary;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    ReportTableModel* m_matrix = nullptr;
    PageTable* m_matrixTable = nullptr;
    ReportTableModel* m_checklist = nullptr;
    PageTable* m_checklistTable = nullptr;
    ReportTableModel* m_targets = nullptr;
    PageTable* m_targetTable = nullptr;
    QLabel* m_legend = nullptr;
    LayerTimeChart* m_times = nullptr;
    bool m_isStale = true;
    bool m_hasStaleTargets = true; ///< other rows came while the page was not seen
};

} // namespace nestwright::gui
