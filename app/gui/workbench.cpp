// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/workbench.h"

#include "app/gui/commands.h"
#include "app/gui/project_io.h"
#include "app/gui/report_export.h"
#include "core/accelerator/presets.h"
#include "core/formats/cache/sqlite_cache.h"
#include "core/formats/files/open.h"
#include "core/formats/workloads/shipped.h"
#include "widgets/base/translate.h"
#include "widgets/report/pdf_writer.h"
#include "widgets/report/report_page_painter.h"

#include <QFileInfo>
#include <QThread>

#include <algorithm>
#include <iterator>
#include <utility>

namespace nestwright::gui {

namespace {

QString asSentence(QString text) {
    const bool isClosed =
        text.endsWith(QLatin1Char('.')) || text.endsWith(QLatin1Char('?')) || text.endsWith(QLatin1Char('!'));
    if (!text.isEmpty() && !isClosed) text += QLatin1Char('.');
    return text;
}

/// "file.json:3:5: ", as far as it is known.
QString shortPlace(const SourcePlace& place) {
    if (place.file.empty()) return {};
    auto text = QFileInfo(QString::fromStdString(place.file)).fileName();
    if (place.line > 0) text += QStringLiteral(":%1").arg(place.line);
    if (place.line > 0 && place.column > 0) text += QStringLiteral(":%1").arg(place.column);
    return text + QStringLiteral(": ");
}

Note noteOf(const Error& error) {
    Note note;
    note.severity = error.kind == ErrorKind::cancelled ? Note::Severity::information : Note::Severity::error;
    note.text = asSentence(translated(error.message));
    note.text.prepend(shortPlace(error.place));
    if (error.remedy) note.text += QLatin1Char(' ') + asSentence(translated(*error.remedy));
    note.details = QString::fromStdString(error.text());
    return note;
}

/// In the words of the window, where those of the command line name one of its options.
QString warningText(const Warning& warning) {
    if (warning.code == "unbound_symbol" && !warning.message.arguments.empty()) {
        return Workbench::tr("No value is given for %1, so 1 is used. The Setup panel has a field for each.")
            .arg(QString::fromStdString(argumentText(warning.message.arguments.front())));
    }
    return translated(warning.message);
}

std::vector<Note> notesOf(const std::vector<Warning>& warnings) {
    std::vector<Note> notes;
    for (const auto& warning : warnings) {
        const auto text = warningText(warning);
        notes.push_back(
            {Note::Severity::warning, text, QString::fromStdString(warning.code) + QStringLiteral(": ") + text});
    }
    return notes;
}

/// What planning says beyond what opening the model said already.
std::vector<Warning> newWarnings(const PlanResult& plan, const LoadedModel& model) {
    std::vector<Warning> result;
    const auto& known = model.warnings;
    std::copy_if(plan.warnings.begin(), plan.warnings.end(), std::back_inserter(result), [&](const auto& warning) {
        return std::none_of(known.begin(), known.end(), [&](const auto& other) {
            return other.code == warning.code && other.message.text() == warning.message.text();
        });
    });
    return result;
}

/// A path that still means the same file when a project is opened from another folder.
QString lastingSpec(const QString& spec) {
    const auto ids = workloads::shippedIds();
    const bool isShipped = std::find(ids.begin(), ids.end(), spec.toStdString()) != ids.end();
    return !isShipped && QFileInfo::exists(spec) ? QFileInfo(spec).absoluteFilePath() : spec;
}

auto findId(std::vector<ProjectAccelerator>& shortlist, const std::string& id) {
    return std::find_if(shortlist.begin(), shortlist.end(), [&](const auto& a) { return a.description.id == id; });
}

std::string freeId(const std::string& id, std::vector<ProjectAccelerator>& shortlist) {
    auto candidate = id;
    for (int number = 2; findId(shortlist, candidate) != shortlist.end(); ++number) {
        candidate = id + '-' + std::to_string(number);
    }
    return candidate;
}

/// Puts an accelerator at the end of the list, or in the place of what the same file said before. Several files may
/// describe one machine, as an edited copy of a preset does: each gets an id of its own, and the preset keeps its own.
/// False where the list has it as it is.
bool put(ProjectAccelerator added, std::vector<ProjectAccelerator>& shortlist) {
    for (auto& held : shortlist) {
        if (held.origin != added.origin) continue;
        added.description.id = held.description.id;
        return std::exchange(held, added) != added;
    }
    const auto id = added.description.id;
    const auto holder = findId(shortlist, id);
    if (holder != shortlist.end()) {
        auto& later = added.origin == id ? holder->description : added.description;
        later.id = freeId(id, shortlist);
    }
    shortlist.push_back(std::move(added));
    return true;
}

/// A core stays free for the window.
int planningThreads() { return std::max(1, QThread::idealThreadCount() - 1); }

} // namespace

Workbench::Workbench(QObject* parent)
    : QObject(parent) {
    connect(&m_jobs, &JobRunner::jobFailed, this, [this](const QString& title, const QString& reason) {
        m_document.setNotes(QStringLiteral("job"),
                            {{Note::Severity::error, tr("%1 stopped: %2").arg(title, reason), reason}});
    });
}

void Workbench::noteError(const QString& source, const Error& error) { m_document.setNotes(source, {noteOf(error)}); }

void Workbench::useCache(const OpenedCache& opened) {
    m_cache = opened.cache;
    m_cacheNote.reset();
    if (!opened.note) return;
    const auto severity = opened.isWarning ? Note::Severity::warning : Note::Severity::information;
    m_cacheNote = Note{severity, asSentence(translated(*opened.note)), {}};
}

void Workbench::open(const QString& spec, const Bindings& bindings) { openAs(spec, bindings, std::nullopt); }

void Workbench::recover(const QString& file, const QString& projectPath) { openAs(file, {}, projectPath); }

void Workbench::reload() {
    if (const auto model = m_document.model()) open(QString::fromStdString(model->spec), model->bindings);
}

void Workbench::openAs(const QString& spec, const Bindings& bindings, const std::optional<QString>& recoveredPath) {
    m_document.setNotes(QStringLiteral("open"), {});
    const auto path = lastingSpec(spec).toStdString();
    m_jobs.run<Result<Opened>>(
        JobRunner::Channel::open, tr("Opening %1").arg(QFileInfo(spec).fileName()),
        [path, bindings](const WorkContext& work) { return openFile(path, bindings, work); },
        [this, path, recoveredPath](Result<Opened> result) {
            if (result) return finishOpening(std::move(*result), QString::fromStdString(path), recoveredPath);
            noteError(QStringLiteral("open"), result.error());
            takeBackBindings();
            emit openFailed(QString::fromStdString(result.error().text()));
        });
}

/// The model could not be opened with the values of the last command: it never was.
void Workbench::takeBackBindings() {
    if (!m_isRebinding) return;
    m_isRebinding = false;
    const int last = m_undoStack.index() - 1;
    if (last < 0) return;
    auto* command = const_cast<QUndoCommand*>(m_undoStack.command(last));
    if (dynamic_cast<BindingsCommand*>(command) == nullptr) return;
    command->setObsolete(true);
    m_undoStack.undo();
}

void Workbench::finishOpening(Opened opened, const QString& spec, const std::optional<QString>& recoveredPath) {
    m_jobs.drop(JobRunner::Channel::plan);
    m_isRebinding = false;
    const auto before = m_document.model();
    const bool isSameModel = !opened.project && before && before->spec == opened.model->spec;
    const auto selected = m_document.selected();
    if (!isSameModel) m_undoStack.clear();
    m_document.clearModelNotes();
    m_document.setNotes(QStringLiteral("open"), notesOf(opened.model->warnings));
    if (m_cacheNote) m_document.setNotes(QStringLiteral("cache"), {*std::exchange(m_cacheNote, std::nullopt)});
    m_document.setModel(opened.model);
    if (isSameModel) m_document.select(selected);
    if (!isSameModel) {
        m_document.setProjectPath(recoveredPath.value_or(opened.project ? spec : QString()));
        m_document.setUnknownMembers(opened.project ? opened.project->unknown : nlohmann::ordered_json::object());
        m_document.setFilters(opened.project ? opened.project->view.filters : std::vector<ViewFilter>());
        m_document.setSavedViews(opened.project ? opened.project->savedViews : std::vector<SavedView>());
        m_document.setLeftOutSections(opened.project ? opened.project->leftOutSections : std::vector<std::string>());
    }
    m_document.setDraft(opened.project ? opened.project->draft : std::nullopt);
    if (opened.project) takeProject(*opened.project);
    if (recoveredPath) m_undoStack.resetClean();
    m_isPlanningStopped = false;
    planMissing();
    emit this->opened();
    if (!opened.project) return;
    emit projectOpened(opened.project->view);
    if (opened.source == SourceState::changed) {
        emit sourceChanged(QString::fromStdString(opened.project->graph->sourcePath));
    }
    QStringList outdated;
    for (const auto* preset : outdatedPresets(*opened.project)) {
        outdated << QString::fromStdString(preset->description.name);
    }
    if (!outdated.isEmpty()) emit presetsChanged(outdated);
}

void Workbench::takeProject(const Project& project) {
    m_document.setPlanOptions(project.plan);
    m_document.setAccelerators(project.accelerators);
    const auto& all = m_document.accelerators();
    const auto current =
        std::find_if(all.begin(), all.end(), [&](const auto& a) { return a.id == project.currentAccelerator; });
    m_document.setCurrent(current == all.end() ? 0 : static_cast<int>(current - all.begin()));
    m_document.select(project.selected);
}

void Workbench::close() {
    m_jobs.drop(JobRunner::Channel::open);
    m_jobs.drop(JobRunner::Channel::plan);
    m_jobs.drop(JobRunner::Channel::report);
    m_jobs.drop(JobRunner::Channel::exporting);
    m_undoStack.clear();
    m_document.clearNotes();
    m_document.setProjectPath({});
    m_document.setUnknownMembers(nlohmann::ordered_json::object());
    m_document.setFilters({});
    m_document.setSavedViews({});
    m_document.setLeftOutSections({});
    m_document.setDraft(std::nullopt);
    m_document.setModel(nullptr);
}

void Workbench::save(const QString& path, const ProjectView& view) {
    auto project = m_document.project();
    project.view = view;
    const auto* last = m_undoStack.index() > 0 ? m_undoStack.command(m_undoStack.index() - 1) : nullptr;
    m_jobs.run<Result<void>>(
        JobRunner::Channel::save, tr("Saving %1").arg(QFileInfo(path).fileName()),
        [path, project = std::move(project)](const WorkContext&) { return writeProjectFile(path, project); },
        [this, path, last](Result<void> result) {
            if (!result) {
                noteError(QStringLiteral("save"), result.error());
                emit saveFailed();
                return;
            }
            m_document.setNotes(QStringLiteral("save"), {});
            m_document.setProjectPath(path);
            // What was edited while the file was written is not in it.
            const auto* now = m_undoStack.index() > 0 ? m_undoStack.command(m_undoStack.index() - 1) : nullptr;
            if (now == last) m_undoStack.setClean();
            emit saved(path);
        });
}

std::optional<ProjectAccelerator> Workbench::load(const QString& spec) {
    m_document.setNotes(QStringLiteral("accelerator:") + spec, {});
    auto accelerator = openAccelerator(spec.toStdString());
    if (accelerator) {
        const bool isFile = QFileInfo::exists(spec);
        return ProjectAccelerator{isFile ? QFileInfo(spec).absoluteFilePath().toStdString() : spec.toStdString(),
                                  std::move(*accelerator)};
    }
    noteError(QStringLiteral("accelerator:") + spec, accelerator.error());
    return std::nullopt;
}

std::vector<ProjectAccelerator> Workbench::loadAll(const QStringList& specs) {
    std::vector<ProjectAccelerator> shortlist;
    for (const auto& spec : specs) {
        auto loaded = load(spec);
        if (loaded) static_cast<void>(put(std::move(*loaded), shortlist));
    }
    return shortlist;
}

void Workbench::startWithAccelerators(const QStringList& specs) { applyAccelerators(loadAll(specs)); }

void Workbench::pushAccelerators(std::vector<ProjectAccelerator> shortlist, const QString& text) {
    m_undoStack.push(new ExchangeCommand<std::vector<ProjectAccelerator>>(
        text, m_document.shortlist(), std::move(shortlist),
        [this](const std::vector<ProjectAccelerator>& value) { applyAccelerators(value); }));
}

void Workbench::chooseAccelerators(const QStringList& specs) {
    auto shortlist = loadAll(specs);
    if (shortlist == m_document.shortlist()) return;
    pushAccelerators(std::move(shortlist), tr("Choose accelerators"));
}

void Workbench::updatePresets() {
    auto shortlist = m_document.shortlist();
    for (const auto& outdated : outdatedPresets(m_document.project())) {
        const auto now = preset(outdated->origin);
        const auto held = findId(shortlist, outdated->description.id);
        if (now && held != shortlist.end()) held->description = *now;
    }
    if (shortlist == m_document.shortlist()) return;
    pushAccelerators(std::move(shortlist), tr("Update presets"));
}

void Workbench::moveAccelerator(const QString& id, int steps) {
    auto shortlist = m_document.shortlist();
    const auto found = findId(shortlist, id.toStdString());
    if (found == shortlist.end()) return;
    const auto from = found - shortlist.begin();
    const auto to = from + steps;
    if (to < 0 || to >= static_cast<std::ptrdiff_t>(shortlist.size())) return;
    std::iter_swap(found, shortlist.begin() + to);
    pushAccelerators(std::move(shortlist), tr("Move %1").arg(m_document.label(id.toStdString())));
}

void Workbench::addAccelerator(const QString& spec) {
    auto loaded = load(spec);
    if (!loaded) return;
    const auto name = QString::fromStdString(loaded->description.name);
    auto shortlist = m_document.shortlist();
    const auto before = shortlist.size();
    if (!put(std::move(*loaded), shortlist)) {
        m_document.setNotes(QStringLiteral("accelerator:") + spec,
                            {{Note::Severity::information, tr("%1 is in the list already.").arg(name), spec}});
        return;
    }
    const auto text = shortlist.size() > before ? tr("Add %1").arg(name) : tr("Read %1 again").arg(name);
    pushAccelerators(std::move(shortlist), text);
}

void Workbench::removeAccelerator(const QString& id) {
    auto shortlist = m_document.shortlist();
    const auto found = findId(shortlist, id.toStdString());
    if (found == shortlist.end()) return;
    shortlist.erase(found);
    pushAccelerators(std::move(shortlist), tr("Remove %1").arg(m_document.label(id.toStdString())));
}

void Workbench::editBindings(const Bindings& bindings) {
    if (!m_document.model() || m_document.model()->bindings == bindings) return;
    m_undoStack.push(new BindingsCommand(tr("Change the model's inputs"), m_document.model()->bindings, bindings,
                                         [this](const Bindings& values) { applyBindings(values); }));
}

void Workbench::editPlanOptions(const PlanOptions& options) {
    const auto& now = m_document.planOptions();
    if (options.format == now.format && options.fusion == now.fusion && options.objective == now.objective) return;
    m_undoStack.push(new ExchangeCommand<PlanOptions>(tr("Change the number format"), now, options,
                                                      [this](const PlanOptions& value) { applyPlanOptions(value); }));
}

void Workbench::editFilters(std::vector<ViewFilter> filters, const QString& text) {
    if (filters == m_document.filters()) return;
    m_undoStack.push(new ExchangeCommand<std::vector<ViewFilter>>(
        text, m_document.filters(), std::move(filters),
        [this](const std::vector<ViewFilter>& value) { m_document.setFilters(value); }));
}

void Workbench::pushViews(std::vector<SavedView> views, const QString& text) {
    m_undoStack.push(new ExchangeCommand<std::vector<SavedView>>(
        text, m_document.savedViews(), std::move(views),
        [this](const std::vector<SavedView>& value) { m_document.setSavedViews(value); }));
}

void Workbench::keepView(SavedView view) {
    auto views = m_document.savedViews();
    const auto text = tr("Keep view %1").arg(view.key);
    const auto place = std::lower_bound(views.begin(), views.end(), view.key,
                                        [](const auto& other, int key) { return other.key < key; });
    if (place != views.end() && place->key == view.key) {
        *place = std::move(view);
    } else {
        views.insert(place, std::move(view));
    }
    pushViews(std::move(views), text);
}

void Workbench::forgetView(int key) {
    auto views = m_document.savedViews();
    const auto isIt = [key](const auto& view) { return view.key == key; };
    const auto left = std::remove_if(views.begin(), views.end(), isIt);
    if (left == views.end()) return;
    views.erase(left, views.end());
    pushViews(std::move(views), tr("Forget view %1").arg(key));
}

void Workbench::keepSection(const std::string& id, bool isKept, const QString& title) {
    auto leftOut = m_document.leftOutSections();
    const auto found = std::find(leftOut.begin(), leftOut.end(), id);
    if (isKept == (found == leftOut.end())) return;
    if (isKept) {
        leftOut.erase(found);
    } else {
        leftOut.push_back(id);
    }
    m_undoStack.push(new ExchangeCommand<std::vector<std::string>>(
        isKept ? tr("Take %1 into the report").arg(title) : tr("Leave %1 out of the report").arg(title),
        m_document.leftOutSections(), std::move(leftOut),
        [this](const std::vector<std::string>& value) { m_document.setLeftOutSections(value); }));
}

void Workbench::applyAccelerators(const std::vector<ProjectAccelerator>& shortlist) {
    m_jobs.drop(JobRunner::Channel::plan);
    m_document.setAccelerators(shortlist);
    m_isPlanningStopped = false;
    planMissing();
}

void Workbench::applyBindings(const Bindings& bindings) {
    if (!m_document.model()) return;
    m_isRebinding = true;
    open(QString::fromStdString(m_document.model()->spec), bindings);
}

void Workbench::applyPlanOptions(const PlanOptions& options) {
    m_jobs.drop(JobRunner::Channel::plan);
    m_document.setPlanOptions(options);
    m_isPlanningStopped = false;
    planMissing();
}

void Workbench::replan() {
    m_jobs.drop(JobRunner::Channel::plan);
    m_document.clearPlans();
    m_isPlanningStopped = false;
    planMissing();
}

/// Plans the accelerators that have no plan yet, one a job, the current one first.
void Workbench::planMissing() {
    const auto model = m_document.model();
    if (!model || m_isPlanningStopped) return;
    const auto isMissing = [this](const Accelerator& a) {
        return !m_document.plan(a.id) && !m_document.planFailure(a.id);
    };
    const auto& all = m_document.accelerators();
    const auto* next = m_document.currentAccelerator();
    if (next == nullptr || !isMissing(*next)) {
        const auto found = std::find_if(all.begin(), all.end(), isMissing);
        next = found == all.end() ? nullptr : &*found;
    }
    if (next == nullptr) return;
    m_jobs.run<Result<Planned>>(
        JobRunner::Channel::plan, tr("Planning on %1").arg(m_document.label(next->id)),
        [model, accelerator = *next, options = m_document.planOptions(),
         cache = m_cache](const WorkContext& work) mutable -> Result<Planned> {
            options.threads = planningThreads();
            options.cache = cache;
            auto made = plan(*model->graph, model->bindings, accelerator, options, work);
            if (!made) return tl::unexpected(made.error());
            auto rows = withFigures(*model->rows, **made);
            return Planned{std::move(*made), std::make_shared<const std::vector<OperatorRow>>(std::move(rows))};
        },
        [this, accelerator = *next](Result<Planned> result) { planned(accelerator, std::move(result)); });
}

void Workbench::planned(const Accelerator& accelerator, Result<Planned> result) {
    const auto source = QStringLiteral("plan:") + QString::fromStdString(accelerator.id);
    if (result) {
        auto notes = notesOf(newWarnings(*result->plan, *m_document.model()));
        for (auto& note : notes) note.text.prepend(m_document.label(accelerator.id) + QStringLiteral(": "));
        m_document.setNotes(source, std::move(notes));
        m_document.setPlan(accelerator.id, result->plan, result->rows);
    } else if (result.error().kind == ErrorKind::cancelled) {
        m_isPlanningStopped = true;
        m_document.setNotes(
            source, {{Note::Severity::information,
                      tr("Planning on %1 was cancelled. Press F5 to plan again.").arg(m_document.label(accelerator.id)),
                      {}}});
        return;
    } else {
        noteError(source, result.error());
        m_document.setPlanFailure(accelerator.id, translated(result.error().message));
    }
    planMissing();
}

std::optional<ReportOrder> Workbench::reportOrder(std::vector<std::string> sections) const {
    const auto model = m_document.model();
    if (!model) return std::nullopt;
    ReportOrder order{model, {}, {}, {}, m_document.planOptions(), std::move(sections), m_document.leftOutSections()};
    for (const auto& accelerator : m_document.accelerators()) {
        if (auto planned = m_document.plan(accelerator.id)) {
            order.accelerators.push_back(accelerator);
            order.origins.push_back(m_document.origin(accelerator.id));
            order.plans.push_back(std::move(planned));
        }
    }
    if (order.plans.empty()) return std::nullopt;
    return order;
}

void Workbench::makeReport(std::function<void(ReportPointer)> done, std::vector<std::string> sections) {
    auto order = reportOrder(std::move(sections));
    if (!order) return;
    m_jobs.run<Result<ReportPointer>>(
        JobRunner::Channel::report, tr("Making the report"),
        [order = std::move(*order)](const WorkContext&) { return buildReportOf(order); },
        [this, done](Result<ReportPointer> result) {
            if (!result) return noteError(QStringLiteral("report"), result.error());
            m_document.setNotes(QStringLiteral("report"), {});
            done(*result);
        });
}

void Workbench::exportReport(const QString& path) {
    auto order = reportOrder({});
    if (!order) return;
    const auto title = tr("Writing %1").arg(QFileInfo(path).fileName());
    if (!isPdf(path)) {
        m_jobs.run<Result<void>>(
            JobRunner::Channel::exporting, title,
            [order = std::move(*order), path](const WorkContext&) -> Result<void> {
                const auto made = buildReportOf(order);
                if (!made) return tl::unexpected(made.error());
                return writeReport(*without(*made, order.leftOut), path);
            },
            [this, path](const Result<void>& result) { finishExport(path, result); });
        return;
    }
    m_jobs.run<Result<PdfPointer>>(
        JobRunner::Channel::exporting, title,
        [order = std::move(*order), path](const WorkContext&) -> Result<PdfPointer> {
            const auto made = buildReportOf(order);
            if (!made) return tl::unexpected(made.error());
            return std::make_shared<PdfPages>(std::make_shared<const ReportPagePainter>(*without(*made, order.leftOut)),
                                              path);
        },
        [this, path](const Result<PdfPointer>& pdf) {
            if (!pdf) return finishExport(path, tl::unexpected(pdf.error()));
            paintPages(*pdf, path);
        });
}

/// A page in a turn of the event loop, so that the window stays at hand: only this thread may paint charts.
void Workbench::paintPages(const PdfPointer& pdf, const QString& path) {
    const auto title = tr("Writing %1").arg(QFileInfo(path).fileName());
    if (pdf->painted() < pdf->count()) {
        m_jobs.run<bool>(
            JobRunner::Channel::exporting, title,
            [done = pdf->painted(), all = pdf->count()](const WorkContext& work) {
                work.report(static_cast<double>(done) / all, message(NW_TEXT("gui.page", "Page %1 of %2"), done, all));
                return !work.cancel.isCancelled();
            },
            [this, pdf, path](bool goesOn) {
                if (!goesOn) return;
                pdf->paintNext();
                paintPages(pdf, path);
            });
        return;
    }
    m_jobs.run<Result<void>>(
        JobRunner::Channel::exporting, title, [pdf](const WorkContext&) { return pdf->write(); },
        [this, path](const Result<void>& result) { finishExport(path, result); });
}

void Workbench::finishExport(const QString& path, const Result<void>& result) {
    if (!result) return noteError(QStringLiteral("report"), result.error());
    m_document.setNotes(QStringLiteral("report"),
                        {{Note::Severity::information, tr("The report is in %1.").arg(path), path}});
    emit reportExported(path);
}

} // namespace nestwright::gui
