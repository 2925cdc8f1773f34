// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/source_note.h"
#include "core/cost/rules.h"
#include "core/formats/files/project_files.h"
#include "core/plan/plan.h"
#include "core/workload/graph.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Validator;
} // namespace CLI

namespace nestwright::cli {

/// What every command takes.
struct CommonOptions {
    int threads = 0; ///< 0: all cores
    std::uint64_t seed = 1;
    bool isQuiet = false;
    bool withoutCache = false;
    bool asJson = false;
    std::string output;               ///< -o; empty: standard output
    std::vector<std::string> command; ///< the call itself, program name first
};

/// How a workload's free symbols and phase are given.
struct BindingOptions {
    std::vector<std::string> assignments; ///< --set NAME=N
    std::optional<Count> batch;
    std::optional<Count> sequence;
    std::optional<Count> past;
    std::optional<std::string> phase;
};

/// How a whole workload is planned; what isn't given is as the project has it, or the default.
struct PlanningOptions {
    std::optional<std::string> format;
    std::optional<std::string> fusion;
    std::optional<std::string> objective;
    std::optional<int> devices;
};

struct RuleOptions {
    std::string profile = "exact";
    std::vector<std::string> assignments; ///< --rule KEY=VALUE
};

/// Adds the options to a command's parser. The structures must outlive the parsing.
void addWorkloadOption(CLI::App& parser, std::string& workload);
void addAcceleratorOption(CLI::App& parser, std::string& accelerator);
/// Where a project may name the accelerators.
void addOptionalAccelerator(CLI::App& parser, std::string& accelerator);
void addOptionalAccelerators(CLI::App& parser, std::vector<std::string>& accelerators);
void addFormatOption(CLI::App& parser, std::optional<std::string>& format);
void addCommonOptions(CLI::App& parser, CommonOptions& options, bool writesFolder = false);
void addBindingOptions(CLI::App& parser, BindingOptions& options);
void addPlanningOptions(CLI::App& parser, PlanningOptions& options);
/// Checks of figures that say what is asked for in words.
[[nodiscard]] CLI::Validator aboveZero();
[[nodiscard]] CLI::Validator wholeNumber(Count least, Count most);
void addRuleOptions(CLI::App& parser, RuleOptions& options);
void addObjectiveOption(CLI::App& parser, std::string& objective);
void addObjectiveOption(CLI::App& parser, std::optional<std::string>& objective);

/// The options as the engine takes them; a usage error names the option.
[[nodiscard]] Result<Bindings> bindingsFrom(const BindingOptions& options);
[[nodiscard]] Result<PlanOptions> planOptionsFrom(const PlanningOptions& options, const CommonOptions& common,
                                                  const PlanOptions& defaults);
[[nodiscard]] Result<CountingRules> rulesFrom(const RuleOptions& options);
[[nodiscard]] Result<DataType> formatFrom(const std::optional<std::string>& name);

/// The path that an accelerator is read from; "" for a preset.
[[nodiscard]] std::string fileOf(const std::string& spec);

struct GivenAccelerators {
    std::vector<Accelerator> accelerators;
    std::vector<std::string> files; ///< by accelerator: the path it was read from; "" for a preset

    /// What each is called, so that a preset and an edited copy of it can be told apart.
    [[nodiscard]] std::vector<std::string> labels() const;
};

/// Accelerators of a command that takes projects: those of --arch, else those of the project, the one it shows first.
/// What their files say and a plan can't use is added to `notes`, and that one was given twice.
[[nodiscard]] Result<GivenAccelerators> acceleratorsFor(const std::vector<std::string>& specs,
                                                        const OpenedWorkload& opened, SourceNotes& notes);
/// What a command that plans works on.
struct PlanningTask {
    OpenedWorkload opened;
    GivenAccelerators given;
    PlanOptions options;
    SourceNotes notes; ///< of the accelerators' files
};

/// Opens all of it; what is wrong with the call itself is found before any file is read.
[[nodiscard]] Result<PlanningTask> openPlanningTask(const std::string& workload, const std::vector<std::string>& specs,
                                                    const BindingOptions& bindings, const PlanningOptions& planning,
                                                    const CommonOptions& common, const WorkContext& work);

/// A usage error where the file of -o can't be written to its folder, or where --json asks for another form than its
/// extension; found before any work is done.
[[nodiscard]] Result<void> checkOutput(const CommonOptions& options);
/// A usage error where neither --arch nor a project names an accelerator; found before anything is opened.
[[nodiscard]] Result<void> checkAccelerators(const std::vector<std::string>& specs, const std::string& workload);

} // namespace nestwright::cli
