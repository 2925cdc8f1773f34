// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/evaluation_text.h"
#include "app/cli/json_output.h"
#include "app/cli/map_constraints.h"
#include "app/cli/map_targets.h"
#include "app/cli/text_table.h"
#include "core/formats/files/descriptions.h"
#include "core/formats/files/open.h"
#include "core/formats/native/native.h"
#include "core/formats/timeloop/timeloop.h"
#include "core/search/result_cache.h"

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace nestwright::cli {

namespace {

struct MapOptions {
    std::string target;
    std::string accelerator;
    std::string objective = "latency";
    std::string metric = "full";
    std::string factors = "perfect";
    std::optional<double> timeLimit;
    std::optional<std::int64_t> nodes;
    double gap = 0;
    std::optional<std::string> format;
    std::vector<std::string> operators;
    std::string constraints;
    std::string form = "even";
    std::string writtenAs = "native";
    RuleOptions rules;
    BindingOptions bindings;
};

const char* const kFixedNote =
    "The constraints fix every factor: a larger or smaller level leaves the tiling as it is.";

struct Mapped {
    MapTarget target;
    MappingResult result;
    std::vector<Change> changes;
};

/// Warnings that come up while targets are mapped, each printed once.
class Warned {
public:
    explicit Warned(const Console& console)
        : m_console(console) {}

    void print(const SourceNotes& notes) {
        for (const auto& note : notes) {
            if (std::find(m_printed.begin(), m_printed.end(), note) != m_printed.end()) continue;
            m_printed.push_back(note);
            m_console.warn(SourceNotes{note});
        }
    }

private:
    const Console& m_console;
    SourceNotes m_printed;
};

Result<MapperOptions> mapperOptionsFrom(const MapOptions& options, const CommonOptions& common) {
    auto rules = rulesFrom(options.rules);
    if (!rules) return tl::unexpected(rules.error());
    auto format = formatFrom(options.format);
    if (!format) return tl::unexpected(format.error());
    if (options.form == "uneven" && options.factors == "imperfect") {
        return failure(ErrorKind::usage,
                       message(NW_TEXT("cli.map.form", "Uneven mappings are searched with perfect factors only")), {},
                       message(NW_TEXT("cli.map.form.remedy", "Leave out one of --form uneven and --factors "
                                                              "imperfect.")));
    }
    MapperOptions mapper;
    mapper.objective = objectiveFromName(options.objective).value_or(Objective::latency);
    mapper.metric = options.metric == "bound" ? Metric::bound : Metric::full;
    mapper.allowImperfect = options.factors == "imperfect";
    mapper.form = options.form == "uneven" ? MappingForm::uneven : MappingForm::even;
    mapper.context.rules = *rules;
    mapper.context.format = *format;
    mapper.timeLimitSeconds = options.timeLimit;
    mapper.nodeBudget = options.nodes;
    mapper.gap = options.gap;
    mapper.seed = common.seed;
    mapper.threads = common.threads;
    return mapper;
}

/// The targets' mappings; equal problems are searched once.
Result<std::vector<Mapped>> mapAll(const std::vector<MapTarget>& targets, const Accelerator& accelerator,
                                   MapperOptions options, const ConstraintSources& sources, Warned& warned,
                                   const Console& console) {
    const WorkContext work = console.work();
    const auto mapper = makeCachedMapper(makeOptimalMapper(), console.openCache());
    std::vector<Mapped> mapped;
    for (const auto& target : targets) {
        work.report(static_cast<double>(mapped.size()) / static_cast<double>(targets.size()),
                    message(NW_TEXT("cli.map.step", "Mapping %1"), target.operatorName));
        const auto same = std::find_if(mapped.begin(), mapped.end(), [&](const Mapped& other) {
            return isSameSearch(other.target.problem, target.problem);
        });
        if (same != mapped.end()) {
            Mapped copy = *same;
            copy.target = target;
            mapped.push_back(std::move(copy));
            continue;
        }
        SourceNotes notes;
        auto constraints = constraintsFor(target, accelerator, sources, notes);
        if (!constraints) return tl::unexpected(constraints.error());
        warned.print(notes);
        options.constraints = std::move(*constraints);
        auto result = mapper->map(target.problem, accelerator, options, work);
        if (!result) {
            Error error = result.error();
            error.message = message(NW_TEXT("cli.map.operator", "%1: %2"), target.operatorName, error.message.text());
            return tl::unexpected(error);
        }
        auto changes = worthwhileChanges(target.problem, accelerator, result->mapping, options.context);
        mapped.push_back({target, std::move(*result), std::move(changes)});
    }
    return mapped;
}

Json documentOf(const std::vector<Mapped>& mapped, const Accelerator& accelerator, const MapOptions& options) {
    Json results = Json::array();
    for (const auto& [target, result, changes] : mapped) {
        results.push_back({{"operator", target.operatorName},
                           {"repeats", target.repeats},
                           {"problem", native::writeProblem(target.problem)},
                           {"mapping", native::writeMapping(target.problem, accelerator, result.mapping)},
                           {"cost", evaluationJson(result.cost, target.problem, changes)},
                           {"proof", proofJson(result.proof)}});
    }
    return {{"schema", "nestwright.map/1"}, {"accelerator", accelerator.id}, {"objective", options.objective},
            {"metric", options.metric},     {"form", options.form},          {"results", std::move(results)}};
}

/// Targets that one search answered, under the name of the first.
struct MappedShape {
    const Mapped* first = nullptr;
    Count runs = 0; ///< of all the targets, repeats within
};

std::vector<MappedShape> shapesOf(const std::vector<Mapped>& mapped) {
    std::vector<MappedShape> shapes;
    for (const auto& entry : mapped) {
        auto same = std::find_if(shapes.begin(), shapes.end(), [&](const MappedShape& shape) {
            return isSameSearch(shape.first->target.problem, entry.target.problem);
        });
        if (same == shapes.end()) same = shapes.insert(shapes.end(), {&entry, 0});
        same->runs += entry.target.repeats;
    }
    return shapes;
}

std::string tableOf(const std::vector<MappedShape>& shapes) {
    TextTable table({{"Operator", kLeft},
                     {"Times", kRight},
                     {"MACs", kRight},
                     {"Cycles", kRight},
                     {"MFU", kRight},
                     {"Stall", kRight},
                     {"Energy", kRight},
                     {"Bottleneck", kLeft},
                     {"Gap", kRight}});
    for (const auto& shape : shapes) {
        const auto& [target, result, changes] = *shape.first;
        const Evaluation& cost = result.cost;
        table.addRow({shortened(target.operatorName, 40), std::to_string(shape.runs), siText(cost.macs, ""),
                      fmt::format("{:.0f}", cost.cycles), cost.mfu ? percentText(*cost.mfu) : "-",
                      percentText(cost.memoryStallFraction), siText(cost.energyPj * 1e-12, "J"),
                      titleOf(cost.bottleneck.kind).text() + ": " + cost.bottleneck.where,
                      result.proof.gap ? percentText(*result.proof.gap) : "-"});
    }
    return table.text();
}

std::string sumText(const std::vector<MappedShape>& shapes) {
    double macs = 0;
    double cycles = 0;
    double picojoules = 0;
    double useful = 0;
    Count runs = 0;
    for (const auto& shape : shapes) {
        const auto times = static_cast<double>(shape.runs);
        const Evaluation& cost = shape.first->result.cost;
        macs += cost.macs * times;
        cycles += cost.cycles * times;
        picojoules += cost.energyPj * times;
        useful += cost.attribution.useful * times;
        runs += shape.runs;
    }
    return fmt::format("Total of {} runs: {}, {:.0f} cycles at MFU {}, {}\n", runs, siText(macs, "MAC"), cycles,
                       percentText(cycles > 0 ? useful / cycles : 0), siText(picojoules * 1e-12, "J"));
}

/// A preset and an edited copy of it are told apart.
std::string labelOf(const Accelerator& accelerator, const std::string& spec) {
    return GivenAccelerators{{accelerator}, {fileOf(spec)}}.labels().front();
}

/// How good a mapping is proved to be, and among which mappings.
std::string proofText(const Proof& proof) {
    const auto& gap = proof.perfectGap ? proof.perfectGap : proof.gap;
    if (!gap) return "";
    const bool isAmongAll = proof.isOptimal || !proof.perfectGap;
    const std::string scope = isAmongAll ? "" : " with perfect factors";
    std::string text = proof.isOptimal || *gap == 0
                           ? "Proved: no mapping" + scope + " is better"
                           : "Proved: within " + percentText(*gap) + " of the best mapping" + scope;
    if (proof.mapspaceSize) text += fmt::format(", of {:.2g}", *proof.mapspaceSize);
    text += fmt::format(" ({:.2g} s)\n", proof.seconds);
    if (!isAmongAll && proof.gap)
        text += wrapped("Imperfect factors were searched without a proof: this is " + percentText(*proof.gap) +
                        " above the bound that holds for them too.") +
                "\n";
    return text + "\n";
}

std::string textOf(const std::vector<Mapped>& mapped, const Accelerator& accelerator, const MapOptions& options) {
    const auto shapes = shapesOf(mapped);
    std::string text =
        fmt::format("{} on {}\nObjective {}, {} cycles, {} factors\n\n", options.target,
                    labelOf(accelerator, options.accelerator), options.objective, options.metric, options.factors);
    if (mapped.size() == 1) {
        const auto& [target, result, changes] = mapped.front();
        if (result.proof.isTilingFixed) text += wrapped(kFixedNote) + "\n\n";
        return text + describeNest(target.problem, accelerator, result.mapping) + "\n" + proofText(result.proof) +
               evaluationText(result.cost, target.problem) + changesText(changes, result.cost.cycles);
    }
    text += tableOf(shapes) + "\n" + sumText(shapes);
    if (std::all_of(mapped.begin(), mapped.end(), [](const Mapped& one) { return one.result.proof.isTilingFixed; })) {
        text += wrapped(kFixedNote) + "\n";
    }
    return text +
           wrapped(
               "Operators of one shape share a row under the first one's name; figures are of one run of those that "
               "Times counts. Gap: how much better, at most, the best mapping may be; 0 is proved optimal.") +
           "\n" + wrapped(kCyclesNote) + "\n";
}

/// A mapping as its file holds it.
Result<std::string> mappingText(const Mapped& mapped, const Accelerator& accelerator, const std::string& form) {
    const auto& problem = mapped.target.problem;
    const auto& mapping = mapped.result.mapping;
    if (form == "native") return native::writeMapping(problem, accelerator, mapping).dump(2) + "\n";
    const auto dialect = form == "timeloop-0.3" ? timeloop::Dialect::v03 : timeloop::Dialect::v04;
    auto text = timeloop::writeMapping(problem, accelerator, mapping, dialect);
    if (text) return text;
    Error error = text.error();
    error.message = message(NW_TEXT("cli.map.operator", "%1: %2"), mapped.target.operatorName, error.message.text());
    return tl::unexpected(error);
}

/// One mapping a target in the folder.
Result<void> writeMappings(const std::vector<Mapped>& mapped, const Accelerator& accelerator, const std::string& form,
                           const std::string& folder) {
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem) {
        return failure(ErrorKind::input,
                       message(NW_TEXT("cli.map.folder", "The folder can't be made: %1"), problem.message()), {folder},
                       message(NW_TEXT("cli.map.folder.remedy", "Give -o a place where you may write.")));
    }
    for (const auto& entry : mapped) {
        const auto* extension = form == "native" ? ".json" : ".yaml";
        const auto path = std::filesystem::path(folder) / (entry.target.fileName + extension);
        const auto text = mappingText(entry, accelerator, form);
        if (!text) return tl::unexpected(text.error());
        if (auto written = writeFileAtomically(path.string(), *text); !written) return written;
    }
    return {};
}

/// The mappings themselves on standard output, where no folder takes them.
ExitCode printMappings(const std::vector<Mapped>& mapped, const Accelerator& accelerator, const std::string& form,
                       const Console& console) {
    std::string all;
    for (const auto& entry : mapped) {
        const auto text = mappingText(entry, accelerator, form);
        if (!text) return console.fail(text.error());
        if (mapped.size() > 1) all += (all.empty() ? "# " : "---\n# ") + entry.target.operatorName + "\n";
        all += *text;
    }
    return console.print(all);
}

ExitCode runMap(const MapOptions& options, const CommonOptions& common, const Console& console) {
    auto mapperOptions = mapperOptionsFrom(options, common);
    if (!mapperOptions) return console.fail(mapperOptions.error());
    auto bindings = bindingsFrom(options.bindings);
    if (!bindings) return console.fail(bindings.error());
    SourceNotes notes;
    auto accelerator = openAccelerator(options.accelerator, notes);
    if (!accelerator) return console.fail(accelerator.error());
    const MapRequest request{options.target, *bindings, options.operators, mapperOptions->context.format};
    auto targets = mapTargets(request, *accelerator, console.work());
    if (!targets) return console.fail(targets.error());
    if (isProblemFile(options.target)) {
        const auto& problem = targets->targets.front().problem;
        if (auto checked = checkRest(options.target, problem, *accelerator, notes); !checked) {
            return console.fail(checked.error());
        }
    }
    Warned warned(console);
    warned.print(notes);
    warned.print(targets->notes);

    mapperOptions->context.format = targets->format;
    const ConstraintSources sources{options.accelerator, options.target, options.constraints};
    auto mapped = mapAll(targets->targets, *accelerator, *mapperOptions, sources, warned, console);
    if (!mapped) return console.fail(mapped.error());
    if (!common.output.empty()) {
        if (auto written = writeMappings(*mapped, *accelerator, options.writtenAs, common.output); !written) {
            return console.fail(written.error());
        }
    }
    if (common.asJson) return console.print(jsonText(documentOf(*mapped, *accelerator, options)));
    if (common.output.empty() && options.writtenAs != "native") {
        return printMappings(*mapped, *accelerator, options.writtenAs, console);
    }
    return console.print(textOf(*mapped, *accelerator, options));
}

} // namespace

Command addMap(CLI::App& program) {
    auto* parser = program.add_subcommand("map", "Finds a mapping of each operator; -o DIR writes them");
    auto options = std::make_shared<MapOptions>();
    parser
        ->add_option("WORKLOAD", options->target,
                     "A model, the id of a shipped workload, or a problem: native, Timeloop or ZigZag YAML")
        ->required();
    addAcceleratorOption(*parser, options->accelerator);
    addObjectiveOption(*parser, options->objective);
    parser
        ->add_option("--metric", options->metric,
                     "Cycles that count: full, or bound, the roofline with every pass in full (default: full)")
        ->check(CLI::IsMember({"bound", "full"}))
        ->type_name("NAME");
    parser->add_option("--factors", options->factors, "Loop factors: perfect or imperfect (default: perfect)")
        ->check(CLI::IsMember({"perfect", "imperfect"}))
        ->type_name("NAME");
    parser
        ->add_option("--form", options->form,
                     "Even: a level's tensors are kept side by side, outside its loops; uneven: each from where it "
                     "suits it (default: even)")
        ->check(CLI::IsMember({"even", "uneven"}))
        ->type_name("FORM");
    parser
        ->add_option("--constraints", options->constraints,
                     "What mappings must respect: Timeloop's constraints (those inside the descriptions hold too) or "
                     "the spatial "
                     "factors of a ZigZag mapping")
        ->type_name("FILE");
    parser->add_option("--time-limit", options->timeLimit, "Seconds for each search")
        ->check(aboveZero())
        ->type_name("S");
    parser->add_option("--nodes", options->nodes, "Partial mappings that each search may look at")
        ->check(aboveZero())
        ->type_name("N");
    parser->add_option("--gap", options->gap, "Stop when the mapping is proved to be within this share of the optimum")
        ->check(CLI::Range(0.0, 10.0))
        ->type_name("G");
    parser
        ->add_option("--as", options->writtenAs,
                     "How mappings are written: native, timeloop (version 0.4), timeloop-0.3 or timeloop-0.4")
        ->check(CLI::IsMember({"native", "timeloop", "timeloop-0.3", "timeloop-0.4"}))
        ->type_name("FORMAT");
    parser->add_option("--operator", options->operators, "Map this operator of the workload only; may be repeated")
        ->allow_extra_args(false)
        ->type_name("NAME");
    addFormatOption(*parser, options->format);
    addRuleOptions(*parser, options->rules);
    addBindingOptions(*parser, options->bindings);
    return {
        parser,
        [options](const CommonOptions& common, const Console& console) { return runMap(*options, common, console); },
        true};
}

} // namespace nestwright::cli
