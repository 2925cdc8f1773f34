// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/sweep.h"

#include "app/cli/command.h"
#include "app/cli/json_output.h"
#include "app/cli/map_constraints.h"
#include "core/formats/files/open.h"
#include "core/formats/files/project_files.h"

#include <CLI/App.hpp>

#include <cstdlib>
#include <filesystem>
#include <memory>

namespace nestwright::cli {

namespace {

struct SweepOptions {
    std::string workload;
    std::vector<std::string> accelerators;
    std::vector<std::string> axes;
    std::string constraints;
    BindingOptions bindings;
    PlanningOptions planning;
};

Result<std::vector<SweepAxis>> axesFrom(const std::vector<std::string>& texts) {
    std::vector<SweepAxis> axes;
    for (const auto& text : texts) {
        auto axis = parseAxis(text);
        if (!axis) return tl::unexpected(axis.error());
        for (const auto& known : axes) {
            if (known.name != axis->name) continue;
            return failure(ErrorKind::usage,
                           message(NW_TEXT("cli.sweep.axis_twice", "Axis %1 is given twice"), known.name), {},
                           message(NW_TEXT("cli.sweep.axis_twice.remedy", "Give all its values at once.")));
        }
        axes.push_back(std::move(*axis));
    }
    return axes;
}

/// Rows of a run before this one; none where there is no such file.
Result<SweepTable> knownRows(const CommonOptions& common) {
    std::error_code ignored;
    if (common.output.empty() || common.asJson || !std::filesystem::exists(common.output, ignored)) return SweepTable{};
    const auto text = readFile(common.output);
    if (!text) return tl::unexpected(text.error());
    auto table = readSweepTable(*text);
    if (!table) {
        Error error = table.error();
        error.place.file = common.output;
        error.remedy = message(NW_TEXT("cli.sweep.file.remedy", "Name a file of this command, or a new one."));
        return tl::unexpected(error);
    }
    return table;
}

Json cellJson(const std::string& column, const std::string& cell) {
    if (cell.empty()) return nullptr;
    if (cell == "true" || cell == "false") return cell == "true";
    const bool isText = column == "tiling" || column == "tiling_id" || column == "note" || column == "accelerator";
    if (isText) return cell;
    char* end = nullptr;
    const double value = std::strtod(cell.c_str(), &end);
    if (*end != '\0') return cell;
    return value;
}

Json documentOf(const Sweep& sweep, const SweepTable& table) {
    Json axes = Json::array();
    for (const auto& axis : sweep.axes) axes.push_back(axis.name);
    Json points = Json::array();
    for (const auto& row : table.rows) {
        Json point;
        for (std::size_t i = 0; i < row.size(); ++i) point[table.columns[i]] = cellJson(table.columns[i], row[i]);
        points.push_back(std::move(point));
    }
    return {{"schema", "nestwright.sweep/1"}, {"axes", std::move(axes)}, {"points", std::move(points)}};
}

ExitCode runSweepCommand(const SweepOptions& options, const CommonOptions& common, const Console& console) {
    auto axes = axesFrom(options.axes);
    if (!axes) return console.fail(axes.error());
    auto task = openPlanningTask(options.workload, options.accelerators, options.bindings, options.planning, common,
                                 console.work());
    if (!task) return console.fail(task.error());
    auto known = knownRows(common);
    if (!known) return console.fail(known.error());
    console.warn(task->notes);
    task->options.cache = console.openCache();

    OpenedWorkload& opened = task->opened;
    Sweep sweep{std::move(*axes),
                task->given.accelerators,
                task->given.labels(),
                opened.bindings,
                std::move(task->options),
                {},
                {}};
    // The model opens again only where an axis has changed its bindings since the last point.
    sweep.open = [&](const Bindings& at) -> Result<Graph> {
        if (at == opened.bindings) return opened.graph;
        auto other = openWorkloadWithChoices(options.workload, at, console.work());
        if (!other) return tl::unexpected(other.error());
        opened = std::move(*other);
        return opened.graph;
    };
    if (!options.constraints.empty()) {
        sweep.constraints = [&](const Problem& problem, const Accelerator& accelerator) {
            SourceNotes unused;
            return constraintsFor({problem.name, {}, problem, 1}, accelerator, {{}, {}, options.constraints}, unused);
        };
    }
    const bool writesRows = !common.output.empty() && !common.asJson;
    SweepSink sink;
    if (writesRows) sink = [&](const SweepTable& table) { return writeFileAtomically(common.output, csvText(table)); };
    const auto table = runSweep(sweep, *known, sink, console.work());
    console.clearProgress();
    if (!table) return console.fail(table.error());
    for (const auto& note : sweepNotes(sweep, *table)) console.warn(note.text());
    if (common.asJson) return console.writeJson(documentOf(sweep, *table));
    return writesRows ? ExitCode::done : console.write(csvText(*table));
}

} // namespace

Command addSweep(CLI::App& program) {
    auto* parser = program.add_subcommand(
        "sweep", "Plans a model at every combination of axes; -o FILE goes on with a file that has some of the rows");
    auto options = std::make_shared<SweepOptions>();
    addWorkloadOption(*parser, options->workload);
    addOptionalAccelerators(*parser, options->accelerators);
    parser
        ->add_option("--axis", options->axes,
                     "What changes: batch, seq, past, format, devices, or of a level NAME.capacity (bytes), "
                     "NAME.read_bandwidth, NAME.write_bandwidth (bytes a second), NAME.x, NAME.y; may be repeated")
        ->required()
        ->allow_extra_args(false)
        ->type_name("NAME=V1,V2,..");
    parser
        ->add_option("--constraints", options->constraints,
                     "What every mapping must respect, in Timeloop's form; for a workload of one kind of operator")
        ->type_name("FILE");
    addBindingOptions(*parser, options->bindings);
    addPlanningOptions(*parser, options->planning);
    return {parser, [options](const CommonOptions& common, const Console& console) {
                return runSweepCommand(*options, common, console);
            }};
}

} // namespace nestwright::cli
