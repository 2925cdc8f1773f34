// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/options.h"

#include <functional>

namespace nestwright::cli {

/// A command of the program: its parser, and what it does once the arguments are parsed.
struct Command {
    CLI::App* parser = nullptr;
    std::function<ExitCode(const CommonOptions& common, const Console& console)> run;
    bool writesFolder = false; ///< -o names a folder
};

Command addInspect(CLI::App& program);
Command addEvaluate(CLI::App& program);
Command addMap(CLI::App& program);
Command addPlan(CLI::App& program);
Command addReport(CLI::App& program);
Command addSweep(CLI::App& program);
Command addConvert(CLI::App& program);
Command addPresets(CLI::App& program);

} // namespace nestwright::cli
