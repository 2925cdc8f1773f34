// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/autosave.h"
#include "app/gui/dropped_files.h"
#include "app/gui/graph_page.h"
#include "app/gui/main_window.h"
#include "app/gui/project_io.h"
#include "app/gui/prompt_area.h"
#include "app/gui/selection_history.h"

#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMimeData>
#include <QSplitter>
#include <QTimer>

namespace nestwright::gui {

/// What the window keeps: the title's mark, recent files, the automatic copy.
void MainWindow::buildKeeping() {
    auto& document = m_workbench.document();
    auto& undo = m_workbench.undoStack();
    m_history = new SelectionHistory(document, this);
    connect(&document, &Document::titleChanged, this, &MainWindow::showTitle);
    connect(&undo, &QUndoStack::cleanChanged, this, [this] { setWindowModified(isModified()); });
    connect(&m_workbench, &Workbench::saved, this, &MainWindow::saved);
    connect(&m_workbench, &Workbench::saveFailed, this, [this] { m_afterSave = nullptr; });
    connect(&m_workbench, &Workbench::sourceChanged, this, &MainWindow::offerReload);
    connect(&m_workbench, &Workbench::presetsChanged, this, &MainWindow::offerPresets);
    connect(&m_workbench, &Workbench::projectOpened, this, &MainWindow::restoreView);
    connect(&m_workbench, &Workbench::opened, this, [this, &document] {
        const auto model = QString::fromStdString(document.model()->spec);
        const auto path = document.projectPath().isEmpty() ? model : document.projectPath();
        if (QFileInfo::exists(path)) m_settings.addRecentFile(QFileInfo(path).absoluteFilePath());
        fillRecent();
        m_graphPlace.reset();
        // After what the project itself sets: this ends the opening.
        QTimer::singleShot(0, this, [this] {
            for (const auto& added : std::exchange(m_toAdd, {})) m_workbench.addAccelerator(added);
            emit restored();
        });
    });
    connect(&m_workbench, &Workbench::openFailed, this, [this] {
        m_recovering.clear();
        for (const auto& path : std::exchange(m_toAdd, {})) m_workbench.addAccelerator(path);
    });
    if (!m_settings.isRemembering()) return;

    m_autosave = new Autosave(
        Autosave::usualFolder(),
        [this, &document]() -> std::optional<Autosave::Content> {
            if (!document.model()) return std::nullopt;
            auto project = document.project();
            project.view = view();
            const bool isWorth = isModified() || document.draft();
            return Autosave::Content{std::move(project), document.projectPath(), document.title(), isWorth};
        },
        this);
    connect(m_autosave, &Autosave::failed, this, [&document](const QString& error) {
        document.setNotes(QStringLiteral("autosave"), {{Note::Severity::warning, error, error}});
    });
    // A left file goes once its work is open and has its new copy.
    connect(m_autosave, &Autosave::written, this, &MainWindow::dropRecovered);
    connect(&undo, &QUndoStack::indexChanged, m_autosave, &Autosave::touch);
    connect(m_graphPage, &GraphPage::drawnOtherwise, m_autosave, &Autosave::touch);
    for (const auto signal : {&Document::modelChanged, &Document::acceleratorsChanged, &Document::selectionChanged,
                              &Document::draftChanged}) {
        connect(&document, signal, m_autosave, &Autosave::touch);
    }
    QTimer::singleShot(0, this, &MainWindow::offerLeftWork);
}

ProjectView MainWindow::view() const {
    ProjectView result;
    result.mode = keyOf(m_mode).toStdString();
    m_graphPage->describe(result);
    if (m_graphPlace) result.graph = m_graphPlace;
    return result;
}

void MainWindow::restoreView(const ProjectView& view) {
    m_graphPage->restore(view);
    m_graphPlace = view.graph;
    showMode(modeFromKey(QString::fromStdString(view.mode)).value_or(Mode::graph));
}

/// Accelerators alone, without a model, are nothing to save.
bool MainWindow::isModified() const { return m_workbench.document().model() && !m_workbench.undoStack().isClean(); }

void MainWindow::openModel(const QString& spec, const Bindings& bindings, const QStringList& accelerators) {
    const auto name = QFileInfo(spec).fileName();
    afterSaving(tr("%1 has unsaved changes. Save them before %2 is opened?").arg(m_workbench.document().title(), name),
                [this, spec, bindings, accelerators] {
                    m_recovering.clear();
                    m_toAdd = accelerators;
                    m_workbench.open(spec, bindings);
                });
}

void MainWindow::chooseModel() {
    const auto path = QFileDialog::getOpenFileName(
        this, tr("Open a model or a project"), {},
        tr("Models and projects (*.onnx *.json *.nestwright *.yaml *.yml *.csv);;Projects (*.nestwright);;"
           "ONNX (*.onnx);;Hugging Face configuration (config.json);;Problems and layers (*.json *.yaml *.yml *.csv);;"
           "All files (*)"));
    if (!path.isEmpty()) takeFiles({path});
}

void MainWindow::takeFiles(const QStringList& paths) {
    std::vector<Note> notes;
    QString opened;
    QStringList accelerators;
    for (const auto& path : paths) {
        const auto name = QFileInfo(path).fileName();
        switch (kindOfFile(path)) {
        case FileKind::accelerator:
            accelerators << path;
            break;
        case FileKind::model:
        case FileKind::project:
            if (opened.isEmpty()) {
                opened = path;
            } else {
                notes.push_back({Note::Severity::warning,
                                 tr("%1 was not opened: one model or project is open at a time.").arg(name),
                                 tr("%1: not opened, because %2 was").arg(path, opened)});
            }
            break;
        case FileKind::unknown:
            notes.push_back(
                {Note::Severity::error,
                 tr("%1: Nestwright can't tell what this file is. Give it an ONNX model, a Hugging Face "
                    "config.json, a problem, a project (.nestwright) or the description of an accelerator.")
                     .arg(name),
                 tr("%1: expected .onnx, config.json, .nestwright, or a problem or an accelerator as .json, "
                    ".yaml, .csv or .cfg; found a file that is none of them")
                     .arg(path)});
            break;
        }
    }
    if (!opened.isEmpty()) {
        openModel(opened, {}, accelerators);
    } else {
        for (const auto& path : accelerators) m_workbench.addAccelerator(path);
    }
    m_workbench.document().setNotes(QStringLiteral("files"), std::move(notes));
}

void MainWindow::save() {
    const auto path = m_workbench.document().projectPath();
    if (path.isEmpty()) {
        saveAs();
    } else {
        saveTo(path);
    }
}

void MainWindow::saveAs() {
    auto& document = m_workbench.document();
    if (!document.model()) return;
    auto suggestion = document.projectPath();
    if (suggestion.isEmpty()) {
        const QFileInfo model(QString::fromStdString(document.model()->spec));
        const auto name = QFileInfo(document.title()).completeBaseName() + QLatin1String(kProjectSuffix);
        suggestion = model.exists() ? model.dir().filePath(name) : name;
    }
    auto path = QFileDialog::getSaveFileName(this, tr("Save the project"), suggestion, tr("Projects (*.nestwright)"));
    if (path.isEmpty()) {
        m_afterSave = nullptr;
        return;
    }
    if (QFileInfo(path).suffix().isEmpty()) path += QLatin1String(kProjectSuffix);
    saveTo(path);
}

void MainWindow::saveTo(const QString& path) {
    if (m_workbench.document().model()) m_workbench.save(path, view());
}

void MainWindow::saved(const QString& path) {
    m_settings.addRecentFile(QFileInfo(path).absoluteFilePath());
    fillRecent();
    dropRecovered();
    if (m_autosave != nullptr) m_autosave->touch();
    const auto next = std::exchange(m_afterSave, nullptr);
    if (next && !isModified()) next();
}

void MainWindow::afterSaving(const QString& question, std::function<void()> next) {
    if (!isModified()) {
        m_prompts->withdraw(QStringLiteral("unsaved"));
        next();
        return;
    }
    m_prompts->ask(QStringLiteral("unsaved"), question,
                   {{QStringLiteral("save"), tr("&Save"), tr("Save the changes, then go on"),
                     [this, next] {
                         m_afterSave = next;
                         save();
                     }},
                    {QStringLiteral("discard"), tr("&Discard"), tr("Go on without the changes"), next},
                    {QStringLiteral("keep"), tr("&Keep open"), tr("Stay where you are (Esc)"), {}}});
}

void MainWindow::closeProject() {
    afterSaving(tr("%1 has unsaved changes. Save them before it is closed?").arg(m_workbench.document().title()),
                [this] {
                    dropRecovered();
                    m_workbench.close();
                    if (m_autosave != nullptr) m_autosave->discard();
                });
}

void MainWindow::offerLeftWork() {
    const auto all = m_autosave->findLeftWork();
    if (all.empty()) return;
    const auto& newest = all.front();
    const auto time = QLocale().toString(newest.time, QLocale::ShortFormat);
    const bool isOne = all.size() == 1;
    const auto text =
        isOne ? tr("Work on %1 from %2 was not closed in order. It can be recovered.").arg(newest.title, time)
              : tr("%1 windows with changes were not closed in order. The newest is %2 from %3.")
                    .arg(all.size())
                    .arg(newest.title, time);
    m_prompts->ask(
        QStringLiteral("recover"), text,
        {{QStringLiteral("open"), isOne ? tr("&Recover") : tr("&Recover the newest"),
          isOne ? tr("Open it as it was") : tr("Open it as it was; the others are offered at the next start"),
          [this, newest] {
              afterSaving(tr("%1 has unsaved changes. Save them before %2 is recovered?")
                              .arg(m_workbench.document().title(), newest.title),
                          [this, newest] { recover(newest); });
          }},
         {QStringLiteral("discard"), isOne ? tr("&Discard") : tr("&Discard all"), tr("Forget it for good"),
          [this, all] {
              for (const auto& left : all) m_autosave->removeLeftWork(left.file);
          }},
         {QStringLiteral("later"), tr("&Later"), tr("Ask again at the next start (Esc)"), {}}});
}

void MainWindow::recover(const LeftWork& left) {
    m_workbench.recover(left.file, left.projectPath);
    m_recovering = left.file;
}

void MainWindow::dropRecovered() {
    if (m_recovering.isEmpty() || m_workbench.jobs().isRunning(JobRunner::Channel::open)) return;
    m_autosave->removeLeftWork(std::exchange(m_recovering, QString()));
}

void MainWindow::offerReload(const QString& modelPath) {
    m_prompts->ask(QStringLiteral("reload"),
                   tr("%1 has changed since the project was saved. The project still shows the model as it was.")
                       .arg(QFileInfo(modelPath).fileName()),
                   {{QStringLiteral("open"), tr("&Reload the model"), tr("Read the file again and plan anew"),
                     [this] { m_workbench.reload(); }},
                    {QStringLiteral("keep"), tr("&Keep as it was"), tr("Go on with the project's model (Esc)"), {}}});
}

void MainWindow::offerPresets(const QStringList& names) {
    m_prompts->ask(QStringLiteral("presets"),
                   tr("The presets have other figures today than the project holds for: %1.")
                       .arg(names.join(QStringLiteral(", "))),
                   {{QStringLiteral("update"), tr("&Use today's"), tr("Take the new figures; can be undone"),
                     [this] { m_workbench.updatePresets(); }},
                    {QStringLiteral("keep"), tr("&Keep the project's"), tr("Go on with the old figures (Esc)"), {}}});
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (isModified() && !m_isClosing) {
        event->ignore();
        afterSaving(
            tr("%1 has unsaved changes. Save them before the window is closed?").arg(m_workbench.document().title()),
            [this] {
                m_isClosing = true;
                close();
            });
        return;
    }
    m_settings.saveWindow(saveGeometry(), saveState(kLayoutVersion));
    for (auto* splitter : findChildren<QSplitter*>()) {
        if (!splitter->objectName().isEmpty()) m_settings.saveSplitter(splitter->objectName(), splitter->saveState());
    }
    dropRecovered();
    m_workbench.jobs().cancelAll();
    if (m_autosave != nullptr) m_autosave->discard();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    QStringList paths;
    std::vector<Note> notes;
    for (const auto& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            paths << url.toLocalFile();
        } else {
            notes.push_back({Note::Severity::error,
                             tr("%1 is not on this computer. Download it and drop the file.").arg(url.toString()),
                             url.toString()});
        }
    }
    m_workbench.document().setNotes(QStringLiteral("drop"), std::move(notes));
    if (!paths.isEmpty()) takeFiles(paths);
}

} // namespace nestwright::gui
