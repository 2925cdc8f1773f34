// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/libraries.h"
#include "app/base/run_metadata.h"
#include "app/gui/graph_page.h"
#include "app/gui/main_window.h"
#include "app/gui/report_page.h"
#include "app/gui/start_page.h"
#include "app/gui/style.h"
#include "core/accelerator/presets.h"

#include <QApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>

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
    buildAcceleratorMenu();
    buildViewMenu();
    buildHelpMenu();
}

void MainWindow::buildFileMenu() {
    auto* menu = menuBar()->addMenu(tr("&File"));
    auto* open = addItem(menu, QStringLiteral("actionOpen"), tr("&Open..."), QKeySequence::Open,
                         tr("Open an ONNX model or a Hugging Face config.json"));
    connect(open, &QAction::triggered, this, &MainWindow::chooseModel);
    m_recentMenu = menu->addMenu(tr("Open &recent"));
    auto* sampleMenu = menu->addMenu(tr("Open &sample"));
    for (const auto& sample : samples()) {
        auto* action = sampleMenu->addAction(sample.title);
        action->setObjectName(QStringLiteral("actionSample_") + sample.id);
        action->setStatusTip(sample.text);
        connect(action, &QAction::triggered, this, [this, sample] { openModel(sample.id, sample.bindings); });
    }
    menu->addSeparator();
    auto* exportReport =
        addItem(menu, QStringLiteral("actionExportReport"), tr("&Export report..."), QKeySequence(tr("Ctrl+E")),
                tr("Write the report as PDF, HTML, Markdown, JSON or CSV"));
    connect(exportReport, &QAction::triggered, this, [this] { m_reportPage->exportAs(); });
    auto* exportGraph = addItem(menu, QStringLiteral("actionExportGraph"), tr("Export &graph..."), {},
                                tr("Write the graph as SVG or PNG"));
    connect(exportGraph, &QAction::triggered, this, [this] { m_graphPage->exportPicture(); });
    menu->addSeparator();
    auto* quit = addItem(menu, QStringLiteral("actionQuit"), tr("&Quit"), QKeySequence::Quit, tr("Close the window"));
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
}

void MainWindow::buildAcceleratorMenu() {
    auto* menu = menuBar()->addMenu(tr("&Accelerator"));
    menu->setObjectName(QStringLiteral("acceleratorMenu"));
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        const auto& chosen = m_workbench.document().accelerators();
        for (const auto& id : presetIds()) {
            const auto known = preset(id);
            if (!known) continue;
            auto* action = menu->addAction(QString::fromStdString(known->name));
            action->setObjectName(QStringLiteral("actionAccelerator_") + QString::fromStdString(id));
            action->setCheckable(true);
            action->setChecked(std::any_of(chosen.begin(), chosen.end(), [&](const auto& a) { return a.id == id; }));
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
    }
    menu->addSeparator();
    for (auto* dock : {m_inspectorDock, m_setupDock, m_messageDock}) menu->addAction(dock->toggleViewAction());
    menu->addSeparator();
    auto* themes = menu->addMenu(tr("&Theme"));
    for (const auto& [key, title] :
         {std::pair{QStringLiteral("light"), tr("&Light")}, std::pair{QStringLiteral("dark"), tr("&Dark")}}) {
        auto* action = themes->addAction(title);
        action->setObjectName(QStringLiteral("actionTheme_") + key);
        connect(action, &QAction::triggered, this, [this, key = key] { chooseTheme(key); });
    }
    auto* fullScreen = addItem(menu, QStringLiteral("actionFullScreen"), tr("&Full screen"), QKeySequence::FullScreen,
                               tr("Use the whole screen"));
    fullScreen->setCheckable(true);
    connect(fullScreen, &QAction::toggled, this,
            [this](bool isOn) { setWindowState(isOn ? Qt::WindowFullScreen : Qt::WindowNoState); });
}

void MainWindow::buildHelpMenu() {
    auto* menu = menuBar()->addMenu(tr("&Help"));
    auto* about =
        addItem(menu, QStringLiteral("actionAbout"), tr("&About Nestwright"), {}, tr("Version, libraries and licence"));
    connect(about, &QAction::triggered, this, &MainWindow::showAbout);
}

void MainWindow::fillRecent() {
    const auto files = m_settings.recentFiles();
    m_start->setRecentFiles(files);
    m_recentMenu->clear();
    m_recentMenu->setEnabled(!files.isEmpty());
    for (const auto& path : files) {
        auto* action = m_recentMenu->addAction(QFileInfo(path).fileName());
        action->setStatusTip(path);
        connect(action, &QAction::triggered, this, [this, path] { openModel(path); });
    }
}

void MainWindow::chooseTheme(const QString& theme) {
    m_settings.setTheme(theme);
    applyTheme(*qApp, theme == QLatin1String("dark") ? Theme::dark : Theme::light);
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
