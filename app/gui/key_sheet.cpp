// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/key_sheet.h"

#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QTableWidget>
#include <QVBoxLayout>

#include <functional>

namespace nestwright::gui {

KeySheet::KeySheet(const QMenuBar& menus, QWidget* parent)
    : QDialog(parent)
    , m_table(new QTableWidget(0, 2, this)) {
    setObjectName(QStringLiteral("keySheet"));
    setWindowTitle(tr("Keyboard shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(460, 560);
    auto* column = new QVBoxLayout(this);
    m_table->setObjectName(QStringLiteral("keyTable"));
    m_table->setAccessibleName(tr("Keyboard shortcuts"));
    m_table->setHorizontalHeaderLabels({tr("What it does"), tr("Keys")});
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_table->verticalHeader()->hide();
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    column->addWidget(m_table);

    const std::function<void(const QMenu*)> addMenu = [&](const QMenu* menu) {
        for (const auto* action : menu->actions()) {
            if (action->menu() != nullptr) {
                addMenu(action->menu());
            } else if (!action->shortcut().isEmpty()) {
                addRow(action->text().remove(QLatin1Char('&')), action->shortcut().toString(QKeySequence::NativeText));
            }
        }
    };
    for (const auto* action : menus.actions()) {
        if (action->menu() != nullptr) addMenu(action->menu());
    }
    addRow(tr("Graph: walk along the edges"), tr("Arrow keys"));
    addRow(tr("Graph: zoom in and out"), tr("+ and -, or the wheel"));
    addRow(tr("Graph: show everything"), tr("F"));
    addRow(tr("Graph: open the operator's mapping"), tr("Enter"));
    addRow(tr("Leave a question or a list"), tr("Esc"));
}

void KeySheet::addRow(const QString& what, const QString& keys) {
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    m_table->setItem(row, 0, new QTableWidgetItem(what));
    m_table->setItem(row, 1, new QTableWidgetItem(keys));
}

} // namespace nestwright::gui
