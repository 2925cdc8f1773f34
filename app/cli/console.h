// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/source_note.h"
#include "core/workload/graph.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nestwright::cli {

/// Exit status of the program.
enum class ExitCode {
    done = 0,
    negative = 1, ///< done, with a negative answer
    usage = 2,
    input = 3,
    cancelled = 4
};

[[nodiscard]] ExitCode exitCodeOf(ErrorKind kind);

/// Where a command's results and messages go: results to standard output or to the file of -o, messages to standard
/// error.
class Console {
public:
    explicit Console(const CommonOptions& options)
        : m_options(options) {}

    /// Prints the error and gives the status that belongs to it.
    ExitCode fail(const Error& error) const;

    /// Prints warnings, unless quiet; `file` is where they arose and may be empty.
    void warn(const std::vector<Warning>& warnings, const Graph& graph, const std::string& file) const;
    void warn(std::string_view text) const;
    /// Prints what readers left out, each with its place.
    void warn(const SourceNotes& notes) const;

    /// Writes a result to -o or standard output; the status is `code`, or that of the failure to write.
    ExitCode write(std::string_view content, ExitCode code = ExitCode::done) const;
    ExitCode writeJson(const nlohmann::ordered_json& document, ExitCode code = ExitCode::done) const;

    /// The same to standard output, where -o means something else.
    ExitCode print(std::string_view content, ExitCode code = ExitCode::done) const;

    /// For long work: cancelled by an interrupt, with progress on a terminal unless quiet.
    [[nodiscard]] WorkContext work() const;

    /// The user's cache of results, unless --no-cache; null also where it can't be had, which it says.
    [[nodiscard]] std::shared_ptr<ResultCache> openCache() const;

    /// Takes the last line of progress off the terminal.
    void clearProgress() const;

private:
    [[nodiscard]] bool showsProgress() const;

    const CommonOptions& m_options;
};

/// Notes of readers as warnings of the whole model, each with its place.
[[nodiscard]] std::vector<Warning> warningsOf(const SourceNotes& notes);

/// The name of an operator, or its number where it has none; "" for kNoOperator.
[[nodiscard]] std::string operatorName(const Graph& graph, OperatorId id);

} // namespace nestwright::cli
