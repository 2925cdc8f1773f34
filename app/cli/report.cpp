// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/run_metadata.h"
#include "app/cli/command.h"
#include "app/cli/pdf.h"
#include "core/plan/plan.h"
#include "core/report/build_report.h"
#include "core/report/writers.h"

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>

#include <filesystem>
#include <memory>

namespace nestwright::cli {

namespace {

struct ReportOptions {
    std::string workload;
    std::vector<std::string> accelerators;
    std::vector<std::string> sections;
    std::string author;
    BindingOptions bindings;
    PlanningOptions planning;
};

enum class ReportForm { pdf, html, markdown, json, csv };

/// The form that the file's extension asks for; checked first, so that no work is done for nothing.
Result<ReportForm> formOf(const std::string& path) {
    const std::string extension = std::filesystem::path(path).extension().string();
    if (extension == ".pdf") return ReportForm::pdf;
    if (extension == ".html") return ReportForm::html;
    if (extension == ".md") return ReportForm::markdown;
    if (extension == ".json") return ReportForm::json;
    if (extension == ".csv") return ReportForm::csv;
    const auto remedy = message(NW_TEXT("cli.report.remedy", "Give -o a name that ends in .pdf, .html, .md, .json or "
                                                             ".csv."));
    if (path.empty()) {
        return failure(ErrorKind::usage, message(NW_TEXT("cli.report.output", "report needs a file to write")), {},
                       remedy);
    }
    return failure(ErrorKind::usage,
                   message(NW_TEXT("cli.report.form", "There is no report in the form '%1'"), extension), {}, remedy);
}

struct Planned {
    Graph graph;
    GivenAccelerators given;
    std::vector<PlanPointer> plans;
    std::vector<std::string> leftOutSections;
    SourceNotes notes;
};

/// The work of one of several accelerators as a part of the whole.
WorkContext partOf(const WorkContext& whole, std::size_t part, std::size_t parts) {
    WorkContext context = whole;
    if (!whole.progress) return context;
    context.progress = [sink = whole.progress, part, parts](double fraction, const Message& step) {
        sink((static_cast<double>(part) + fraction) / static_cast<double>(parts), step);
    };
    return context;
}

Result<Planned> planAll(const ReportOptions& options, const CommonOptions& common, const Console& console) {
    const WorkContext work = console.work();
    auto task =
        openPlanningTask(options.workload, options.accelerators, options.bindings, options.planning, common, work);
    if (!task) return tl::unexpected(task.error());
    task->options.cache = console.openCache();
    Planned planned;
    planned.notes = std::move(task->notes);
    planned.given = std::move(task->given);
    planned.graph = std::move(task->opened.graph);
    planned.leftOutSections = std::move(task->opened.leftOutSections);
    const auto& accelerators = planned.given.accelerators;
    for (std::size_t i = 0; i < accelerators.size(); ++i) {
        auto result = plan(planned.graph, task->opened.bindings, accelerators[i], task->options,
                           partOf(work, i, accelerators.size()));
        if (!result) return tl::unexpected(result.error());
        planned.plans.push_back(*result);
    }
    return planned;
}

ExitCode writeReport(const report::Document& document, ReportForm form, const CommonOptions& common,
                     const Console& console) {
    switch (form) {
    case ReportForm::html:
        return console.write(report::toHtml(document));
    case ReportForm::markdown:
        return console.write(report::toMarkdown(document));
    case ReportForm::json:
        return console.write(report::toJson(document));
    case ReportForm::csv:
        return console.write(report::toCsv(document));
    case ReportForm::pdf:
        break;
    }
    if (auto written = writePdfReport(document, common.output); !written) return console.fail(written.error());
    return ExitCode::done;
}

ExitCode runReport(const ReportOptions& options, const CommonOptions& common, const Console& console) {
    const auto form = formOf(common.output);
    if (!form) return console.fail(form.error());
    if (common.asJson && *form != ReportForm::json) {
        Error contradiction;
        contradiction.kind = ErrorKind::usage;
        contradiction.message =
            message(NW_TEXT("cli.report.contradiction", "--json and -o %1 ask for different forms"), common.output);
        contradiction.remedy = message(
            NW_TEXT("cli.report.contradiction.remedy", "Leave --json out, or give -o a name that ends in .json."));
        return console.fail(contradiction);
    }
    auto planned = planAll(options, common, console);
    if (!planned) return console.fail(planned.error());
    console.warn(planned->notes);
    for (const auto& result : planned->plans) console.warn(result->warnings, planned->graph, options.workload);

    report::ReportInputs inputs;
    inputs.author = options.author;
    inputs.graph = &planned->graph;
    inputs.accelerators = planned->given.accelerators;
    inputs.acceleratorFiles = planned->given.files;
    inputs.plans = planned->plans;
    inputs.warnings = warningsOf(planned->notes);
    inputs.metadata = app::runMetadata(common.command, common.seed);
    inputs.sections = options.sections;
    inputs.leftOut = planned->leftOutSections;
    auto document = report::buildReport(inputs);
    if (!document) return console.fail(document.error());
    return writeReport(*document, *form, common, console);
}

std::string sectionHelp() {
    std::string help = "Only this section, may be repeated; without it a project's own choice, or all:";
    for (const auto& id : report::sectionIds()) help += " " + id;
    return help;
}

} // namespace

Command addReport(CLI::App& program) {
    auto* parser = program.add_subcommand("report", "Writes the report of a model on one or more accelerators");
    auto options = std::make_shared<ReportOptions>();
    addWorkloadOption(*parser, options->workload);
    addOptionalAccelerators(*parser, options->accelerators);
    parser->add_option("--section", options->sections, sectionHelp())
        ->check(CLI::IsMember(report::sectionIds()))
        ->allow_extra_args(false)
        ->type_name("NAME");
    parser->add_option("--author", options->author, "Who answers for the report")->type_name("NAME");
    addBindingOptions(*parser, options->bindings);
    addPlanningOptions(*parser, options->planning);
    return {parser, [options](const CommonOptions& common, const Console& console) {
                return runReport(*options, common, console);
            }};
}

} // namespace nestwright::cli
