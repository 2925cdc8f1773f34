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
    if (auto named = checkAccelerators(specs, options.workload); !named) return console.fail(named.error());
    auto bindings = bindingsFrom(options.bindings);
    if (!bindings) return console.fail(bindings.error());
    if (auto checked = planOptionsFrom(options.planning, common, {}); !checked) return console.fail(checked.error());
    auto opened = openWorkloadWithChoices(options.workload, *bindings, console.work());
    if (!opened) return console.fail(opened.error());
    auto planOptions = planOptionsFrom(options.planning, common, opened->plan);
    if (!planOptions) return console.fail(planOptions.error());
    SourceNotes notes;
    auto given = acceleratorsFor(specs, *opened, notes);
    if (!given) return console.fail(given.error());
    const Graph& graph = opened->graph;
    auto planned = plan(graph, opened->bindings, given->accelerators.front(), *planOptions, console.work());
    if (!planned) return console.fail(planned.error());

    console.warn(notes);
    console.warn((*planned)->warnings, graph, options.workload);
    if (common.asJson) return console.writeJson(planJson(**planned, given->labels().front(), graph, notes));
    return console.write(planText(**planned, given->labels().front()));
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
