// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/mode.h"
#include "core/workload/graph.h"

#include <QSize>
#include <QStringList>

#include <optional>
#include <variant>

namespace nestwright::gui {

/// What the command line asks for.
struct Arguments {
    QString file;             ///< empty: the start page, or a sample for screenshots
    Bindings bindings;        ///< inputs of the model
    std::optional<Mode> mode; ///< nothing: as the project has it, or the graph
    QString selected;
    QStringList accelerators;
    QString screenshots; ///< folder; empty: none
    QSize size{1280, 800};
    QString theme; ///< "light", "dark" or empty
    double scale = 1;
};

/// Exit statuses of the command line's contract.
inline constexpr int kUsageError = 2;
inline constexpr int kInputError = 3;

/// A text to print and the exit status: help, version or a complaint.
struct EarlyExit {
    QString text;
    int status = 0;
};

/// Reads the command line; works without a display.
[[nodiscard]] std::variant<Arguments, EarlyExit> parseArguments(const QStringList& arguments);

} // namespace nestwright::gui
