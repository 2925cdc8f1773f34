// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace nestwright::gui {

class Document;

/// Errors, warnings and what was done: a list that can be copied. Never a dialog.
class MessagePanel : public QWidget {
    Q_OBJECT

public:
    explicit MessagePanel(Document& document, QWidget* parent = nullptr);

signals:
    /// Something new that the user should see.
    void attentionWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void copyAll();

    Document& m_document;
    QLabel* m_summary;
    QTreeWidget* m_list;
    int m_errorsShown = 0;
};

} // namespace nestwright::gui
