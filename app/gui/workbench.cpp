// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/workbench.h"

#include "app/gui/commands.h"
#include "app/gui/report_export.h"
#include "core/formats/files/open.h"
#include "widgets/base/translate.h"

#include <QFileInfo>
#include <QThread>

#include <algorithm>

namespace nestwright::gui {

namespace {

QString asSentence(QString text) {
    const bool isClosed =
        text.endsWith(QLatin1Char('.')) || text.endsWith(QLatin1Char('?')) || text.endsWith(QLatin1Char('!'));
    if (!text.isEmpty() && !isClosed) text += QLatin1Char('.');
    return text;
}

Note noteOf(const Error& error) {
    Note note;
    note.severity = error.kind == ErrorKind::cancelled ? Note::Severity::information : Note::Severity::error;
    note.text = asSentence(translated(error.message));
    if (!error.place.file.empty()) {
        note.text.prepend(QFileInfo(QString::fromStdString(error.place.file)).fileName() + QStringLiteral(": "));
    }
    if (error.remedy) note.text += QLatin1Char(' ') + asSentence(translated(*error.remedy));
    note.details = QString::fromStdString(error.text());
    return note;
}

std::vector<Note> notesOf(const std::vector<Warning>& warnings) {
    std::vector<Note> notes;
    for (const auto& warning : warnings) {
        notes.push_back({Note::Severity::warning, translated(warning.message),
                         QString::fromStdString(warning.code + ": " + warning.message.text())});
    }
    return notes;
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

void Workbench::open(const QString& spec, const Bindings& bindings) {
    m_document.setNotes(QStringLiteral("open"), {});
    const auto path = spec.toStdString();
    m_jobs.run<Result<ModelPointer>>(
        JobRunner::Channel::open, tr("Opening %1").arg(QFileInfo(spec).fileName()),
        [path, bindings](const WorkContext& work) { return loadModel(path, bindings, work); },
        [this](Result<ModelPointer> result) {
            if (!result) {
                noteError(QStringLiteral("open"), result.error());
                emit openFailed(QString::fromStdString(result.error().text()));
                return;
            }
            m_jobs.drop(JobRunner::Channel::plan);
            const bool isSameModel = m_document.model() && m_document.model()->spec == (*result)->spec;
            const auto selected = m_document.selected();
            if (!isSameModel) m_undoStack.clear();
            m_document.clearNotes();
            m_document.setNotes(QStringLiteral("open"), notesOf((*result)->warnings));
            m_document.setModel(*result);
            if (isSameModel) m_document.select(selected);
            m_isPlanningStopped = false;
            planMissing();
            emit opened();
        });
}

std::optional<Accelerator> Workbench::load(const QString& spec) {
    auto accelerator = openAccelerator(spec.toStdString());
    if (accelerator) return *accelerator;
    noteError(QStringLiteral("accelerator:") + spec, accelerator.error());
    return std::nullopt;
}

void Workbench::startWithAccelerators(const QStringList& specs) {
    std::vector<Accelerator> accelerators;
    for (const auto& spec : specs) {
        if (auto accelerator = load(spec)) accelerators.push_back(std::move(*accelerator));
    }
    applyAccelerators(std::move(accelerators));
}

void Workbench::addAccelerator(const QString& spec) {
    auto added = load(spec);
    if (!added) return;
    auto set = m_document.accelerators();
    const bool isThere = std::any_of(set.begin(), set.end(), [&](const auto& a) { return a.id == added->id; });
    if (isThere) return;
    const auto text = tr("Add %1").arg(QString::fromStdString(added->name));
    set.push_back(std::move(*added));
    m_undoStack.push(new AcceleratorsCommand(*this, std::move(set), text));
}

void Workbench::removeAccelerator(const QString& id) {
    auto set = m_document.accelerators();
    const auto found =
        std::find_if(set.begin(), set.end(), [&](const auto& a) { return QString::fromStdString(a.id) == id; });
    if (found == set.end()) return;
    const auto text = tr("Remove %1").arg(QString::fromStdString(found->name));
    set.erase(found);
    m_undoStack.push(new AcceleratorsCommand(*this, std::move(set), text));
}

void Workbench::editBindings(const Bindings& bindings) {
    if (!m_document.model() || m_document.model()->bindings == bindings) return;
    m_undoStack.push(new BindingsCommand(*this, bindings, tr("Change the model's inputs")));
}

void Workbench::applyAccelerators(std::vector<Accelerator> accelerators) {
    m_jobs.drop(JobRunner::Channel::plan);
    m_document.setAccelerators(std::move(accelerators));
    m_isPlanningStopped = false;
    planMissing();
}

void Workbench::applyBindings(const Bindings& bindings) {
    if (m_document.model()) open(QString::fromStdString(m_document.model()->spec), bindings);
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
        JobRunner::Channel::plan, tr("Planning on %1").arg(QString::fromStdString(next->name)),
        [model, accelerator = *next](const WorkContext& work) -> Result<Planned> {
            PlanOptions options;
            options.threads = planningThreads();
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
        auto notes = notesOf(result->plan->warnings);
        for (auto& note : notes)
            note.text = QString::fromStdString(accelerator.name) + QStringLiteral(": ") + note.text;
        m_document.setNotes(source, std::move(notes));
        m_document.setPlan(accelerator.id, result->plan, result->rows);
    } else if (result.error().kind == ErrorKind::cancelled) {
        m_isPlanningStopped = true;
        m_document.setNotes(
            source,
            {{Note::Severity::information,
              tr("Planning on %1 was cancelled. Press F5 to plan again.").arg(QString::fromStdString(accelerator.name)),
              {}}});
        return;
    } else {
        noteError(source, result.error());
        m_document.setPlanFailure(accelerator.id, translated(result.error().message));
    }
    planMissing();
}

void Workbench::makeReport(std::function<void(ReportPointer)> done) {
    const auto model = m_document.model();
    if (!model) return;
    std::vector<Accelerator> accelerators;
    std::vector<PlanPointer> plans;
    for (const auto& accelerator : m_document.accelerators()) {
        if (auto planned = m_document.plan(accelerator.id)) {
            accelerators.push_back(accelerator);
            plans.push_back(std::move(planned));
        }
    }
    if (plans.empty()) return;
    m_jobs.run<Result<ReportPointer>>(
        JobRunner::Channel::report, tr("Making the report"),
        [model, accelerators, plans](const WorkContext&) { return buildReportOf(*model, accelerators, plans); },
        [this, done](Result<ReportPointer> result) {
            if (!result) return noteError(QStringLiteral("report"), result.error());
            m_document.setNotes(QStringLiteral("report"), {});
            done(*result);
        });
}

void Workbench::exportReport(const QString& path) {
    makeReport([this, path](const ReportPointer& made) {
        const auto written = writeReport(*made, path);
        if (!written) return noteError(QStringLiteral("report"), written.error());
        m_document.setNotes(QStringLiteral("report"),
                            {{Note::Severity::information, tr("The report is in %1.").arg(path), path}});
        emit reportExported(path);
    });
}

} // namespace nestwright::gui
