// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/graph_colouring.h"
#include "core/project/project.h"
#include "core/workload/graph.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QSplitter;
class QTableView;

namespace nestwright {
class GraphLegend;
class GraphView;
class MiniMap;
class OperatorTableModel;
} // namespace nestwright

namespace nestwright::gui {

class Document;

/// The Graph mode: the laid-out graph, and the table of the same operators beside it. One search works on both.
class GraphPage : public QWidget {
    Q_OBJECT

public:
    explicit GraphPage(Document& document, QWidget* parent = nullptr);
    void focusSearch();
    void fit();
    void exportPicture();
    /// Writes down what is looked at, and looks at it again: all but the place at once, the place once the page is
    /// shown.
    void describe(ProjectView& view) const;
    void restore(const ProjectView& view);
    void restorePlace(const GraphPlace& place);

signals:
    void mappingWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildBar();
    void buildTable();
    void placeOverlays();
    void fitColumns();
    void showModel();
    void showFaces();
    void showSelection();
    void search();
    void walkMatches(int step);
    [[nodiscard]] Colouring colouring() const;

    Document& m_document;
    QLineEdit* m_search = nullptr;
    QLabel* m_matchCount = nullptr;
    QComboBox* m_colouring = nullptr;
    QSplitter* m_splitter = nullptr;
    GraphView* m_view = nullptr;
    GraphLegend* m_legend = nullptr;
    MiniMap* m_miniMap = nullptr;
    QTableView* m_table = nullptr;
    OperatorTableModel* m_model = nullptr;
    QTimer m_searchDelay;
    std::vector<OperatorId> m_matches;
};

} // namespace nestwright::gui
