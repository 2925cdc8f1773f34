// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/mode.h"
#include "app/gui/settings.h"
#include "app/gui/workbench.h"

#include <QMainWindow>

#include <map>

class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace nestwright::gui {

class GraphPage;
class Inspector;
class MessagePanel;
class ModeBar;
class ReportPage;
class SetupPanel;
class StartPage;

/// The window: modes at the left, the chosen page in the middle, inspector and setup at the right, messages below.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(bool isRemembering, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Workbench& workbench() { return m_workbench; }
    void openModel(const QString& spec, const Bindings& bindings = {});
    void showMode(Mode mode);
    [[nodiscard]] Mode mode() const { return m_mode; }
    /// Selects an operator by name or number; false where there is none.
    bool selectOperator(const QString& nameOrNumber);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildPages();
    void buildDocks();
    void buildStatus();
    void buildMenus();
    void buildFileMenu();
    void buildEditMenu();
    void buildAcceleratorMenu();
    void buildViewMenu();
    void buildHelpMenu();
    void chooseModel();
    void fillRecent();
    void modelChanged();
    void showBusy(bool isBusy);
    void showSummary();
    void chooseTheme(const QString& theme);
    void showAbout();

    Settings m_settings;
    Mode m_mode = Mode::graph;
    ModeBar* m_modeBar = nullptr;
    QStackedWidget* m_pages = nullptr;
    StartPage* m_start = nullptr;
    GraphPage* m_graphPage = nullptr;
    ReportPage* m_reportPage = nullptr;
    std::map<Mode, QWidget*> m_pageOf;
    QDockWidget* m_inspectorDock = nullptr;
    QDockWidget* m_setupDock = nullptr;
    QDockWidget* m_messageDock = nullptr;
    QMenu* m_recentMenu = nullptr;
    QLabel* m_summary = nullptr;
    QLabel* m_step = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_cancel = nullptr;
    Workbench m_workbench; ///< last: its jobs end before the widgets go
};

} // namespace nestwright::gui
