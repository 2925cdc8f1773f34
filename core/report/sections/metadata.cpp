// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/parts.h"

namespace nestwright::report {

Facts metadataFacts(const Source& source) {
    const auto& run = source.inputs->metadata;
    const auto unknown = message(NW_TEXT("report.metadata.unknown", "Not recorded by the caller"));
    Facts facts{"metadata", {}};
    const auto add = [&facts, &unknown](const char* key, Message name, const std::string& value, bool isCode = false) {
        const Cell cell = value.empty() ? Cell(Number{{}, NumberStyle::real, unknown, {}}) : Cell(value);
        facts.lines.push_back({key, std::move(name), cell, isCode});
    };
    add("program_version", message(NW_TEXT("report.metadata.version", "Program version")),
        run.programVersion.empty() ? std::string() : "nestwright " + run.programVersion);
    add("commit", message(NW_TEXT("report.metadata.commit", "Commit")), run.commit);
    add("compiler", message(NW_TEXT("report.metadata.compiler", "Compiler")), run.compiler);
    add("qt_version", message(NW_TEXT("report.metadata.qt", "Qt")), run.qtVersion);
    add("operating_system", message(NW_TEXT("report.metadata.os", "Operating system")), run.operatingSystem);
    add("cpu", message(NW_TEXT("report.metadata.cpu", "Processor")), run.cpu);
    add("host", message(NW_TEXT("report.metadata.host", "Host")), run.host);
    add("made_at", message(NW_TEXT("report.metadata.made", "Made at")), run.madeAt);
    facts.lines.push_back(
        {"cost_models", message(NW_TEXT("report.metadata.models", "Cost models")),
         message(NW_TEXT("report.metadata.models_text",
                         "loop nests with exact counting rules (operators with multiply-adds), passes "
                         "over memory (all others)")),
         false});
    facts.lines.push_back({"seed", message(NW_TEXT("report.metadata.seed", "Seed")), std::to_string(run.seed), false});
    const auto& graph = *source.graph;
    add("workload", message(NW_TEXT("report.metadata.workload", "Workload")), graph.name);
    add("workload_bindings", message(NW_TEXT("report.metadata.bindings", "Workload slice")),
        bindingsText(source.entries.front().plan->bindings, graph));
    if (facts.lines.back().value.index() == 2) facts.lines.pop_back();
    if (!graph.sourcePath.empty()) {
        add("workload_file", message(NW_TEXT("report.metadata.file", "Workload file")), graph.sourcePath);
    }
    if (!graph.sourceSha256.empty()) {
        add("workload_sha256", message(NW_TEXT("report.metadata.sha", "Workload SHA-256")), graph.sourceSha256, true);
    } else {
        facts.lines.push_back({"workload_sha256", message(NW_TEXT("report.metadata.sha", "Workload SHA-256")),
                               message(NW_TEXT("report.metadata.generated", "none: not read from a file")), false});
    }
    for (const auto& entry : source.entries) {
        facts.lines.push_back({"accelerator_sha256:" + entry.accelerator->id,
                               message(NW_TEXT("report.metadata.accelerator", "%1 SHA-256"), entry.accelerator->id),
                               entry.sha256, true});
    }
    add("command", message(NW_TEXT("report.metadata.command", "Reproduce")), run.command, true);
    return facts;
}

} // namespace nestwright::report
