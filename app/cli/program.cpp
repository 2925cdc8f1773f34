// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"

#include "app/base/libraries.h"
#include "app/base/run_metadata.h"
#include "app/cli/command.h"
#include "core/accelerator/nearest_names.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

namespace nestwright::cli {

namespace {

constexpr const char* kProgram = "nestwright-cli";

std::string versionText() {
    const auto metadata = app::runMetadata({}, 1);
    std::string text = fmt::format("{} {}\ncommit {}\ncompiler {}\nlibraries", kProgram, metadata.programVersion,
                                   metadata.commit, metadata.compiler);
    std::string separator = " ";
    for (const auto& library : app::libraryVersions()) {
        text += fmt::format("{}{} {}", separator, library.name, library.version);
        separator = ", ";
    }
    return text + "\n";
}

std::string commandList(const std::vector<Command>& commands) {
    std::string list;
    for (const auto& command : commands) list += (list.empty() ? "" : ", ") + command.parser->get_name();
    return list;
}

void printUsageError(const std::string& problem, const std::string& remedy) {
    fmt::print(stderr, "{}: {}\n{}\n", kProgram, problem, remedy);
}

/// What was wrong with a call that names no command, or one that there is not.
ExitCode failWithoutCommand(const std::vector<std::string>& arguments, const std::vector<Command>& commands,
                            const CLI::ParseError& error) {
    const auto first = std::find_if(arguments.begin() + 1, arguments.end(),
                                    [](const std::string& argument) { return argument.empty() || argument[0] != '-'; });
    const std::string remedy =
        fmt::format("Commands: {}. '{} COMMAND --help' describes each.", commandList(commands), kProgram);
    if (arguments.size() > 1 && !arguments[1].empty() && arguments[1][0] == '-')
        printUsageError(error.what(), remedy);
    else if (first == arguments.end())
        printUsageError("a command is missing", remedy);
    else
        printUsageError(fmt::format("there is no command '{}'", *first), remedy);
    return ExitCode::usage;
}

/// The first argument that looks like an option and is none of the command's.
std::optional<std::string> unknownOption(const CLI::App& command) {
    const auto unused = command.remaining(true);
    const auto found = std::find_if(unused.begin(), unused.end(),
                                    [](const std::string& argument) { return argument.starts_with("--"); });
    if (found == unused.end()) return std::nullopt;
    return found->substr(0, found->find('='));
}

std::vector<std::string> optionNames(const CLI::App& command) {
    std::vector<std::string> names;
    for (const auto* option : command.get_options()) {
        for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

ExitCode failToParse(const CLI::App& program, const std::vector<std::string>& arguments,
                     const std::vector<Command>& commands, const CLI::ParseError& error) {
    const auto parsed = program.get_subcommands();
    if (parsed.empty()) return failWithoutCommand(arguments, commands, error);
    const std::string& name = parsed.front()->get_name();
    if (const auto unknown = unknownOption(*parsed.front())) {
        const auto nearest = nearestNames(*unknown, optionNames(*parsed.front()), 2);
        const std::string suggestion =
            nearest.empty() ? "" : fmt::format("Did you mean {}? ", fmt::join(nearest, " or "));
        printUsageError(fmt::format("{}: there is no option {}", name, *unknown),
                        fmt::format("{}'{} {} --help' lists its options.", suggestion, kProgram, name));
        return ExitCode::usage;
    }
    printUsageError(fmt::format("{}: {}", name, error.what()),
                    fmt::format("'{} {} --help' lists its options.", kProgram, name));
    return ExitCode::usage;
}

} // namespace

ExitCode runProgram(const std::vector<std::string>& arguments) {
    CLI::App program("Maps neural-network operators onto accelerators and explains the bottleneck.", kProgram);
    program.set_version_flag("--version", [] { return versionText(); });
    program.require_subcommand(1);
    program.option_defaults()->always_capture_default(false);

    CommonOptions common;
    common.command = arguments;
    if (!common.command.empty()) common.command.front() = kProgram;
    std::vector<Command> commands = {addInspect(program), addEvaluate(program), addMap(program),
                                     addPlan(program),    addReport(program),   addSweep(program),
                                     addConvert(program), addPresets(program)};
    addCommonOptions(program, common); // before the command as well as after it
    for (auto& command : commands) addCommonOptions(*command.parser, common, command.writesFolder);

    try {
        std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
        if (!reversed.empty()) reversed.pop_back();
        program.parse(reversed);
    } catch (const CLI::Success& request) { // --help, --version
        return static_cast<ExitCode>(program.exit(request));
    } catch (const CLI::ParseError& error) {
        return failToParse(program, arguments, commands, error);
    }

    const Console console(common);
    for (const auto& command : commands) {
        if (!command.parser->parsed()) continue;
        if (auto checked = checkOutput(common); !checked && !command.writesFolder) return console.fail(checked.error());
        return command.run(common, console);
    }
    return ExitCode::usage;
}

} // namespace nestwright::cli
