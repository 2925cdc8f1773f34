// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QStackedWidget;
class QTableView;
class QVBoxLayout;

namespace nestwright {
class AcceleratorTableModel;
}

namespace nestwright::gui {

class Document;
class FitMatrix;

/// The Compare mode: totals of every accelerator, where its time goes, and how well each layer type fits it.
class ComparePage : public QWidget {
    Q_OBJECT

public:
    explicit ComparePage(Document& document, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void fitColumns();
    void showAttributions();

    Document& m_document;
    QStackedWidget* m_stack;
    QTableView* m_table;
    AcceleratorTableModel* m_model;
    QWidget* m_attributions;
    FitMatrix* m_fit;
};

} // namespace nestwright::gui
