// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QStackedWidget;

namespace nestwright {
class AcceleratorTableModel;
class Chart;
class FitMatrixModel;
class MachineTableModel;
class ShortlistChart;
} // namespace nestwright

namespace nestwright::gui {

class Document;
class ElidedLabel;
class EmptyState;
class PageTable;

/// The Compare mode: totals of every accelerator, where its time goes, how well each layer type fits it, how they stand
/// against the best of them, and what the figures rest on.
class ComparePage : public QWidget {
    Q_OBJECT

public:
    explicit ComparePage(Document& document, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeContent();
    [[nodiscard]] QWidget* makeShortlist(QWidget* parent);
    [[nodiscard]] QWidget* makeTimes(QWidget* parent);
    [[nodiscard]] QWidget* makeFit(QWidget* parent);
    [[nodiscard]] QWidget* makeCurve(QWidget* parent);
    [[nodiscard]] QWidget* makeMachines(QWidget* parent);
    /// At once where the page is seen, else when it is shown.
    void refresh();
    void fillTables();
    void showAttributions();
    void chooseFit(const QModelIndex& index);

    Document& m_document;
    bool m_isStale = true;
    ElidedLabel* m_summary;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    PageTable* m_table = nullptr;
    AcceleratorTableModel* m_model = nullptr;
    QWidget* m_attributions = nullptr;
    PageTable* m_fit = nullptr;
    FitMatrixModel* m_fitModel = nullptr;
    ShortlistChart* m_curve = nullptr;
    PageTable* m_machines = nullptr;
    MachineTableModel* m_machineModel = nullptr;
};

} // namespace nestwright::gui
