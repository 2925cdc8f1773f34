// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/graph_page.h"
#include "app/gui/main_window.h"

#include <QAction>
#include <QMenu>
#include <QStatusBar>

#include <algorithm>

namespace nestwright::gui {

namespace {

constexpr int kViews = 9;
constexpr int kMessageMs = 4000;

const SavedView* savedAt(const Document& document, int key) {
    const auto& views = document.savedViews();
    const auto found = std::find_if(views.begin(), views.end(), [key](const auto& view) { return view.key == key; });
    return found == views.end() ? nullptr : &*found;
}

QAction* addViewItem(QMenu* menu, const QString& name, int key, const QString& shortcut) {
    auto* action = menu->addAction(QString());
    action->setObjectName(name + QString::number(key));
    action->setShortcut(QKeySequence(shortcut.arg(key)));
    return action;
}

} // namespace

/// Digits show the kept views; with Alt they keep the present one.
void MainWindow::buildSavedViewsMenu(QMenu* menu) {
    auto* keepMenu = menu->addMenu(tr("&Keep this view at"));
    auto* forgetMenu = menu->addMenu(tr("&Forget"));
    menu->addSeparator();
    for (int key = 1; key <= kViews; ++key) {
        auto* show = addViewItem(menu, QStringLiteral("actionView_"), key, QStringLiteral("%1"));
        connect(show, &QAction::triggered, this, [this, key] { showSavedView(key); });
        auto* keep = addViewItem(keepMenu, QStringLiteral("actionKeepView_"), key, QStringLiteral("Alt+%1"));
        connect(keep, &QAction::triggered, this, [this, key] { keepView(key); });
        auto* forget = forgetMenu->addAction(QString());
        forget->setObjectName(QStringLiteral("actionForgetView_%1").arg(key));
        connect(forget, &QAction::triggered, this, [this, key] { m_workbench.forgetView(key); });
        const auto name = [this, key, show, keep, forget] {
            const auto* saved = savedAt(m_workbench.document(), key);
            const bool hasModel = m_workbench.document().model() != nullptr;
            const auto title = saved == nullptr ? tr("View %1, empty").arg(key)
                                                : tr("View %1: %2").arg(key).arg(QString::fromStdString(saved->name));
            show->setText(title);
            show->setStatusTip(saved == nullptr ? tr("Alt+%1 keeps the present view here").arg(key)
                                                : tr("Mode, place, filters and selection as they were kept"));
            // Without a view its key still says how to keep one.
            show->setEnabled(hasModel);
            keep->setText(saved == nullptr ? tr("Key %1").arg(key) : tr("Key %1, in place of the view there").arg(key));
            keep->setEnabled(hasModel);
            forget->setText(title);
            forget->setVisible(saved != nullptr);
        };
        connect(&m_workbench.document(), &Document::savedViewsChanged, show, name);
        connect(&m_workbench.document(), &Document::modelChanged, show, name);
        name();
    }
}

void MainWindow::keepView(int key) {
    const auto& document = m_workbench.document();
    if (!document.model()) return;
    SavedView saved;
    saved.key = key;
    saved.view = view();
    saved.selected = document.selected();
    QStringList parts{titleOf(m_mode).remove(QLatin1Char('&'))};
    if (saved.selected != kNoOperator) parts << document.rows()[static_cast<std::size_t>(saved.selected)].name;
    if (const auto* accelerator = document.currentAccelerator()) {
        saved.accelerator = accelerator->id;
        parts << document.label(accelerator->id);
    }
    saved.name = parts.join(QStringLiteral(" \u00b7 ")).toStdString();
    m_workbench.keepView(std::move(saved));
    statusBar()->showMessage(tr("This view is at key %1").arg(key), kMessageMs);
}

void MainWindow::showSavedView(int key) {
    auto& document = m_workbench.document();
    const auto* found = savedAt(document, key);
    if (!document.model() || found == nullptr) {
        statusBar()->showMessage(tr("No view is at key %1 yet: Alt+%1 keeps the present one there").arg(key),
                                 kMessageMs);
        return;
    }
    const auto saved = *found;
    const auto& accelerators = document.accelerators();
    const auto place = std::find_if(accelerators.begin(), accelerators.end(),
                                    [&](const auto& accelerator) { return accelerator.id == saved.accelerator; });
    if (place != accelerators.end()) document.setCurrent(static_cast<int>(place - accelerators.begin()));
    m_workbench.editFilters(saved.view.filters, tr("Show view %1").arg(key));
    const bool isThere = saved.selected >= 0 && static_cast<std::size_t>(saved.selected) < document.rows().size();
    document.select(isThere ? saved.selected : kNoOperator);
    restoreView(saved.view);
}

} // namespace nestwright::gui
