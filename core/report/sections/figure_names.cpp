// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sections/figure_names.h"

#include "core/accelerator/accelerator.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace nestwright::report {
namespace {

/// Endings of the native file's keys, longer ones before those that they end in.
constexpr std::array<std::pair<std::string_view, std::string_view>, 22> kUnits = {{{"_bytes_per_cycle", "B/cycle"},
                                                                                   {"_bytes_per_second", "B/s"},
                                                                                   {"_ops_per_second", "OP/s"},
                                                                                   {"_gb_per_s", "GB/s"},
                                                                                   {"_pj_per_cycle", "pJ/cycle"},
                                                                                   {"_pj_per_bit", "pJ/bit"},
                                                                                   {"_pj", "pJ"},
                                                                                   {"_bytes", "B"},
                                                                                   {"_bits", "bit"},
                                                                                   {"_kib", "KiB"},
                                                                                   {"_mib", "MiB"},
                                                                                   {"_gib", "GiB"},
                                                                                   {"_gb", "GB"},
                                                                                   {"_mhz", "MHz"},
                                                                                   {"_hz", "Hz"},
                                                                                   {"_gops", "GOP/s"},
                                                                                   {"_us", "\u00b5s"},
                                                                                   {"_seconds", "s"},
                                                                                   {"_cycles", "cycles"},
                                                                                   {"_mm2", "mm\u00b2"},
                                                                                   {"_w", "W"},
                                                                                   {"_usd", "$"}}};

struct Title {
    std::string_view key; ///< without its unit
    MessageTemplate title;
};

constexpr std::array kLevelTitles = {
    Title{"capacity", NW_TEXT("report.figure.capacity", "Capacity")},
    Title{"operand_capacity", NW_TEXT("report.figure.operand_capacity", "Capacity")},
    Title{"shared", NW_TEXT("report.figure.shared", "Bandwidth, reads and writes together")},
    Title{"read", NW_TEXT("report.figure.read", "Read bandwidth")},
    Title{"write", NW_TEXT("report.figure.write", "Write bandwidth")},
    Title{"bandwidth_scale", NW_TEXT("report.figure.bandwidth_scale", "Bandwidth, times")},
    Title{"energy", NW_TEXT("report.figure.access_energy", "Energy of an access")},
    Title{"leakage", NW_TEXT("report.figure.leakage", "Leakage")},
    Title{"area", NW_TEXT("report.figure.area", "Area")},
    Title{"word", NW_TEXT("report.figure.word", "Word")},
    Title{"block_words", NW_TEXT("report.figure.block_words", "Words an access")},
    Title{"fanout", NW_TEXT("report.figure.fanout", "Instances below")}};

constexpr std::array kComputeTitles = {
    Title{"macs_per_lane_cycle", NW_TEXT("report.figure.rate", "Multiply-adds a lane and cycle")},
    Title{"energy", NW_TEXT("report.figure.mac_energy", "Energy of a multiply-add")},
    Title{"area", NW_TEXT("report.figure.area", "Area")}};

constexpr std::array kDeviceTitles = {
    Title{"clock", NW_TEXT("report.figure.clock", "Clock")},
    Title{"memory", NW_TEXT("report.figure.memory", "Device memory")},
    Title{"vector", NW_TEXT("report.figure.vector", "Vector unit")},
    Title{"vector_energy", NW_TEXT("report.figure.vector_energy", "Energy of a vector operation")},
    Title{"launch", NW_TEXT("report.figure.launch", "Kernel launch")},
    Title{"graph_launch", NW_TEXT("report.figure.graph_launch", "Kernel launch within a graph")},
    Title{"sync", NW_TEXT("report.figure.sync", "Launch with synchronisation")},
    Title{"static_power", NW_TEXT("report.figure.static_power", "Static power")},
    Title{"tdp", NW_TEXT("report.figure.tdp", "Thermal design power")},
    Title{"link", NW_TEXT("report.figure.link", "Bandwidth of the links")},
    Title{"price", NW_TEXT("report.figure.price", "Price")},
    Title{"sustained_fraction", NW_TEXT("report.figure.sustained", "Sustained share of the peak")},
    Title{"maturity", NW_TEXT("report.figure.maturity", "Software maturity, of 3")}};

std::string words(std::string_view key) {
    std::string text(key);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

/// Takes the unit off a key.
std::string_view unitOf(std::string_view& key) {
    for (const auto& [ending, unit] : kUnits) {
        if (key.size() > ending.size() && key.ends_with(ending)) {
            key.remove_suffix(ending.size());
            return unit;
        }
    }
    return {};
}

template <std::size_t count>
Cell titleFor(std::string_view key, const std::array<Title, count>& titles) {
    const auto found = std::find_if(titles.begin(), titles.end(), [&](const Title& title) { return title.key == key; });
    return found == titles.end() ? Cell(words(key)) : Cell(message(found->title));
}

/// The level that the path "levels.NAME.rest" is of, and the rest.
std::pair<std::string, std::string_view> levelOf(std::string_view path, const Accelerator& accelerator) {
    path.remove_prefix(path.find('.') + 1);
    for (const auto& level : accelerator.levels) {
        const bool isIt = path.starts_with(level.name) && path.substr(level.name.size()).starts_with('.');
        if (isIt) return {level.name, path.substr(level.name.size() + 1)};
    }
    const auto dot = std::min(path.find('.'), path.size());
    return {std::string(path.substr(0, dot)), path.substr(std::min(dot + 1, path.size()))};
}

} // namespace

FigureName nameOfFigure(const std::string& path, const Accelerator& accelerator) {
    FigureName name;
    std::string_view rest = path;
    const bool isLevel = rest.starts_with("levels.");
    const bool isCompute = rest.starts_with("compute.");
    const bool isDevice = rest.starts_with("device.");
    if (isLevel) {
        auto [level, key] = levelOf(rest, accelerator);
        name.part = std::move(level);
        rest = key;
    } else if (isCompute || isDevice) {
        name.part = isCompute ? message(NW_TEXT("report.figure.compute", "Compute"))
                              : message(NW_TEXT("report.figure.device", "Device"));
        rest.remove_prefix(rest.find('.') + 1);
    }
    const auto dot = std::min(rest.find('.'), rest.size());
    std::string_view key = rest.substr(0, dot);
    std::string_view of = rest.substr(std::min(dot + 1, rest.size()));
    name.unit = unitOf(key);
    // "energy.read_pj" has its unit in the last word.
    if (name.unit.empty()) name.unit = unitOf(of);
    name.of = words(of);
    name.key = path.substr(0, path.size() - rest.size()) + std::string(key);
    name.title = isLevel     ? titleFor(key, kLevelTitles)
                 : isCompute ? titleFor(key, kComputeTitles)
                 : isDevice  ? titleFor(key, kDeviceTitles)
                             : Cell(words(key));
    return name;
}

} // namespace nestwright::report
