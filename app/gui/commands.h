// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"
#include "core/plan/plan.h"
#include "core/workload/graph.h"

#include <QUndoCommand>

#include <vector>

namespace nestwright::gui {

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
