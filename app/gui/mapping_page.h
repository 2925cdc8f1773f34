// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QFrame;
class QPlainTextEdit;
class QStackedWidget;
class QVBoxLayout;

namespace nestwright {
class Chart;
class EnergyChart;
class FigureGrid;
class LaneView;
class MappingView;
class RooflineChart;
struct MappingPicture;
} // namespace nestwright

namespace nestwright::gui {

class Document;
class ElidedLabel;
class EmptyState;
struct PageFrame;

/// The Mapping mode: how the selected operator runs on the memory hierarchy. Read-only.
class MappingPage : public QWidget {
    Q_OBJECT

public:
    explicit MappingPage(Document& document, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Shows the present state at once where the page is seen, else when it is shown.
    void stateChanged(bool hasOtherRows);
    void buildBar(const PageFrame& frame);
    [[nodiscard]] QWidget* makeContent();
    void addLevels(QVBoxLayout* column, QWidget* content);
    void addDetails(QVBoxLayout* column, QWidget* content);
    [[nodiscard]] QWidget* makeRoofline(QWidget* parent);
    [[nodiscard]] QWidget* makeEnergy(QWidget* parent);
    [[nodiscard]] FigureGrid* addGrid(QVBoxLayout* column, QWidget* parent, const QString& caption, const QString& name,
                                      QFrame** panel);
    void refresh();
    void showEinsum();
    void showVector();
    void showPicture(const std::shared_ptr<const MappingPicture>& picture);
    void showTiles(const MappingPicture& picture);
    void showPorts(const MappingPicture& picture);
    void showSummary(const PlannedMapping& mapping);
    void showFigures(const PlannedMapping& mapping);
    void showEnergy(std::size_t index);
    void showEmpty();
    void fillOperators();

    Document& m_document;
    QComboBox* m_operator = nullptr;
    QComboBox* m_einsum = nullptr;
    ElidedLabel* m_summary = nullptr;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    MappingView* m_view = nullptr;
    QFrame* m_lanePanel = nullptr;
    LaneView* m_lanes = nullptr;
    QFrame* m_figurePanel = nullptr;
    FigureGrid* m_figures = nullptr;
    QFrame* m_tilePanel = nullptr;
    FigureGrid* m_tiles = nullptr;
    QFrame* m_portPanel = nullptr;
    FigureGrid* m_ports = nullptr;
    QFrame* m_nestPanel = nullptr;
    QPlainTextEdit* m_nest = nullptr;
    RooflineChart* m_roofline = nullptr;
    QFrame* m_energyPanel = nullptr;
    EnergyChart* m_energy = nullptr;
    PlanPointer m_shownPlan; ///< in the roofline
    bool m_isStale = true;
    bool m_hasOtherRows = true;
};

} // namespace nestwright::gui
