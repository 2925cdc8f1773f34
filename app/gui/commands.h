// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/plan/plan.h"
#include "core/project/project.h"
#include "core/workload/graph.h"

#include <QUndoCommand>

#include <vector>

namespace nestwright::gui {

class Document;
class Workbench;

/// Another set of accelerators.
class AcceleratorsCommand : public QUndoCommand {
public:
    AcceleratorsCommand(Workbench& workbench, std::vector<Accelerator> after, const QString& text);
    void redo() override;
    void undo() override;

private:
    Workbench& m_workbench;
    std::vector<Accelerator> m_before;
    std::vector<Accelerator> m_after;
};

/// Another number format or the like.
class PlanOptionsCommand : public QUndoCommand {
public:
    PlanOptionsCommand(Workbench& workbench, PlanOptions after, const QString& text);
    void redo() override;
    void undo() override;

private:
    Workbench& m_workbench;
    PlanOptions m_before;
    PlanOptions m_after;
};

/// Another stack of filters.
class FiltersCommand : public QUndoCommand {
public:
    FiltersCommand(Document& document, std::vector<ViewFilter> after, const QString& text);
    void redo() override;
    void undo() override;

private:
    Document& m_document;
    std::vector<ViewFilter> m_before;
    std::vector<ViewFilter> m_after;
};

/// Other views at the digit keys.
class SavedViewsCommand : public QUndoCommand {
public:
    SavedViewsCommand(Document& document, std::vector<SavedView> after, const QString& text);
    void redo() override;
    void undo() override;

private:
    Document& m_document;
    std::vector<SavedView> m_before;
    std::vector<SavedView> m_after;
};

/// Other values for the model's symbols and phase.
class BindingsCommand : public QUndoCommand {
public:
    BindingsCommand(Workbench& workbench, Bindings after, const QString& text);
    void redo() override;
    void undo() override;

private:
    Workbench& m_workbench;
    Bindings m_before;
    Bindings m_after;
};

} // namespace nestwright::gui
