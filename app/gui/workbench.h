// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/document.h"
#include "app/gui/job_runner.h"
#include "core/report/document.h"

#include <QObject>
#include <QUndoStack>

#include <memory>

namespace nestwright::gui {

/// A report with what an export needs.
using ReportPointer = std::shared_ptr<const report::Document>;

/// Does what the user asks for: opens, plans, edits (as undo commands), makes reports. Everything long runs in the job
/// runner; results and failures go into the document.
class Workbench : public QObject {
    Q_OBJECT

public:
    explicit Workbench(QObject* parent = nullptr);

    [[nodiscard]] Document& document() { return m_document; }
    [[nodiscard]] JobRunner& jobs() { return m_jobs; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undoStack; }

    /// Opens a model by path or id. The present one stays until the new one is there.
    void open(const QString& spec, const Bindings& bindings = {});
    /// Loads accelerators by id or file and makes them the set, without an undo step.
    void startWithAccelerators(const QStringList& specs);

    /// Edits, each one undoable step.
    void addAccelerator(const QString& spec);
    void removeAccelerator(const QString& id);
    void editBindings(const Bindings& bindings);

    /// What the commands do.
    void applyAccelerators(std::vector<Accelerator> accelerators);
    void applyBindings(const Bindings& bindings);

    /// Plans every accelerator again, from nothing.
    void replan();

    /// Makes the report of the model on all planned accelerators and hands it over when it is there.
    void makeReport(std::function<void(ReportPointer)> done);
    /// Writes the report; the format follows from the suffix (.pdf .html .md .json .csv).
    void exportReport(const QString& path);

signals:
    void opened();
    /// A file that could not be read: its error, as for the command line.
    void openFailed(const QString& error);
    void reportExported(const QString& path);

private:
    void planMissing();
    /// A plan with the rows that show it, made where the window doesn't wait.
    struct Planned {
        PlanPointer plan;
        OperatorRowsPointer rows;
    };
    void planned(const Accelerator& accelerator, Result<Planned> result);
    void noteError(const QString& source, const Error& error);
    [[nodiscard]] std::optional<Accelerator> load(const QString& spec);

    Document m_document;
    QUndoStack m_undoStack;
    bool m_isPlanningStopped = false;
    JobRunner m_jobs; ///< last: its jobs end before the rest goes
};

} // namespace nestwright::gui
