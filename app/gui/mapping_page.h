// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QPlainTextEdit;
class QStackedWidget;

namespace nestwright {
class FigureGrid;
class MappingView;
} // namespace nestwright

namespace nestwright::gui {

class Document;
class ElidedLabel;
class EmptyState;

/// The Mapping mode: how the selected operator runs on the memory hierarchy. Read-only.
class MappingPage : public QWidget {
    Q_OBJECT

public:
    explicit MappingPage(Document& document, QWidget* parent = nullptr);

private:
    void refresh();
    void showEinsum();
    void fillOperators();

    Document& m_document;
    QComboBox* m_operator;
    QComboBox* m_einsum;
    ElidedLabel* m_summary;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    MappingView* m_view;
    FigureGrid* m_tiles;
    QPlainTextEdit* m_nest;
    QWidget* m_traffic;
    FigureGrid* m_trafficGrid;
};

} // namespace nestwright::gui
