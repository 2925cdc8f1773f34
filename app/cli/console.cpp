// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include "app/base/engine_version.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_output.h"
#include "core/formats/files/open.h"

#include <fmt/format.h>

#include <cstdio>
#include <mutex>
#include <unistd.h>

namespace nestwright::cli {

namespace {

void printMessage(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fputc('\n', stderr);
}

} // namespace

ExitCode exitCodeOf(ErrorKind kind) {
    switch (kind) {
    case ErrorKind::infeasible:
        return ExitCode::negative;
    case ErrorKind::usage:
        return ExitCode::usage;
    case ErrorKind::cancelled:
        return ExitCode::cancelled;
    case ErrorKind::input:
    case ErrorKind::internal:
        break;
    }
    return ExitCode::input;
}

ExitCode Console::fail(const Error& error) const {
    clearProgress();
    printMessage(error.kind == ErrorKind::internal ? "Internal error: " + error.text() : error.text());
    return exitCodeOf(error.kind);
}

void Console::warn(std::string_view text) const {
    if (m_options.isQuiet) return;
    clearProgress();
    printMessage(fmt::format("warning: {}", text));
}

void Console::warn(const SourceNotes& notes) const {
    if (m_options.isQuiet) return;
    clearProgress();
    for (const auto& note : notes) {
        const Message text = message(NW_TEXT("cli.warning", "warning: %1"), note.message.text());
        printMessage(SourceNote{text, note.place}.text());
    }
}

void Console::warn(const std::vector<Warning>& warnings, const Graph& graph, const std::string& file) const {
    if (m_options.isQuiet) return;
    clearProgress();
    for (const auto& warning : warnings) {
        const std::string where = file.empty() ? std::string() : file + ": ";
        const std::string name = operatorName(graph, warning.op);
        printMessage(fmt::format("{}warning: {}{}{}", where, name, name.empty() ? "" : ": ", warning.message.text()));
    }
}

ExitCode Console::write(std::string_view content, ExitCode code) const {
    clearProgress();
    if (!m_options.output.empty()) {
        if (auto written = writeFileAtomically(m_options.output, content); !written) return fail(written.error());
        return code;
    }
    return print(content, code);
}

ExitCode Console::print(std::string_view content, ExitCode code) const {
    clearProgress();
    const bool isWritten = std::fwrite(content.data(), 1, content.size(), stdout) == content.size();
    if (!isWritten || std::fflush(stdout) != 0) {
        printMessage("Standard output could not be written");
        return ExitCode::input;
    }
    return code;
}

ExitCode Console::writeJson(const nlohmann::ordered_json& document, ExitCode code) const {
    return write(jsonText(document), code);
}

bool Console::showsProgress() const { return !m_options.isQuiet && isatty(STDERR_FILENO) == 1; }

void Console::clearProgress() const {
    if (showsProgress()) std::fputs("\r\033[K", stderr);
}

WorkContext Console::work() const {
    WorkContext context;
    context.cancel = interruptToken();
    if (showsProgress()) {
        context.progress = [lock = std::make_shared<std::mutex>()](double fraction, const Message& step) {
            const std::scoped_lock guard(*lock);
            fmt::print(stderr, "\r\033[K{:3.0f} % {}", 100 * fraction, step.text());
            std::fflush(stderr);
        };
    }
    return context;
}

std::shared_ptr<ResultCache> Console::openCache() const {
    if (m_options.withoutCache) return nullptr;
    auto opened = app::openUserCache();
    if (opened.note && !m_options.isQuiet)
        printMessage((opened.isWarning ? "warning: " : "note: ") + opened.note->text());
    return std::move(opened.cache);
}

std::vector<Warning> warningsOf(const SourceNotes& notes) {
    std::vector<Warning> warnings;
    for (const auto& note : notes) {
        warnings.push_back({kNoOperator, "description", message(NW_TEXT("cli.note", "%1"), note.text())});
    }
    return warnings;
}

std::string operatorName(const Graph& graph, OperatorId id) {
    if (id < 0 || static_cast<std::size_t>(id) >= graph.operators.size()) return {};
    const auto& op = graph.operators[static_cast<std::size_t>(id)];
    return op.name.empty() ? fmt::format("{} #{}", op.type, id) : op.name;
}

} // namespace nestwright::cli
