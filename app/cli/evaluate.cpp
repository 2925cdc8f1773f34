// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/evaluation_text.h"
#include "app/cli/json_output.h"
#include "core/cost/next_change.h"
#include "core/formats/files/descriptions.h"
#include "core/formats/files/open.h"

#include <CLI/App.hpp>

#include <memory>

namespace nestwright::cli {

namespace {

struct EvaluateOptions {
    std::string accelerator;
    std::string problem;
    std::string mapping;
    std::optional<std::string> format;
    RuleOptions rules;
};

struct Evaluated {
    Problem problem;
    Evaluation evaluation;
    std::vector<Change> changes; ///< that would make it faster
    SourceNotes notes;
};

Result<Evaluated> evaluateFiles(const EvaluateOptions& options) {
    auto rules = rulesFrom(options.rules);
    if (!rules) return tl::unexpected(rules.error());
    auto format = formatFrom(options.format);
    if (!format) return tl::unexpected(format.error());
    SourceNotes notes;
    auto accelerator = openAccelerator(options.accelerator, notes);
    if (!accelerator) return tl::unexpected(accelerator.error());
    auto problem = openProblem(options.problem, notes);
    if (!problem) return tl::unexpected(problem.error());
    auto mapping = openMapping(options.mapping, *problem, *accelerator, notes);
    if (!mapping) return tl::unexpected(mapping.error());

    EvaluationContext context;
    context.rules = *rules;
    context.format = *format;
    Evaluated result{*problem, evaluate(*problem, *accelerator, *mapping, context), {}, std::move(notes)};
    if (result.evaluation.isValid) result.changes = worthwhileChanges(*problem, *accelerator, *mapping, context);
    return result;
}

ExitCode runEvaluate(const EvaluateOptions& options, const CommonOptions& common, const Console& console) {
    const auto evaluated = evaluateFiles(options);
    if (!evaluated) return console.fail(evaluated.error());
    const auto& [problem, evaluation, changes, notes] = *evaluated;
    console.warn(notes);
    const ExitCode code = evaluation.isValid ? ExitCode::done : ExitCode::negative;
    for (const auto& violation : evaluation.violations) {
        console.fail({ErrorKind::infeasible, violation.message, {options.mapping}, std::nullopt});
    }
    if (!common.asJson) {
        const bool isValid = evaluation.isValid;
        return console.write(
            evaluationText(evaluation, problem) + (isValid ? changesText(changes, evaluation.cycles) : ""), code);
    }
    Json document = {{"schema", "nestwright.evaluate/1"}};
    document.update(evaluationJson(evaluation, problem, changes));
    return console.writeJson(document, code);
}

} // namespace

Command addEvaluate(CLI::App& program) {
    auto* parser = program.add_subcommand("evaluate", "Runs one mapping through the cost model");
    auto options = std::make_shared<EvaluateOptions>();
    addAcceleratorOption(*parser, options->accelerator);
    parser
        ->add_option("--problem", options->problem,
                     "The iteration space and its tensors: a native file, Timeloop or ZigZag YAML")
        ->required()
        ->type_name("FILE");
    parser->add_option("--mapping", options->mapping, "The loop nest: a native file, Timeloop or ZigZag YAML")
        ->required()
        ->type_name("FILE");
    addFormatOption(*parser, options->format);
    addRuleOptions(*parser, options->rules);
    return {parser, [options](const CommonOptions& common, const Console& console) {
                return runEvaluate(*options, common, console);
            }};
}

} // namespace nestwright::cli
