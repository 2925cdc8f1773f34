// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/loading.h"
#include "core/accelerator/accelerator.h"
#include "core/plan/plan.h"
#include "widgets/tables/operator_rows.h"

#include <QObject>

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
    [[nodiscard]] QString title() const;
    [[nodiscard]] const std::vector<Accelerator>& accelerators() const { return m_accelerators; }
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

    void setModel(ModelPointer model);
    void setAccelerators(std::vector<Accelerator> accelerators);
    void setCurrent(int index);
    /// `rows` are the model's with the figures of the plan.
    void setPlan(const std::string& acceleratorId, PlanPointer plan, OperatorRowsPointer rows);
    void setPlanFailure(const std::string& acceleratorId, const QString& reason);
    void clearPlans();
    void select(OperatorId id);
    /// Replaces the notes of a source ("open", "plan:h100-sxm").
    void setNotes(const QString& source, std::vector<Note> notes);
    void clearNotes();

signals:
    void modelChanged();
    void acceleratorsChanged();
    void plansChanged();
    /// Other figures for the operators: another accelerator is current, or its plan came or went.
    void rowsChanged();
    void selectionChanged();
    void notesChanged();

private:
    void chooseRows();

    ModelPointer m_model;
    std::vector<Accelerator> m_accelerators;
    int m_current = -1;
    std::map<std::string, PlanPointer> m_plans;
    std::map<std::string, OperatorRowsPointer> m_planRows;
    std::map<std::string, QString> m_failures;
    OperatorId m_selected = kNoOperator;
    OperatorRowsPointer m_rows;
    std::map<QString, std::vector<Note>> m_notes;
};

} // namespace nestwright::gui
