// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/loading.h"
#include "core/accelerator/accelerator.h"
#include "core/plan/plan.h"
#include "core/project/project.h"
#include "widgets/tables/operator_rows.h"

#include <QObject>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace nestwright::gui {

/// Something to tell: shown in the message panel, never in a dialog.
struct Note {
    enum class Severity { information, warning, error };
    Severity severity = Severity::information;
    QString text;
    QString details; ///< place and remedy, for the clipboard
};

/// The state that the window shows: model, accelerators, their plans, what is selected. Views listen and read; only the
/// workbench writes.
class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(QObject* parent = nullptr);

    [[nodiscard]] const ModelPointer& model() const { return m_model; }
    /// Name of the project's file, or of the model's where it was never saved.
    [[nodiscard]] QString title() const;
    /// Where the project was saved; empty: nowhere yet.
    [[nodiscard]] const QString& projectPath() const { return m_projectPath; }
    [[nodiscard]] const PlanOptions& planOptions() const { return m_planOptions; }
    /// All of it as a project, except what the window shows.
    [[nodiscard]] Project project() const;
    [[nodiscard]] const std::vector<Accelerator>& accelerators() const { return m_accelerators; }
    /// The same with where each came from.
    [[nodiscard]] std::vector<ProjectAccelerator> shortlist() const;
    /// Whether the preset itself is among them: a file may describe a machine of the same id.
    [[nodiscard]] bool hasPreset(const std::string& id) const;
    /// What the accelerators are called in titles, tables and charts, in their order: distinct where names are not.
    [[nodiscard]] const QStringList& labels() const { return m_labels; }
    /// Of one of them; its id where the document doesn't have it.
    [[nodiscard]] QString label(const std::string& acceleratorId) const;
    /// The preset's id or the path that it came from; "" where that isn't known.
    [[nodiscard]] std::string origin(const std::string& acceleratorId) const;
    /// The accelerator that the modes show, or -1 where there is none.
    [[nodiscard]] int current() const { return m_current; }
    [[nodiscard]] const Accelerator* currentAccelerator() const;
    /// nullptr while it isn't planned.
    [[nodiscard]] PlanPointer plan(const std::string& acceleratorId) const;
    [[nodiscard]] PlanPointer currentPlan() const;
    [[nodiscard]] std::optional<QString> planFailure(const std::string& acceleratorId) const;
    [[nodiscard]] OperatorId selected() const { return m_selected; }
    /// Rows of the current plan, by operator; texts only while it isn't planned.
    [[nodiscard]] const std::vector<OperatorRow>& rows() const { return *m_rows; }
    [[nodiscard]] const OperatorRowsPointer& sharedRows() const { return m_rows; }
    /// Nothing where no operator is selected or it isn't planned.
    [[nodiscard]] const PlannedOperator* selectedPlanned() const;
    [[nodiscard]] std::vector<Note> notes() const;
    /// Kept filters of the operators; those that are on must all hold.
    [[nodiscard]] const std::vector<ViewFilter>& filters() const { return m_filters; }
    /// Views at digit keys, in their order.
    [[nodiscard]] const std::vector<SavedView>& savedViews() const { return m_savedViews; }
    /// Ids of the report's sections that it goes without.
    [[nodiscard]] const std::vector<std::string>& leftOutSections() const { return m_leftOutSections; }
    /// Inputs of the model that were typed and not applied yet.
    [[nodiscard]] const std::optional<Bindings>& draft() const { return m_draft; }

    void setModel(ModelPointer model);
    void setProjectPath(const QString& path);
    /// Members of the project's file that this version doesn't know.
    void setUnknownMembers(nlohmann::ordered_json unknown) { m_unknown = std::move(unknown); }
    /// Drops the plans: they were made with others.
    void setPlanOptions(const PlanOptions& options);
    /// Keeps the plans of those that stay as they are.
    void setAccelerators(const std::vector<ProjectAccelerator>& shortlist);
    void setCurrent(int index);
    /// `rows` are the model's with the figures of the plan.
    void setPlan(const std::string& acceleratorId, PlanPointer plan, OperatorRowsPointer rows);
    void setPlanFailure(const std::string& acceleratorId, const QString& reason);
    void clearPlans();
    void select(OperatorId id);
    /// Selects the slowest operator of a layer type on the current accelerator, where there is one.
    void selectSlowest(LayerType type);
    void setFilters(std::vector<ViewFilter> filters);
    void setSavedViews(std::vector<SavedView> views);
    void setLeftOutSections(std::vector<std::string> ids);
    void setDraft(std::optional<Bindings> draft);
    /// Replaces the notes of a source ("open", "plan:h100-sxm").
    void setNotes(const QString& source, std::vector<Note> notes);
    void clearNotes();
    /// Those on accelerators stay: the shortlist outlives a model.
    void clearModelNotes();

signals:
    void modelChanged();
    void acceleratorsChanged();
    void plansChanged();
    /// Other figures for the operators: another accelerator is current, or its plan came or went.
    void rowsChanged();
    void selectionChanged();
    void notesChanged();
    void titleChanged();
    void planOptionsChanged();
    void filtersChanged();
    void savedViewsChanged();
    void leftOutSectionsChanged();
    void draftChanged();

private:
    void chooseRows();
    void nameAccelerators();
    void notePlannedOn(const std::string& acceleratorId);

    void forgetPlan(const std::string& acceleratorId);

    ModelPointer m_model;
    QString m_projectPath;
    nlohmann::ordered_json m_unknown = nlohmann::ordered_json::object();
    PlanOptions m_planOptions;
    std::vector<Accelerator> m_accelerators;
    std::vector<std::string> m_origins; ///< by accelerator
    QStringList m_labels;               ///< by accelerator
    int m_current = -1;
    std::map<std::string, PlanPointer> m_plans;
    std::map<std::string, Accelerator> m_plannedOn; ///< what each plan or failure is of
    std::map<std::string, OperatorRowsPointer> m_planRows;
    std::map<std::string, QString> m_failures;
    OperatorId m_selected = kNoOperator;
    OperatorRowsPointer m_rows;
    std::map<QString, std::vector<Note>> m_notes;
    std::vector<ViewFilter> m_filters;
    std::vector<SavedView> m_savedViews;
    std::vector<std::string> m_leftOutSections;
    std::optional<Bindings> m_draft;
};

} // namespace nestwright::gui
