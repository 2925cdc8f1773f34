// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/mode.h"
#include "app/gui/settings.h"
#include "app/gui/workbench.h"

#include <QMainWindow>
#include <QPointer>

#include <functional>
#include <map>
#include <optional>
#include <vector>

class QAction;
class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace nestwright::gui {

class Autosave;
struct LeftWork;
class GraphPage;
class Inspector;
class MessagePanel;
class ModeBar;
class PromptArea;
class QuickList;
class ReportPage;
class SelectionHistory;
class SetupPanel;
class StartPage;

/// The window: modes at the left, the chosen page in the middle, inspector and setup at the right, messages below.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// Of the docks and tool bars; a remembered layout of another version is left alone.
    static constexpr int kLayoutVersion = 2;

    explicit MainWindow(bool isRemembering, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Workbench& workbench() { return m_workbench; }
    /// Opens a model by path or id, or a project, and adds accelerators; asks before unsaved changes go.
    void openModel(const QString& spec, const Bindings& bindings = {}, const QStringList& accelerators = {});
    /// What it is follows from the files: one model or project is opened, accelerators are added.
    void takeFiles(const QStringList& paths);
    void save();
    void saveAs();
    void saveTo(const QString& path);
    void closeProject();
    [[nodiscard]] bool isModified() const;
    /// What the window shows, as a project keeps it.
    [[nodiscard]] ProjectView view() const;
    void showMode(Mode mode);
    [[nodiscard]] Mode mode() const { return m_mode; }
    /// Selects an operator by name or number; false where there is none.
    bool selectOperator(const QString& nameOrNumber);
    /// The same, with a note where there is none.
    void findOperator(const QString& nameOrNumber);

signals:
    /// What was opened is shown as its project has it.
    void restored();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildPages();
    void buildDocks();
    void buildStatus();
    void buildMenus();
    void buildFileMenu();
    void buildEditMenu();
    void buildAcceleratorMenu();
    void buildGoMenu();
    void buildThemeMenu(QMenu* menu);
    void addOpenItems(QMenu* menu);
    void addSaveItems(QMenu* menu);
    void buildKeeping();
    void buildViewMenu();
    void buildSavedViewsMenu(QMenu* menu);
    void buildHelpMenu();
    void enableActions();
    void chooseModel();
    void fillRecent();
    void fillRecentMenu();
    void modelChanged();
    void showTitle();
    void restoreView(const ProjectView& view);
    /// Of the digit keys 1 to 9.
    void keepView(int key);
    void showSavedView(int key);
    /// Goes on at once, or after the user said what becomes of unsaved changes.
    void afterSaving(const QString& question, std::function<void()> next);
    void saved(const QString& path);
    void offerLeftWork();
    void recover(const LeftWork& left);
    /// Removes the left file whose work is open here, once it is kept elsewhere or the user has let it go.
    void dropRecovered();
    void offerReload(const QString& modelPath);
    void offerPresets(const QStringList& names);
    void showPalette();
    void goToOperator();
    void showKeys();
    void showBusy(bool isBusy);
    void showWarnings();
    void showSummary();
    void chooseTheme(const QString& theme);
    /// Parts of the window with rules of form of their own, those that are seen first.
    [[nodiscard]] std::vector<QWidget*> dressedParts() const;
    void dressNext();
    void showAbout();

    Settings m_settings;
    PromptArea* m_prompts = nullptr;
    QuickList* m_quickList = nullptr;
    SelectionHistory* m_history = nullptr;
    Autosave* m_autosave = nullptr;         ///< nullptr where nothing is remembered
    std::optional<GraphPlace> m_graphPlace; ///< to be restored once the graph is shown
    std::function<void()> m_afterSave;      ///< waits for the file to be written
    QString m_recovering;                   ///< the left file whose work is being opened
    QStringList m_toAdd;                    ///< accelerators that come with the model being opened
    bool m_isClosing = false;
    bool m_isApplyingTheme = false;
    std::vector<QPointer<QWidget>> m_undressed; ///< parts that still have the theme before
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
    QList<QAction*> m_modelActions;     ///< need a model
    QList<QAction*> m_plannableActions; ///< need a model and an accelerator
    QList<QAction*> m_planActions;      ///< need a plan
    QLabel* m_summary = nullptr;
    QToolButton* m_warnings = nullptr;
    QLabel* m_step = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_cancel = nullptr;
    Workbench m_workbench; ///< last: its jobs end before the widgets go
};

} // namespace nestwright::gui
