// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include "app/cli/command.h"
#include "app/cli/json_output.h"
#include "app/cli/plan_output.h"
#include "core/formats/files/open.h"

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
    auto planOptions = planOptionsFrom(options.planning, common);
    if (!planOptions) return console.fail(planOptions.error());
    auto bindings = bindingsFrom(options.bindings);
    if (!bindings) return console.fail(bindings.error());
    auto accelerator = openAccelerator(options.accelerator);
    if (!accelerator) return console.fail(accelerator.error());
    auto graph = openWorkload(options.workload, *bindings, console.work());
    if (!graph) return console.fail(graph.error());
    auto planned = plan(*graph, *bindings, *accelerator, *planOptions, console.work());
    if (!planned) return console.fail(planned.error());

    console.warn((*planned)->warnings, *graph, options.workload);
    if (common.asJson) return console.writeJson(planJson(**planned, *graph));
    return console.write(planText(**planned));
}

} // namespace

Command addPlan(CLI::App& program) {
    auto* parser = program.add_subcommand("plan", "Plans a whole model on one accelerator");
    auto options = std::make_shared<PlanCommandOptions>();
    addWorkloadOption(*parser, options->workload);
    addAcceleratorOption(*parser, options->accelerator);
    addBindingOptions(*parser, options->bindings);
    addPlanningOptions(*parser, options->planning);
    return {parser, [options](const CommonOptions& common, const Console& console) {
                return runPlan(*options, common, console);
            }};
}

} // namespace nestwright::cli
