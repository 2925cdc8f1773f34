// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"

#include "core/accelerator/labels.h"
#include "core/accelerator/presets.h"
#include "core/base/text.h"
#include "core/formats/files/descriptions.h"
#include "core/formats/files/open.h"
#include "core/search/mapper.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <unistd.h>

namespace nestwright::cli {

namespace {

/// What stands for an accelerator.
const std::string kAcceleratorHelp =
    "A preset's id, a native file, or Timeloop YAML files joined with +, ZigZag YAML or a SCALE-Sim .cfg";

constexpr Count kLargestExtent = std::numeric_limits<std::int32_t>::max(); // as the readers have it

/// A value that may be given several times, one a flag: `--set A=1 --set B=2`.
CLI::Option* addRepeated(CLI::App& parser, const std::string& name, std::vector<std::string>& values,
                         const std::string& help) {
    return parser.add_option(name, values, help)->allow_extra_args(false);
}

Error noAccelerator() {
    return {ErrorKind::usage,
            message(NW_TEXT("cli.no_accelerator", "No accelerator is given")),
            {},
            message(NW_TEXT("cli.no_accelerator.remedy", "Name one with --arch; 'nestwright-cli presets' lists those "
                                                         "that ship with the program."))};
}

template <class Name>
void addObjective(CLI::App& parser, Name& objective) {
    parser.add_option("--objective", objective, "What to minimise: latency, energy or edp (default: latency)")
        ->check(CLI::IsMember({"latency", "energy", "edp"}))
        ->type_name("NAME");
}

} // namespace

void addWorkloadOption(CLI::App& parser, std::string& workload) {
    parser
        .add_option("WORKLOAD", workload,
                    "A model file (.onnx, config.json), a project (.nestwright) or the id of a shipped workload")
        ->required();
}

void addAcceleratorOption(CLI::App& parser, std::string& accelerator) {
    parser.add_option("--arch", accelerator, kAcceleratorHelp)->required()->type_name("ARCH");
}

void addOptionalAccelerator(CLI::App& parser, std::string& accelerator) {
    parser.add_option("--arch", accelerator, kAcceleratorHelp + "; a project has its own")->type_name("ARCH");
}

void addOptionalAccelerators(CLI::App& parser, std::vector<std::string>& accelerators) {
    addRepeated(parser, "--arch", accelerators, kAcceleratorHelp + "; may be repeated; a project has its own")
        ->type_name("ARCH");
}

void addFormatOption(CLI::App& parser, std::optional<std::string>& format) {
    parser.add_option("--format", format, "Number format: bf16, fp16, fp8, int8, int4, ...")->type_name("NAME");
}

void addCommonOptions(CLI::App& parser, CommonOptions& options, bool writesFolder) {
    parser.add_option("--threads", options.threads, "Threads to use at most (default: all cores)")
        ->check(wholeNumber(1, 1024))
        ->type_name("N");
    parser.add_option("--seed", options.seed, "Seed of every random choice (default: 1)")->type_name("N");
    parser.add_flag("--quiet", options.isQuiet, "No warnings and no progress on standard error");
    parser.add_flag("--no-cache", options.withoutCache, "Don't use stored results");
    parser.add_flag("--json", options.asJson, "One JSON document instead of text");
    parser
        .add_option("-o,--output", options.output,
                    writesFolder ? "Write each mapping to a file in this folder, which is made where it's missing"
                                 : "Write the result to a file instead of standard output")
        ->type_name(writesFolder ? "FOLDER" : "FILE");
}

void addBindingOptions(CLI::App& parser, BindingOptions& options) {
    addRepeated(parser, "--set", options.assignments, "Value of a symbolic dim; may be repeated")
        ->type_name("SYMBOL=N");
    parser.add_option("--batch", options.batch, "Batch size")->check(wholeNumber(1, kLargestExtent))->type_name("N");
    parser.add_option("--seq", options.sequence, "Sequence length")
        ->check(wholeNumber(1, kLargestExtent))
        ->type_name("N");
    parser.add_option("--phase", options.phase, "Phase of a decoder: prefill or decode")
        ->check(CLI::IsMember({"prefill", "decode"}))
        ->type_name("PHASE");
    parser.add_option("--past", options.past, "Tokens in the key-value cache before this step")
        ->check(wholeNumber(0, kLargestExtent))
        ->type_name("N");
}

void addObjectiveOption(CLI::App& parser, std::string& objective) { addObjective(parser, objective); }

void addObjectiveOption(CLI::App& parser, std::optional<std::string>& objective) { addObjective(parser, objective); }

void addPlanningOptions(CLI::App& parser, PlanningOptions& options) {
    addFormatOption(parser, options.format);
    parser.add_option("--fusion", options.fusion, "Which operators share a kernel: none or auto (default: none)")
        ->check(CLI::IsMember({"none", "auto"}))
        ->type_name("NAME");
    parser.add_option("--devices", options.devices, "Devices that share the work: 1, as more aren't modelled yet")
        ->check(wholeNumber(1, 1 << 20))
        ->type_name("N");
    addObjectiveOption(parser, options.objective);
}

void addRuleOptions(CLI::App& parser, RuleOptions& options) {
    parser.add_option("--rules", options.profile, "Counting rules: exact, timeloop or accelforge (default: exact)")
        ->type_name("PROFILE");
    addRepeated(parser, "--rule", options.assignments, "One counting rule on top of the profile; may be repeated")
        ->type_name("KEY=VALUE");
}

CLI::Validator aboveZero() {
    return {[](const std::string& text) -> std::string {
                double value = 0;
                const char* end = text.data() + text.size();
                const auto parsed = std::from_chars(text.data(), end, value);
                const bool isGood = parsed.ec == std::errc{} && parsed.ptr == end && std::isfinite(value) && value > 0;
                return isGood ? std::string() : fmt::format("'{}' is not a number above 0", text);
            },
            "NUMBER"};
}

CLI::Validator wholeNumber(Count least, Count most) {
    return {[=](const std::string& text) -> std::string {
                Count value = 0;
                const char* end = text.data() + text.size();
                const auto parsed = std::from_chars(text.data(), end, value);
                const bool isGood = parsed.ec == std::errc{} && parsed.ptr == end && value >= least && value <= most;
                return isGood ? std::string()
                              : fmt::format("'{}' is not a whole number from {} to {}", text, least, most);
            },
            fmt::format("INT in [{} - {}]", least, most)};
}

Result<Bindings> bindingsFrom(const BindingOptions& options) {
    Bindings bindings;
    for (const auto& assignment : options.assignments) {
        const auto equals = assignment.find('=');
        Count value = 0;
        const char* end = assignment.data() + assignment.size();
        const bool hasParts = equals != std::string::npos && equals > 0 && equals + 1 < assignment.size();
        const auto parsed = hasParts ? std::from_chars(assignment.data() + equals + 1, end, value)
                                     : std::from_chars_result{end, std::errc::invalid_argument};
        if (parsed.ec != std::errc{} || parsed.ptr != end || value < 0) {
            return failure(ErrorKind::usage, message(NW_TEXT("cli.set", "--set %1 is no SYMBOL=N"), assignment), {},
                           message(NW_TEXT("cli.set.remedy", "Give a symbol of the model's inputs and a whole number, "
                                                             "as in --set batch=8.")));
        }
        const std::string symbol = assignment.substr(0, equals);
        const Count least = contains(symbol, "past") ? 0 : 1; // only a cache can be empty
        if (value < least || value > kLargestExtent) {
            return failure(
                ErrorKind::usage,
                message(NW_TEXT("cli.set_range", "--set %1: %2 can't be %3"), assignment, symbol, value), {},
                message(NW_TEXT("cli.set_range.remedy", "Give a whole number from %1 to %2."), least, kLargestExtent));
        }
        bindings.symbols[symbol] = value;
    }
    bindings.batch = options.batch;
    bindings.sequence = options.sequence;
    bindings.past = options.past;
    bindings.phase = options.phase;
    return bindings;
}

Result<DataType> formatFrom(const std::optional<std::string>& name) {
    if (!name) return DataType::unknown;
    if (const auto type = dataTypeFromName(*name)) return *type;
    return failure(
        ErrorKind::usage, message(NW_TEXT("cli.format", "There is no number format called %1"), *name), {},
        message(NW_TEXT("cli.format.remedy", "Use one of fp32, tf32, bf16, fp16, fp8, fp4, int8, int4, int32.")));
}

Result<PlanOptions> planOptionsFrom(const PlanningOptions& options, const CommonOptions& common,
                                    const PlanOptions& defaults) {
    auto format = formatFrom(options.format);
    if (!format) return tl::unexpected(format.error());
    PlanOptions plan = defaults;
    if (options.format) plan.format = *format;
    if (options.fusion) plan.fusion = *options.fusion == "auto" ? Fusion::automatic : Fusion::none;
    if (options.objective) plan.objective = objectiveFromName(*options.objective).value_or(Objective::latency);
    plan.devices = options.devices.value_or(plan.devices);
    plan.threads = common.threads;
    plan.seed = common.seed;
    return plan;
}

std::string fileOf(const std::string& spec) { return isPreset(spec) ? std::string() : spec; }

std::vector<std::string> GivenAccelerators::labels() const { return distinctLabels(accelerators, files); }

Result<GivenAccelerators> acceleratorsFor(const std::vector<std::string>& specs, const OpenedWorkload& opened,
                                          SourceNotes& notes) {
    GivenAccelerators given;
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const std::string& spec = specs[i];
        const auto soFar = specs.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::find(specs.begin(), soFar, spec) != soFar) {
            notes.push_back({message(NW_TEXT("cli.arch_twice", "--arch %1 is given twice and taken once"), spec), {}});
            continue;
        }
        auto accelerator = openAccelerator(spec, notes);
        if (!accelerator) return tl::unexpected(accelerator.error());
        noteConstraints(spec, notes);
        given.accelerators.push_back(std::move(*accelerator));
        given.files.push_back(fileOf(spec));
    }
    if (!specs.empty()) return given;
    if (opened.accelerators.empty()) return tl::unexpected(noAccelerator());
    given.accelerators = opened.accelerators;
    given.files = opened.acceleratorFiles;
    const auto& all = given.accelerators;
    const auto shown = std::find_if(
        all.begin(), all.end(), [&](const auto& accelerator) { return accelerator.id == opened.currentAccelerator; });
    const auto place = shown == all.end() ? 0 : shown - all.begin();
    std::rotate(given.accelerators.begin(), given.accelerators.begin() + place, given.accelerators.begin() + place + 1);
    std::rotate(given.files.begin(), given.files.begin() + place, given.files.begin() + place + 1);
    return given;
}

Result<void> checkOutput(const CommonOptions& options) {
    if (options.output.empty()) return {};
    std::error_code ignored;
    const auto path = std::filesystem::path(options.output);
    auto folder = std::filesystem::weakly_canonical(path, ignored).parent_path();
    if (folder.empty()) folder = ".";
    const auto fail = [&](const Message& problem, const Message& remedy) {
        return failure(ErrorKind::input, problem, {options.output}, remedy);
    };
    if (std::filesystem::is_directory(path, ignored)) {
        return fail(message(NW_TEXT("cli.output.is_folder", "The result can't be written, as this is a folder")),
                    message(NW_TEXT("cli.output.is_folder.remedy", "Give -o the name of a file in it.")));
    }
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) return {};
    if (!std::filesystem::is_directory(folder, ignored)) {
        return fail(message(NW_TEXT("cli.output.no_folder", "The result can't be written, as there is no folder %1"),
                            folder.string()),
                    message(NW_TEXT("cli.output.no_folder.remedy", "Make it with 'mkdir -p %1', or give -o another "
                                                                   "place."),
                            folder.string()));
    }
    if (access(folder.c_str(), W_OK | X_OK) == 0) return {};
    return fail(message(NW_TEXT("cli.output.protected", "The result can't be written, as the folder %1 is protected"),
                        folder.string()),
                message(NW_TEXT("cli.output.protected.remedy", "Give -o a place where you may write.")));
}

Result<void> checkAccelerators(const std::vector<std::string>& specs, const std::string& workload) {
    if (specs.empty() && !isProjectFile(workload)) return tl::unexpected(noAccelerator());
    return {};
}

Result<PlanningTask> openPlanningTask(const std::string& workload, const std::vector<std::string>& specs,
                                      const BindingOptions& bindings, const PlanningOptions& planning,
                                      const CommonOptions& common, const WorkContext& work) {
    if (auto named = checkAccelerators(specs, workload); !named) return tl::unexpected(named.error());
    const auto bound = bindingsFrom(bindings);
    if (!bound) return tl::unexpected(bound.error());
    if (auto checked = planOptionsFrom(planning, common, {}); !checked) return tl::unexpected(checked.error());
    auto opened = openWorkloadWithChoices(workload, *bound, work);
    if (!opened) return tl::unexpected(opened.error());
    auto options = planOptionsFrom(planning, common, opened->plan);
    if (!options) return tl::unexpected(options.error());
    SourceNotes notes;
    auto given = acceleratorsFor(specs, *opened, notes);
    if (!given) return tl::unexpected(given.error());
    return PlanningTask{std::move(*opened), std::move(*given), std::move(*options), std::move(notes)};
}

Result<CountingRules> rulesFrom(const RuleOptions& options) {
    auto rules = rulesByName(options.profile);
    if (!rules) return rules;
    for (const auto& assignment : options.assignments) {
        if (auto applied = applyRule(*rules, assignment); !applied) return tl::unexpected(applied.error());
    }
    return rules;
}

} // namespace nestwright::cli
