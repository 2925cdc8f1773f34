// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/layer_figures_chart.h"
#include "widgets/plots/shortlist_chart.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QVBoxLayout;

namespace nestwright {
class AcceleratorTableModel;
class FitMatrixModel;
class MachineTableModel;
} // namespace nestwright

namespace nestwright::gui {

class Document;
class ElidedLabel;
class EmptyState;
class PageTable;

/// The Compare mode: totals of every accelerator, where its time goes, how well each layer type fits it, how they stand
/// against the best of them, what the figures rest on, and time and energy by layer type.
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
    [[nodiscard]] QWidget* makeLayers(const QString& title, LayerFiguresChart::Unit unit, LayerFiguresChart** chart,
                                      QWidget* parent);
    /// At once where the page is seen, else when it is shown.
    void refresh();
    void fillTables();
    void showAttributions();
    void showLayers(const std::vector<ShortlistChart::Candidate>& candidates);
    void chooseFit(const QModelIndex& index);

    Document& m_document;
    bool m_isStale = true;
    ElidedLabel* m_summary;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    PageTable* m_table = nullptr;
    AcceleratorTableModel* m_model = nullptr;
    QLabel* m_fitHint = nullptr;
    QWidget* m_attributions = nullptr;
    PageTable* m_fit = nullptr;
    FitMatrixModel* m_fitModel = nullptr;
    QVBoxLayout* m_left = nullptr;
    QWidget* m_curvePanel = nullptr;
    QLabel* m_curveHint = nullptr;
    ShortlistChart* m_curve = nullptr;
    LayerFiguresChart* m_layerTimes = nullptr;
    LayerFiguresChart* m_layerEnergies = nullptr;
    PageTable* m_machines = nullptr;
    MachineTableModel* m_machineModel = nullptr;
};

} // namespace nestwright::gui
