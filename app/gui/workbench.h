// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/document.h"
#include "app/gui/job_runner.h"
#include "core/report/document.h"

#include <QObject>
#include <QUndoStack>

#include <memory>
#include <optional>

namespace nestwright {
class PdfPages;
struct OpenedCache;
} // namespace nestwright

namespace nestwright::gui {

struct ReportOrder;

/// A report with what an export needs.
using ReportPointer = std::shared_ptr<const report::Document>;

/// Does what the user asks for: opens, plans, edits (as undo commands), makes reports. Everything long runs in the job
/// runner; results and failures go into the document.
class Workbench : public QObject {
    Q_OBJECT

public:
    explicit Workbench(QObject* parent = nullptr);

    [[nodiscard]] Document& document() { return m_document; }
    [[nodiscard]] const Document& document() const { return m_document; }
    [[nodiscard]] JobRunner& jobs() { return m_jobs; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undoStack; }
    [[nodiscard]] const QUndoStack& undoStack() const { return m_undoStack; }

    /// Keeps results of searches between runs of the program; what went wrong with it is said with the next model.
    void useCache(const OpenedCache& opened);

    /// Opens a model by path or id, or a project. What is open stays until the new one is there.
    void open(const QString& spec, const Bindings& bindings = {});
    /// Opens work that an earlier window left behind; it belongs to `projectPath`, or to no project yet.
    void recover(const QString& file, const QString& projectPath);
    /// Opens the present model again, as its file is now.
    void reload();
    /// Back to the start: nothing is open.
    void close();
    /// Writes what is open, with what the window shows, and makes the file the document's own.
    void save(const QString& path, const ProjectView& view);
    /// Loads accelerators by id or file and makes them the set, without an undo step.
    void startWithAccelerators(const QStringList& specs);

    /// Edits, each one undoable step.
    void addAccelerator(const QString& spec);
    void removeAccelerator(const QString& id);
    /// Up (-1) or down (1) in the list.
    void moveAccelerator(const QString& id, int steps);
    /// Another shortlist, by ids and files.
    void chooseAccelerators(const QStringList& specs);
    /// Takes the figures that the presets have today.
    void updatePresets();
    void editBindings(const Bindings& bindings);
    void editPlanOptions(const PlanOptions& options);
    /// `text` names the step, as "Keep the filter".
    void editFilters(std::vector<ViewFilter> filters, const QString& text);
    /// Keeps a view at its key, in place of what is there.
    void keepView(SavedView view);
    void forgetView(int key);
    /// Takes a section out of the report, or back into it; `title` names it in the step.
    void keepSection(const std::string& id, bool isKept, const QString& title);
    /// Inputs that are typed and not applied yet: kept with the project, no step of their own.
    void keepDraft(std::optional<Bindings> draft) { m_document.setDraft(std::move(draft)); }

    /// Plans every accelerator again, from nothing.
    void replan();

    /// Makes the report of the model on all planned accelerators and hands it over when it is there.
    /// `sections` names those to make; empty: all, those too that the document leaves out.
    void makeReport(std::function<void(ReportPointer)> done, std::vector<std::string> sections = {});
    /// Writes the report without what the document leaves out; the format follows from the suffix
    /// (.pdf .html .md .json .csv).
    void exportReport(const QString& path);

signals:
    void opened();
    /// A project is open: the window is to look as it did when it was saved.
    void projectOpened(const nestwright::ProjectView& view);
    /// A project's model is another file today, and presets have other figures than the project holds.
    void sourceChanged(const QString& modelPath);
    void presetsChanged(const QStringList& names);
    void saved(const QString& path);
    void saveFailed();
    /// A file that could not be read: its error, as for the command line.
    void openFailed(const QString& error);
    void reportExported(const QString& path);

private:
    void openAs(const QString& spec, const Bindings& bindings, const std::optional<QString>& recoveredPath);
    void finishOpening(Opened opened, const QString& spec, const std::optional<QString>& recoveredPath);
    void takeProject(const Project& project);
    /// Steps for the undo stack, and what they do.
    void pushAccelerators(std::vector<ProjectAccelerator> shortlist, const QString& text);
    void pushViews(std::vector<SavedView> views, const QString& text);
    void applyAccelerators(const std::vector<ProjectAccelerator>& shortlist);
    void applyBindings(const Bindings& bindings);
    void applyPlanOptions(const PlanOptions& options);
    void takeBackBindings();
    void planMissing();
    /// A plan with the rows that show it, made where the window doesn't wait.
    struct Planned {
        PlanPointer plan;
        OperatorRowsPointer rows;
    };
    void planned(const Accelerator& accelerator, Result<Planned> result);
    void noteError(const QString& source, const Error& error);
    using PdfPointer = std::shared_ptr<PdfPages>;
    /// Nothing where no accelerator is planned.
    [[nodiscard]] std::optional<ReportOrder> reportOrder(std::vector<std::string> sections) const;
    void paintPages(const PdfPointer& pdf, const QString& path);
    void finishExport(const QString& path, const Result<void>& result);
    [[nodiscard]] std::optional<ProjectAccelerator> load(const QString& spec);
    [[nodiscard]] std::vector<ProjectAccelerator> loadAll(const QStringList& specs);

    Document m_document;
    QUndoStack m_undoStack;
    std::shared_ptr<ResultCache> m_cache;
    std::optional<Note> m_cacheNote;
    bool m_isPlanningStopped = false;
    bool m_isRebinding = false; ///< a change of bindings waits for its model
    JobRunner m_jobs;           ///< last: its jobs end before the rest goes
};

} // namespace nestwright::gui
