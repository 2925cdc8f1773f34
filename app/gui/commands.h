// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <QUndoCommand>

#include <functional>
#include <utility>

namespace nestwright::gui {

/// Puts one value of what the user chose in the place of another; undone, puts the old one back.
template <class Value>
class ExchangeCommand : public QUndoCommand {
public:
    using Apply = std::function<void(const Value&)>;

    ExchangeCommand(const QString& text, Value before, Value after, Apply apply)
        : QUndoCommand(text)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_apply(std::move(apply)) {}

    void redo() override { m_apply(m_after); }
    /// An obsolete command never took effect.
    void undo() override {
        if (!isObsolete()) m_apply(m_before);
    }

private:
    Value m_before;
    Value m_after;
    Apply m_apply;
};

/// Other values for the model's symbols and phase. Obsolete where the model can't be opened with them.
using BindingsCommand = ExchangeCommand<Bindings>;

} // namespace nestwright::gui
