// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands.h"

#include "app/gui/workbench.h"

namespace nestwright::gui {

AcceleratorsCommand::AcceleratorsCommand(Workbench& workbench, std::vector<Accelerator> after, const QString& text)
    : QUndoCommand(text)
    , m_workbench(workbench)
    , m_before(workbench.document().accelerators())
    , m_after(std::move(after)) {}

void AcceleratorsCommand::redo() { m_workbench.applyAccelerators(m_after); }

void AcceleratorsCommand::undo() { m_workbench.applyAccelerators(m_before); }

PlanOptionsCommand::PlanOptionsCommand(Workbench& workbench, PlanOptions after, const QString& text)
    : QUndoCommand(text)
    , m_workbench(workbench)
    , m_before(workbench.document().planOptions())
    , m_after(after) {}

void PlanOptionsCommand::redo() { m_workbench.applyPlanOptions(m_after); }

void PlanOptionsCommand::undo() { m_workbench.applyPlanOptions(m_before); }

FiltersCommand::FiltersCommand(Document& document, std::vector<ViewFilter> after, const QString& text)
    : QUndoCommand(text)
    , m_document(document)
    , m_before(document.filters())
    , m_after(std::move(after)) {}

void FiltersCommand::redo() { m_document.setFilters(m_after); }

void FiltersCommand::undo() { m_document.setFilters(m_before); }

SavedViewsCommand::SavedViewsCommand(Document& document, std::vector<SavedView> after, const QString& text)
    : QUndoCommand(text)
    , m_document(document)
    , m_before(document.savedViews())
    , m_after(std::move(after)) {}

void SavedViewsCommand::redo() { m_document.setSavedViews(m_after); }

void SavedViewsCommand::undo() { m_document.setSavedViews(m_before); }

BindingsCommand::BindingsCommand(Workbench& workbench, Bindings after, const QString& text)
    : QUndoCommand(text)
    , m_workbench(workbench)
    , m_before(workbench.document().model()->bindings)
    , m_after(std::move(after)) {}

void BindingsCommand::redo() { m_workbench.applyBindings(m_after); }

/// An obsolete command never took effect: the model could not be opened with its values.
void BindingsCommand::undo() {
    if (!isObsolete()) m_workbench.applyBindings(m_before);
}

} // namespace nestwright::gui
