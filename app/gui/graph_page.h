// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/graph_colouring.h"
#include "core/project/project.h"
#include "core/workload/graph.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <string>

class QAction;
class QComboBox;
class QHBoxLayout;
class QKeyEvent;
class QLabel;
class QLineEdit;
class QSplitter;
class QTableView;
class QToolButton;

namespace nestwright {
class GraphLegend;
class GraphView;
class MiniMap;
class OperatorTableModel;
} // namespace nestwright

namespace nestwright::gui {

class Document;
class FilterStrip;
class JobRunner;
class Workbench;

/// The Graph mode: the laid-out graph, and the table of the same operators beside it. One search works on both.
class GraphPage : public QWidget {
    Q_OBJECT

public:
    explicit GraphPage(Workbench& workbench, QWidget* parent = nullptr);
    void focusSearch();
    void fit();
    void exportPicture();
    /// Writes down what is looked at, and looks at it again: all but the place at once, the place once the page is
    /// shown.
    void describe(ProjectView& view) const;
    void restore(const ProjectView& view);
    void restorePlace(const GraphPlace& place);
    /// The node of the graph that stands for an operator, or -1.
    [[nodiscard]] std::int32_t nodeOf(OperatorId id) const;
    /// Draws every repeat folded or flat.
    void setFolded(bool isFolded);
    void setWeightsShown(bool isShown);

signals:
    void mappingWanted();
    /// Blocks were folded or opened, or weights shown: a project keeps that.
    void drawnOtherwise();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildBar();
    void buildSearch(QHBoxLayout* row);
    void buildFindRow();
    void buildShowMenu(QHBoxLayout* row);
    QAction* addToggle(QMenu* menu, const QString& name, const QString& text, const QString& help);
    void buildGraph();
    void buildTable();
    void fitColumns();
    void showModel();
    void showRows();
    void showFaces();
    void showSelection();
    void showMenu(const QPoint& globalPosition, std::int32_t node, std::int32_t frame);
    void copyPicture();
    void select(std::int32_t node);
    void activate(std::int32_t node);
    /// Closes an open block, opens a closed one, folds one that is drawn flat.
    void toggleRepeat(std::int32_t repeat);
    void makeSceneWith(SceneOptions options);
    void showOptions();
    /// What is typed becomes a filter of its own.
    void keepFilter();
    /// The last filter goes back to where it can be typed in.
    void takeBackFilter();
    [[nodiscard]] QString wholeQuery() const;
    bool handleSearchKey(const QKeyEvent& key);
    void showScene(ScenePointer scene);
    [[nodiscard]] GraphFaces faces() const;
    void search();
    void showMatchCount(const QString& text);
    void walkMatches(int step);
    [[nodiscard]] Colouring colouring() const;

    Workbench& m_workbench;
    Document& m_document;
    JobRunner& m_jobs;
    QLineEdit* m_search = nullptr;
    QWidget* m_findRow = nullptr;
    QLabel* m_matchCount = nullptr;
    QToolButton* m_previousMatch = nullptr;
    QToolButton* m_nextMatch = nullptr;
    QToolButton* m_keepFilter = nullptr;
    FilterStrip* m_filters = nullptr;
    QComboBox* m_colouring = nullptr;
    QAction* m_foldAction = nullptr;
    QAction* m_weightsAction = nullptr;
    QSplitter* m_splitter = nullptr;
    GraphView* m_view = nullptr;
    GraphLegend* m_legend = nullptr;
    MiniMap* m_miniMap = nullptr;
    QTableView* m_table = nullptr;
    OperatorTableModel* m_model = nullptr;
    QTimer m_searchDelay;
    ScenePointer m_scene;
    SceneOptions m_wanted;                   ///< of the scene that is there or being made
    std::optional<GraphPlace> m_placeToCome; ///< of the scene that is being made
    std::string m_spec;                      ///< of the model that is shown
    std::vector<OperatorId> m_matches;       ///< the first match of each node
};

} // namespace nestwright::gui
