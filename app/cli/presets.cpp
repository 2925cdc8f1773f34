// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/presets.h"

#include "app/cli/command.h"
#include "app/cli/json_output.h"
#include "app/cli/text_table.h"
#include "core/accelerator/accelerator_json.h"
#include "core/accelerator/differences.h"
#include "core/formats/files/open.h"

#include <CLI/App.hpp>

#include <memory>

namespace nestwright::cli {

namespace {

/// Bytes per second between the device memory and the chip; nothing where no port limits it.
std::optional<double> memoryBandwidth(const Accelerator& accelerator) {
    const Level& memory = accelerator.levels.front();
    const auto bits = memory.sharedBitsPerCycle ? memory.sharedBitsPerCycle : memory.readBitsPerCycle;
    if (!bits) return std::nullopt;
    return *bits / 8 * accelerator.device.clockHz * accelerator.instances(0);
}

double peakMacsPerSecond(const Accelerator& accelerator, DataType format) {
    return accelerator.peakMacsPerCycle(format) * accelerator.device.clockHz;
}

Json summaryJson(const Accelerator& accelerator) {
    const Device& device = accelerator.device;
    Json peaks = Json::object();
    for (const auto& entry : accelerator.compute.macsPerLaneCycle) {
        peaks[std::string(nameOf(entry.first))] = number(peakMacsPerSecond(accelerator, entry.first));
    }
    Json levels = Json::array();
    for (const auto& level : accelerator.levels) levels.push_back(level.name);
    return {{"id", accelerator.id},
            {"name", accelerator.name},
            {"vendor", nameOrNull(accelerator.vendor)},
            {"family", nameOrNull(accelerator.family)},
            {"default_format", nameOf(accelerator.defaultFormat)},
            {"peak_macs_per_s", std::move(peaks)},
            {"clock_hz", number(device.clockHz)},
            {"memory_bytes", number(device.memoryBytes)},
            {"memory_bytes_per_s", number(memoryBandwidth(accelerator))},
            {"tdp_w", number(device.tdpW)},
            {"price_usd", number(device.priceUsd)},
            {"levels", std::move(levels)}};
}

std::string summaryTable(const std::vector<Accelerator>& accelerators) {
    TextTable table({{"Id", kLeft},
                     {"Name", kLeft},
                     {"Family", kLeft},
                     {"Format", kLeft},
                     {"Peak", kRight},
                     {"Memory", kRight},
                     {"Bandwidth", kRight},
                     {"TDP", kRight}});
    for (const auto& accelerator : accelerators) {
        const Device& device = accelerator.device;
        const auto bandwidth = memoryBandwidth(accelerator);
        table.addRow({accelerator.id, shortened(accelerator.name, 44), accelerator.family,
                      std::string(nameOf(accelerator.defaultFormat)),
                      siText(peakMacsPerSecond(accelerator, accelerator.defaultFormat), "MAC/s"),
                      device.memoryBytes ? bytesText(static_cast<double>(*device.memoryBytes)) : "-",
                      bandwidth ? siText(*bandwidth, "B/s") : "-", device.tdpW ? siText(*device.tdpW, "W") : "-"});
    }
    return table.text();
}

ExitCode listPresets(const CommonOptions& common, const Console& console) {
    std::vector<Accelerator> accelerators;
    for (const auto& id : presetIds()) {
        auto accelerator = preset(id);
        if (!accelerator) return console.fail(accelerator.error());
        accelerators.push_back(std::move(*accelerator));
    }
    if (!common.asJson) return console.write(summaryTable(accelerators));
    Json list = Json::array();
    for (const auto& accelerator : accelerators) list.push_back(summaryJson(accelerator));
    return console.writeJson({{"schema", "nestwright.presets/1"}, {"presets", std::move(list)}});
}

/// A figure as the native file holds it: a number or a truth value as such, null where it's absent, else text.
Json figureJson(const std::string& written) {
    if (written.empty()) return nullptr;
    const Json value = Json::parse(written, nullptr, false);
    return value.is_number() || value.is_boolean() ? value : Json(written);
}

ExitCode comparePresets(const Accelerator& mine, const std::string& spec, const CommonOptions& common,
                        const Console& console) {
    SourceNotes notes;
    const auto other = openAccelerator(spec, notes);
    if (!other) return console.fail(other.error());
    console.warn(notes);
    const auto found = differences(mine, *other);
    if (common.asJson) {
        Json list = Json::array();
        for (const auto& difference : found) {
            list.push_back({{"figure", difference.path},
                            {"first", figureJson(difference.first)},
                            {"second", figureJson(difference.second)}});
        }
        return console.writeJson({{"schema", "nestwright.differences/1"}, {"differences", std::move(list)}});
    }
    TextTable table({{"Figure", kLeft}, {mine.id, kRight}, {spec, kRight}});
    for (const auto& difference : found) {
        const auto shown = [](const std::string& value) { return value.empty() ? std::string("-") : value; };
        table.addRow({difference.path, shown(difference.first), shown(difference.second)});
    }
    return console.write(found.empty() ? "No figure differs.\n" : table.text());
}

} // namespace

Command addPresets(CLI::App& program) {
    auto* parser = program.add_subcommand("presets", "Lists the accelerators that ship with the program");
    auto id = std::make_shared<std::string>();
    auto* idOption =
        parser->add_option("ID", *id, "Print this preset in full as a native file, to start one of your own from");
    auto other = std::make_shared<std::string>();
    parser->add_option("--against", *other, "List the figures in which this accelerator differs from the preset")
        ->needs(idOption)
        ->type_name("ARCH");
    return {parser, [id, other](const CommonOptions& common, const Console& console) {
                if (id->empty()) return listPresets(common, console);
                auto accelerator = preset(*id);
                if (!accelerator) return console.fail(accelerator.error());
                if (!other->empty()) return comparePresets(*accelerator, *other, common, console);
                return console.writeJson(writeAccelerator(*accelerator));
            }};
}

} // namespace nestwright::cli
