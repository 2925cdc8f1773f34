// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QMenuBar;
class QTableWidget;

namespace nestwright::gui {

/// Every key of the window in one list: those of the menus and those of the pages. Stays open beside the work.
class KeySheet : public QDialog {
    Q_OBJECT

public:
    KeySheet(const QMenuBar& menus, QWidget* parent);

private:
    void addRow(const QString& what, const QString& keys);

    QTableWidget* m_table;
};

} // namespace nestwright::gui
