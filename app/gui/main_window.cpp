// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/main_window.h"

#include "app/gui/autosave.h"
#include "app/gui/compare_page.h"
#include "app/gui/evidence_page.h"
#include "app/gui/graph_page.h"
#include "app/gui/inspector.h"
#include "app/gui/mapping_page.h"
#include "app/gui/message_panel.h"
#include "app/gui/mode_bar.h"
#include "app/gui/panels.h"
#include "app/gui/prompt_area.h"
#include "app/gui/quick_list.h"
#include "app/gui/report_page.h"
#include "app/gui/setup_panel.h"
#include "app/gui/start_page.h"
#include "app/gui/style.h"
#include "app/gui/tradeoffs_page.h"
#include "widgets/tables/figure_text.h"

#include <QDialog>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace nestwright::gui {

namespace {

constexpr int kProgressSteps = 1000;

QDockWidget* makeDock(QMainWindow* window, const QString& name, const QString& title, QWidget* content,
                      Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, window);
    dock->setObjectName(name);
    dock->setWidget(content);
    window->addDockWidget(area, dock);
    // A docked panel has its title on its tab or needs none; a floating one gets the usual title bar.
    dock->setTitleBarWidget(new QWidget(dock));
    QObject::connect(dock, &QDockWidget::topLevelChanged, dock, [dock](bool isFloating) {
        auto* old = dock->titleBarWidget();
        dock->setTitleBarWidget(isFloating ? nullptr : new QWidget(dock));
        if (old != nullptr) old->deleteLater();
    });
    return dock;
}

} // namespace

MainWindow::MainWindow(bool isRemembering, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(isRemembering) {
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    buildPages();
    buildDocks();
    buildStatus();
    buildKeeping();
    buildMenus();
    for (auto* part : dressedParts()) dress(*part);
    resize(1280, 800);
    if (!m_settings.geometry().isEmpty()) restoreGeometry(m_settings.geometry());
    if (!m_settings.layout().isEmpty()) restoreState(m_settings.layout(), kLayoutVersion);
    for (auto* splitter : findChildren<QSplitter*>()) {
        if (!splitter->objectName().isEmpty()) splitter->restoreState(m_settings.splitter(splitter->objectName()));
    }

    auto& document = m_workbench.document();
    connect(&document, &Document::modelChanged, this, &MainWindow::modelChanged);
    connect(&document, &Document::plansChanged, this, &MainWindow::showSummary);
    fillRecent();
    modelChanged();
}

std::vector<QWidget*> MainWindow::dressedParts() const {
    std::vector<QWidget*> parts{m_pages->currentWidget(), m_modeBar};
    for (auto* dock : findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) parts.push_back(dock);
    for (auto* dialog : findChildren<QDialog*>(QString(), Qt::FindDirectChildrenOnly)) parts.push_back(dialog);
    parts.insert(parts.end(), {m_prompts, m_quickList, findChild<QStatusBar*>()});
    for (int i = 0; i < m_pages->count(); ++i) {
        if (m_pages->widget(i) != m_pages->currentWidget()) parts.push_back(m_pages->widget(i));
    }
    return parts;
}

/// One part a turn: a window that is laid out anew as a whole stands still for a while.
void MainWindow::dressNext() {
    if (m_undressed.empty()) return;
    if (const auto part = m_undressed.front()) dress(*part);
    m_undressed.erase(m_undressed.begin());
    QTimer::singleShot(0, this, &MainWindow::dressNext);
}

MainWindow::~MainWindow() {
    // Pages and panels listen to the document: they must not hear it while they are taken down.
    disconnect(&m_workbench.document(), nullptr, nullptr, nullptr);
    disconnect(&m_workbench.undoStack(), nullptr, nullptr, nullptr);
}

void MainWindow::buildPages() {
    auto& document = m_workbench.document();
    auto* central = new QWidget(this);
    auto* column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_prompts = new PromptArea(central);
    column->addWidget(m_prompts);
    auto* row = new QHBoxLayout;
    column->addLayout(row, 1);
    row->setSpacing(0);
    m_modeBar = new ModeBar(central);
    row->addWidget(m_modeBar);
    m_pages = new QStackedWidget(central);
    m_pages->setObjectName(QStringLiteral("pages"));
    row->addWidget(m_pages, 1);
    setCentralWidget(central);
    m_quickList = new QuickList(this);

    m_start = new StartPage(m_pages);
    m_graphPage = new GraphPage(m_workbench, m_pages);
    m_reportPage = new ReportPage(m_workbench, m_pages);
    auto* mappingPage = new MappingPage(document, m_pages);
    m_pageOf = {{Mode::graph, m_graphPage},
                {Mode::mapping, mappingPage},
                {Mode::tradeoffs, new TradeoffsPage(document, m_pages)},
                {Mode::compare, new ComparePage(document, m_pages)},
                {Mode::evidence, new EvidencePage(m_workbench, m_pages)},
                {Mode::report, m_reportPage}};
    m_pages->addWidget(m_start);
    for (const auto mode : kAllModes) m_pages->addWidget(m_pageOf[mode]);
    connect(m_modeBar, &ModeBar::modeChosen, this, &MainWindow::showMode);
    connect(m_start, &StartPage::openWanted, this, &MainWindow::chooseModel);
    connect(m_start, &StartPage::fileWanted, this, [this](const QString& path) { openModel(path); });
    connect(m_start, &StartPage::sampleWanted, this,
            [this](const Sample& sample) { openModel(sample.id, sample.bindings); });
    connect(m_graphPage, &GraphPage::mappingWanted, this, [this] { showMode(Mode::mapping); });
}

void MainWindow::buildDocks() {
    auto& document = m_workbench.document();
    auto* inspector = new Inspector(document, this);
    inspector->setMinimumWidth(300);
    connect(inspector, &Inspector::mappingWanted, this, [this] { showMode(Mode::mapping); });
    connect(inspector, &Inspector::setupWanted, this, [this] {
        m_setupDock->show();
        m_setupDock->raise();
    });
    m_inspectorDock =
        makeDock(this, QStringLiteral("inspectorDock"), tr("Inspector"), inspector, Qt::RightDockWidgetArea);
    m_setupDock = makeDock(this, QStringLiteral("setupDock"), tr("Setup"), new SetupPanel(m_workbench, this),
                           Qt::RightDockWidgetArea);
    tabifyDockWidget(m_inspectorDock, m_setupDock);
    setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
    m_inspectorDock->raise();
    auto* messages = new MessagePanel(document, this);
    m_messageDock = makeDock(this, QStringLiteral("messageDock"), tr("Messages"), messages, Qt::BottomDockWidgetArea);
    m_messageDock->hide();
    connect(messages, &MessagePanel::attentionWanted, m_messageDock, [this] {
        m_messageDock->show();
        m_messageDock->raise();
    });
    resizeDocks({m_inspectorDock}, {340}, Qt::Horizontal);
    resizeDocks({m_messageDock}, {130}, Qt::Vertical);
}

void MainWindow::buildStatus() {
    m_summary = new QLabel(this);
    m_summary->setObjectName(QStringLiteral("summary"));
    statusBar()->addWidget(m_summary, 1);
    m_warnings =
        makeButton(QStringLiteral("statusWarnings"), {}, tr("Shows the messages on the model and the files"), this);
    m_warnings->setAutoRaise(true);
    connect(m_warnings, &QToolButton::clicked, this, [this] {
        m_messageDock->show();
        m_messageDock->raise();
    });
    statusBar()->addPermanentWidget(m_warnings);
    connect(&m_workbench.document(), &Document::notesChanged, this, &MainWindow::showWarnings);
    showWarnings();
    m_step = new QLabel(this);
    m_step->setObjectName(QStringLiteral("jobStep"));
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(QStringLiteral("jobProgress"));
    m_progress->setAccessibleName(tr("Progress of the work in the background"));
    m_progress->setRange(0, kProgressSteps);
    m_progress->setFixedWidth(160);
    m_progress->setTextVisible(false);
    m_cancel = new QPushButton(tr("Cancel"), this);
    m_cancel->setObjectName(QStringLiteral("cancelJob"));
    m_cancel->setToolTip(tr("Stops the work in the background; what is there stays"));
    statusBar()->addPermanentWidget(m_step);
    statusBar()->addPermanentWidget(m_progress);
    statusBar()->addPermanentWidget(m_cancel);
    statusBar()->setSizeGripEnabled(false);
    auto& jobs = m_workbench.jobs();
    connect(m_cancel, &QPushButton::clicked, &jobs, &JobRunner::cancelAll);
    connect(&jobs, &JobRunner::busyChanged, this, &MainWindow::showBusy);
    connect(&jobs, &JobRunner::progressed, this, [this](double fraction, const QString& step) {
        m_progress->setValue(static_cast<int>(fraction * kProgressSteps));
        m_step->setText(step);
        m_step->setToolTip(step);
    });
    showBusy(false);
}

/// What the messages hold is counted where it is seen while they are closed.
void MainWindow::showWarnings() {
    const auto notes = m_workbench.document().notes();
    const auto count = [&](Note::Severity severity) {
        return static_cast<int>(
            std::count_if(notes.begin(), notes.end(), [=](const auto& note) { return note.severity == severity; }));
    };
    const int errors = count(Note::Severity::error);
    const int warnings = count(Note::Severity::warning);
    QStringList parts;
    if (errors > 0) parts << QStringLiteral("\u2716 ") + tr("%n error(s)", nullptr, errors);
    if (warnings > 0) parts << QStringLiteral("\u26a0 ") + tr("%n warning(s)", nullptr, warnings);
    m_warnings->setText(parts.join(QStringLiteral("  ")));
    m_warnings->setVisible(!parts.isEmpty());
}

void MainWindow::showBusy(bool isBusy) {
    for (QWidget* widget :
         {static_cast<QWidget*>(m_step), static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_cancel)}) {
        widget->setVisible(isBusy);
    }
    m_progress->setValue(0);
    m_step->clear();
}

void MainWindow::modelChanged() {
    const bool hasModel = m_workbench.document().model() != nullptr;
    showTitle();
    m_modeBar->setEnabled(hasModel);
    if (hasModel) {
        showMode(m_mode);
    } else {
        m_pages->setCurrentWidget(m_start);
        m_modeBar->setMode(std::nullopt);
    }
    showSummary();
}

void MainWindow::showMode(Mode mode) {
    m_mode = mode;
    if (!m_workbench.document().model()) return;
    m_pages->setCurrentWidget(m_pageOf[mode]);
    m_pageOf[mode]->setFocus();
    m_modeBar->setMode(mode);
    if (m_autosave != nullptr) m_autosave->touch();
    if (mode != Mode::graph || !m_graphPlace) return;
    // The page has its size only once it is laid out.
    QTimer::singleShot(0, this, [this] {
        if (m_graphPlace && m_mode == Mode::graph) m_graphPage->restorePlace(*m_graphPlace);
        m_graphPlace.reset();
    });
}

void MainWindow::showTitle() {
    const auto title = m_workbench.document().title();
    setWindowTitle(title.isEmpty() ? tr("Nestwright[*]") : tr("%1[*] \u2013 Nestwright").arg(title));
    setWindowModified(isModified());
}

void MainWindow::findOperator(const QString& nameOrNumber) {
    m_workbench.document().setNotes(QStringLiteral("select"), {});
    if (selectOperator(nameOrNumber)) return;
    const auto text = tr("There is no operator '%1' in the model. Give a name or a number from the operator table.")
                          .arg(nameOrNumber);
    m_workbench.document().setNotes(QStringLiteral("select"), {{Note::Severity::error, text, text}});
}

bool MainWindow::selectOperator(const QString& nameOrNumber) {
    const auto& rows = m_workbench.document().rows();
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == nameOrNumber; });
    if (found != rows.end()) {
        m_workbench.document().select(found->id);
        return true;
    }
    bool isNumber = false;
    const int number = nameOrNumber.toInt(&isNumber);
    if (!isNumber || number < 0 || static_cast<std::size_t>(number) >= rows.size()) return false;
    m_workbench.document().select(number);
    return true;
}

void MainWindow::showSummary() {
    const auto& document = m_workbench.document();
    const auto& model = document.model();
    if (!model) {
        m_summary->setText(tr("Open a model to begin"));
        return;
    }
    const auto& accelerators = document.accelerators();
    const auto planned = std::count_if(accelerators.begin(), accelerators.end(),
                                       [&](const auto& a) { return document.plan(a.id) != nullptr; });
    QStringList parts{tr("%n operator(s)", nullptr, static_cast<int>(model->graph->operators.size())),
                      tr("planned on %1 of %2 accelerators").arg(planned).arg(accelerators.size())};
    if (model->graph->opset > 0) parts << tr("opset %1").arg(model->graph->opset);
    m_summary->setText(parts.join(QStringLiteral(" \u00b7 ")));
}

} // namespace nestwright::gui
