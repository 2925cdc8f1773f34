// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/libraries.h"
#include "app/base/run_metadata.h"
#include "app/gui/graph_page.h"
#include "app/gui/key_sheet.h"
#include "app/gui/main_window.h"
#include "app/gui/quick_list.h"
#include "app/gui/report_page.h"
#include "app/gui/selection_history.h"
#include "app/gui/start_page.h"
#include "app/gui/style.h"
#include "core/accelerator/presets.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPointer>
#include <QTimer>

#include <algorithm>

namespace nestwright::gui {

namespace {

QAction* addItem(QMenu* menu, const QString& name, const QString& text, const QKeySequence& shortcut,
                 const QString& help) {
    auto* action = menu->addAction(text);
    action->setObjectName(name);
    action->setShortcut(shortcut);
    action->setToolTip(help);
    action->setStatusTip(help);
    return action;
}

} // namespace

void MainWindow::buildMenus() {
    buildFileMenu();
    buildEditMenu();
    buildGoMenu();
    buildAcceleratorMenu();
    buildViewMenu();
    buildHelpMenu();
    const auto& document = m_workbench.document();
    for (const auto signal : {&Document::modelChanged, &Document::acceleratorsChanged, &Document::plansChanged}) {
        connect(&document, signal, this, &MainWindow::enableActions);
    }
    enableActions();
}

/// What can't do anything now is grey.
void MainWindow::enableActions() {
    const auto& document = m_workbench.document();
    const auto& accelerators = document.accelerators();
    const bool hasModel = document.model() != nullptr;
    const bool hasPlan =
        hasModel && std::any_of(accelerators.begin(), accelerators.end(),
                                [&](const auto& accelerator) { return document.plan(accelerator.id) != nullptr; });
    for (auto* action : m_modelActions) action->setEnabled(hasModel);
    for (auto* action : m_plannableActions) action->setEnabled(hasModel && !accelerators.empty());
    for (auto* action : m_planActions) action->setEnabled(hasPlan);
}

void MainWindow::addOpenItems(QMenu* menu) {
    auto* open = addItem(menu, QStringLiteral("actionOpen"), tr("&Open..."), QKeySequence::Open,
                         tr("Open an ONNX model, a Hugging Face config.json or a project"));
    connect(open, &QAction::triggered, this, &MainWindow::chooseModel);
    m_recentMenu = menu->addMenu(tr("Open &recent"));
    m_recentMenu->setObjectName(QStringLiteral("recentMenu"));
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    auto* sampleMenu = menu->addMenu(tr("Open &sample"));
    for (const auto& sample : samples()) {
        auto* action = sampleMenu->addAction(sample.title);
        action->setObjectName(QStringLiteral("actionSample_") + sample.id);
        action->setStatusTip(sample.text);
        connect(action, &QAction::triggered, this, [this, sample] { openModel(sample.id, sample.bindings); });
    }
}

void MainWindow::addSaveItems(QMenu* menu) {
    auto* save = addItem(menu, QStringLiteral("actionSave"), tr("&Save"), QKeySequence::Save,
                         tr("Save the project: model, accelerators, choices and view"));
    connect(save, &QAction::triggered, this, &MainWindow::save);
    auto* saveAs = addItem(menu, QStringLiteral("actionSaveAs"), tr("Save &as..."), QKeySequence(tr("Ctrl+Shift+S")),
                           tr("Save the project under another name"));
    connect(saveAs, &QAction::triggered, this, &MainWindow::saveAs);
    auto* close = addItem(menu, QStringLiteral("actionClose"), tr("&Close"), QKeySequence(tr("Ctrl+W")),
                          tr("Close the project and go back to the start page"));
    connect(close, &QAction::triggered, this, &MainWindow::closeProject);
    m_modelActions << save << saveAs << close;
}

void MainWindow::buildFileMenu() {
    auto* menu = menuBar()->addMenu(tr("&File"));
    addOpenItems(menu);
    menu->addSeparator();
    addSaveItems(menu);
    menu->addSeparator();
    auto* exportReport =
        addItem(menu, QStringLiteral("actionExportReport"), tr("&Export report..."), QKeySequence(tr("Ctrl+E")),
                tr("Write the report as PDF, HTML, Markdown, JSON or CSV"));
    connect(exportReport, &QAction::triggered, this, [this] { m_reportPage->exportAs(); });
    m_planActions << exportReport;
    auto* exportGraph = addItem(menu, QStringLiteral("actionExportGraph"), tr("Export &graph..."), {},
                                tr("Write the graph as SVG or PNG"));
    connect(exportGraph, &QAction::triggered, this, [this] { m_graphPage->exportPicture(); });
    m_modelActions << exportGraph;
    menu->addSeparator();
    auto* quit =
        addItem(menu, QStringLiteral("actionQuit"), tr("&Quit"), QKeySequence(tr("Ctrl+Q")), tr("Close the window"));
    connect(quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::buildEditMenu() {
    auto* menu = menuBar()->addMenu(tr("&Edit"));
    auto* undo = m_workbench.undoStack().createUndoAction(this, tr("&Undo"));
    undo->setObjectName(QStringLiteral("actionUndo"));
    undo->setShortcut(QKeySequence::Undo);
    auto* redo = m_workbench.undoStack().createRedoAction(this, tr("&Redo"));
    redo->setObjectName(QStringLiteral("actionRedo"));
    redo->setShortcut(QKeySequence::Redo);
    menu->addActions({undo, redo});
    menu->addSeparator();
    auto* find = addItem(menu, QStringLiteral("actionFind"), tr("&Find operators..."), QKeySequence::Find,
                         tr("Search by name, type or figure"));
    connect(find, &QAction::triggered, this, [this] {
        showMode(Mode::graph);
        m_graphPage->focusSearch();
    });
    auto* replan = addItem(menu, QStringLiteral("actionReplan"), tr("&Plan again"), QKeySequence::Refresh,
                           tr("Plan the model on every accelerator again"));
    connect(replan, &QAction::triggered, &m_workbench, &Workbench::replan);
    m_modelActions << find;
    m_plannableActions << replan;
}

void MainWindow::buildGoMenu() {
    auto* menu = menuBar()->addMenu(tr("&Go"));
    auto* back = addItem(menu, QStringLiteral("actionBack"), tr("&Back"), QKeySequence(tr("Alt+Left")),
                         tr("Select the operator that was selected before"));
    auto* forward = addItem(menu, QStringLiteral("actionForward"), tr("&Forward"), QKeySequence(tr("Alt+Right")),
                            tr("Select the operator that was selected next"));
    connect(back, &QAction::triggered, this, [this] { m_history->back(); });
    connect(forward, &QAction::triggered, this, [this] { m_history->forward(); });
    const auto enable = [this, back, forward] {
        back->setEnabled(m_history->canGoBack());
        forward->setEnabled(m_history->canGoForward());
    };
    connect(m_history, &SelectionHistory::changed, this, enable);
    enable();
    menu->addSeparator();
    auto* operators = addItem(menu, QStringLiteral("actionGoToOperator"), tr("&Operator..."),
                              QKeySequence(tr("Ctrl+P")), tr("Select an operator by typing a part of its name"));
    connect(operators, &QAction::triggered, this, &MainWindow::goToOperator);
    m_modelActions << operators;
    auto* commands = addItem(menu, QStringLiteral("actionPalette"), tr("&Command..."), QKeySequence(tr("Ctrl+Shift+P")),
                             tr("Find a command by typing a part of its name"));
    connect(commands, &QAction::triggered, this, &MainWindow::showPalette);
}

void MainWindow::buildAcceleratorMenu() {
    auto* menu = menuBar()->addMenu(tr("&Accelerator"));
    menu->setObjectName(QStringLiteral("acceleratorMenu"));
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (const auto& id : presetIds()) {
            const auto known = preset(id);
            if (!known) continue;
            auto* action = menu->addAction(QString::fromStdString(known->name));
            action->setObjectName(QStringLiteral("actionAccelerator_") + QString::fromStdString(id));
            action->setCheckable(true);
            action->setChecked(m_workbench.document().hasPreset(id));
            connect(action, &QAction::toggled, this, [this, id](bool isOn) {
                const auto name = QString::fromStdString(id);
                if (isOn) {
                    m_workbench.addAccelerator(name);
                } else {
                    m_workbench.removeAccelerator(name);
                }
            });
        }
        menu->addSeparator();
        connect(menu->addAction(tr("&Setup panel")), &QAction::triggered, this, [this] {
            m_setupDock->show();
            m_setupDock->raise();
        });
    });
}

void MainWindow::buildViewMenu() {
    auto* menu = menuBar()->addMenu(tr("&View"));
    int number = 0;
    for (const auto mode : kAllModes) {
        ++number;
        auto* action = addItem(menu, QStringLiteral("actionMode_") + keyOf(mode), titleOf(mode),
                               QKeySequence(QStringLiteral("Ctrl+%1").arg(number)), helpOf(mode));
        connect(action, &QAction::triggered, this, [this, mode] { showMode(mode); });
        m_modelActions << action;
    }
    menu->addSeparator();
    buildSavedViewsMenu(menu->addMenu(tr("&Saved views")));
    menu->addSeparator();
    for (auto* dock : {m_inspectorDock, m_setupDock, m_messageDock}) menu->addAction(dock->toggleViewAction());
    menu->addSeparator();
    buildThemeMenu(menu->addMenu(tr("&Theme")));
    auto* fullScreen = addItem(menu, QStringLiteral("actionFullScreen"), tr("&Full screen"), QKeySequence::FullScreen,
                               tr("Use the whole screen"));
    fullScreen->setCheckable(true);
    connect(fullScreen, &QAction::toggled, this,
            [this](bool isOn) { setWindowState(isOn ? Qt::WindowFullScreen : Qt::WindowNoState); });
}

void MainWindow::buildThemeMenu(QMenu* menu) {
    auto* group = new QActionGroup(this);
    const auto present = m_settings.theme();
    for (const auto& [key, title] :
         {std::pair{QString(), tr("As the &system")}, std::pair{QStringLiteral("light"), tr("&Light")},
          std::pair{QStringLiteral("dark"), tr("&Dark")}}) {
        auto* action = menu->addAction(title);
        action->setObjectName(QStringLiteral("actionTheme_") + (key.isEmpty() ? QStringLiteral("system") : key));
        action->setCheckable(true);
        action->setChecked(key == present);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, key = key] { chooseTheme(key); });
    }
}

void MainWindow::buildHelpMenu() {
    auto* menu = menuBar()->addMenu(tr("&Help"));
    auto* keys = addItem(menu, QStringLiteral("actionKeys"), tr("&Keyboard shortcuts"),
                         QKeySequence(QStringLiteral("?")), tr("All keys in one list"));
    connect(keys, &QAction::triggered, this, &MainWindow::showKeys);
    auto* about =
        addItem(menu, QStringLiteral("actionAbout"), tr("&About Nestwright"), {}, tr("Version, libraries and licence"));
    connect(about, &QAction::triggered, this, &MainWindow::showAbout);
}

void MainWindow::fillRecent() {
    const auto files = m_settings.recentFiles();
    m_start->setRecentFiles(files);
    m_recentMenu->setEnabled(!files.isEmpty());
}

/// Only when the menu opens: whether a file is still there may take a while to find out.
void MainWindow::fillRecentMenu() {
    m_recentMenu->clear();
    int number = 0;
    for (const auto& path : m_settings.recentFiles()) {
        const QFileInfo info(path);
        const auto name = info.exists() ? info.fileName() : tr("%1 (missing)").arg(info.fileName());
        auto* action = m_recentMenu->addAction(QStringLiteral("&%1 %2").arg(++number).arg(name));
        action->setObjectName(QStringLiteral("actionRecent_%1").arg(number));
        action->setStatusTip(path);
        action->setEnabled(info.exists());
        connect(action, &QAction::triggered, this, [this, path] { openModel(path); });
    }
    m_recentMenu->addSeparator();
    auto* clear = m_recentMenu->addAction(tr("&Clear this list"));
    clear->setObjectName(QStringLiteral("actionClearRecent"));
    connect(clear, &QAction::triggered, this, [this] {
        m_settings.clearRecentFiles();
        fillRecent();
    });
}

void MainWindow::chooseTheme(const QString& theme) {
    m_settings.setTheme(theme);
    m_isApplyingTheme = true;
    applyTheme(*qApp, themeFromSetting(theme));
    m_isApplyingTheme = false;
    const bool isDressing = !m_undressed.empty();
    const auto parts = dressedParts();
    m_undressed.assign(parts.begin(), parts.end());
    if (!isDressing) QTimer::singleShot(0, this, &MainWindow::dressNext);
}

/// The system went dark or light while the window is open.
void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    const bool isFollowing = m_settings.isRemembering() && m_settings.theme().isEmpty() && !m_isApplyingTheme;
    if (event->type() == QEvent::ThemeChange && isFollowing) {
        QMetaObject::invokeMethod(
            this, [this] { chooseTheme({}); }, Qt::QueuedConnection);
    }
}

void MainWindow::showPalette() {
    std::vector<QuickItem> items;
    std::vector<QPointer<QAction>> actions;
    for (auto* action : findChildren<QAction*>()) {
        const bool isCommand = !action->objectName().isEmpty() && action->menu() == nullptr && action->isEnabled();
        if (!isCommand || action->isSeparator() || action->text().isEmpty()) continue;
        const auto* menu = qobject_cast<const QMenu*>(action->parent());
        const auto keys = action->shortcut().toString(QKeySequence::NativeText);
        const auto place = menu == nullptr ? QString() : menu->title().remove(QLatin1Char('&'));
        items.push_back(
            {action->text().remove(QLatin1Char('&')), keys.isEmpty() ? place : keys, static_cast<int>(actions.size())});
        actions.emplace_back(action);
    }
    m_quickList->open(tr("Type a command"), std::move(items), [actions](int key) {
        if (auto* action = actions[static_cast<std::size_t>(key)].data()) action->trigger();
    });
}

void MainWindow::goToOperator() {
    std::vector<QuickItem> items;
    for (const auto& row : m_workbench.document().rows()) items.push_back({row.name, row.type, row.id});
    m_quickList->open(tr("Type a part of an operator's name"), std::move(items),
                      [this](int id) { m_workbench.document().select(id); });
}

void MainWindow::showKeys() {
    auto* sheet = new KeySheet(*menuBar(), this);
    dress(*sheet);
    sheet->show();
}

void MainWindow::showAbout() {
    const auto build = app::runMetadata({}, 1);
    QStringList libraries;
    for (const auto& library : app::libraryVersions()) {
        libraries << QString::fromStdString(library.name + ' ' + library.version);
    }
    auto* box =
        new QMessageBox(QMessageBox::NoIcon, tr("About Nestwright"),
                        tr("Nestwright %1, commit %2")
                            .arg(QString::fromStdString(build.programVersion), QString::fromStdString(build.commit)),
                        QMessageBox::Ok, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(
        tr("Licence: GPL-3.0-or-later.\n\nLibraries: %1\n\nFonts: DejaVu.").arg(libraries.join(QStringLiteral(", "))));
    box->open();
}

} // namespace nestwright::gui
