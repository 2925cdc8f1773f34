// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/accelerator/accelerator.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nestwright::figures {

/// A key of the native file and what one of its units is in the unit of the header.
struct UnitKey {
    std::string key;
    double scale = 1;
};

/// Keys that stand for one figure. Provenance goes by the first; the writer takes the first that gives the exact
/// figure.
using UnitKeys = std::vector<UnitKey>;

inline UnitKeys plain(std::string key) { return {{std::move(key), 1.0}}; }

inline UnitKeys capacity() {
    constexpr double kKib = 8.0 * 1024;
    return {{"capacity_bytes", 8},
            {"capacity_kib", kKib},
            {"capacity_mib", kKib * 1024},
            {"capacity_gib", kKib * 1024 * 1024},
            {"capacity_bits", 1}};
}

/// Bits per cycle; `port` is "read", "write" or "shared".
inline UnitKeys bandwidth(const std::string& port, double clockHz) {
    return {{port + "_bytes_per_cycle", 8}, {port + "_gb_per_s", 8e9 / clockHz}};
}

/// Picojoules of one access to a block; `access` is "read", "write" or "update".
inline UnitKeys accessEnergy(const std::string& access, const Level& level) {
    return {{access + "_pj", 1}, {access + "_pj_per_bit", static_cast<double>(level.wordBits) * level.blockWords}};
}

inline UnitKeys clock() { return {{"clock_mhz", 1e6}, {"clock_hz", 1}}; }
inline UnitKeys memory() { return {{"memory_bytes", 1}, {"memory_gb", 1e9}, {"memory_gib", 1024.0 * 1024 * 1024}}; }
inline UnitKeys vectorRate() { return {{"vector_gops", 1e9}, {"vector_ops_per_second", 1}}; }
inline UnitKeys linkRate() { return {{"link_gb_per_s", 1e9}, {"link_bytes_per_second", 1}}; }
inline UnitKeys time(const std::string& name) { return {{name + "_us", 1e-6}, {name + "_seconds", 1}}; }

inline constexpr std::array<std::pair<std::string_view, Operand>, 3> kOperands = {
    {{"input", Operand::input}, {"weight", Operand::weight}, {"output", Operand::output}}};

inline constexpr std::array<std::pair<std::string_view, DimClass>, 4> kDimClasses = {
    {{"reduction", DimClass::reduction},
     {"output_channel", DimClass::outputChannel},
     {"output_position", DimClass::outputPosition},
     {"shared", DimClass::shared}}};

inline constexpr std::array<std::pair<std::string_view, Badge>, 5> kBadges = {{{"measured", Badge::measured},
                                                                               {"published", Badge::published},
                                                                               {"derived", Badge::derived},
                                                                               {"assumed", Badge::assumed},
                                                                               {"recalled", Badge::recalled}}};

} // namespace nestwright::figures
