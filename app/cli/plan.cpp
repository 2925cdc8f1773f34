// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include "app/cli/command.h"
#include "app/cli/json_output.h"
#include "app/cli/plan_output.h"
#include "core/formats/files/project_files.h"

#include <CLI/App.hpp>

#include <memory>

namespace nestwright::cli {

namespace {

struct PlanCommandOptions {
    std::string workload;
    std::string accelerator;
    BindingOptions bindings;
    PlanningOptions planning;
};

ExitCode runPlan(const PlanCommandOptions& options, const CommonOptions& common, const Console& console) {
    std::vector<std::string> specs;
    if (!options.accelerator.empty()) specs.push_back(options.accelerator);
    auto task = openPlanningTask(options.workload, specs, options.bindings, options.planning, common, console.work());
    if (!task) return console.fail(task.error());
    task->options.cache = console.openCache();
    const Graph& graph = task->opened.graph;
    const auto planned =
        plan(graph, task->opened.bindings, task->given.accelerators.front(), task->options, console.work());
    if (!planned) return console.fail(planned.error());

    console.warn(task->notes);
    console.warn((*planned)->warnings, graph, options.workload);
    if (common.asJson) return console.writeJson(planJson(**planned, task->given.labels().front(), graph, task->notes));
    return console.write(planText(**planned, task->given.labels().front()));
}

} // namespace

Command addPlan(CLI::App& program) {
    auto* parser = program.add_subcommand("plan", "Plans a whole model on one accelerator");
    auto options = std::make_shared<PlanCommandOptions>();
    addWorkloadOption(*parser, options->workload);
    addOptionalAccelerator(*parser, options->accelerator);
    addBindingOptions(*parser, options->bindings);
    addPlanningOptions(*parser, options->planning);
    return {parser, [options](const CommonOptions& common, const Console& console) {
                return runPlan(*options, common, console);
            }};
}

} // namespace nestwright::cli
