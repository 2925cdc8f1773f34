// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/accelerator_faults.h"

#include "core/accelerator/json_source.h"

#include <algorithm>
#include <cmath>

namespace nestwright {
namespace {

using Pointer = nlohmann::json::json_pointer;
using Fault = std::optional<AcceleratorFault>;

bool isAmount(double value) { return std::isfinite(value) && value >= 0; }
bool isPositive(double value) { return std::isfinite(value) && value > 0; }

Fault notAnAmount(const Pointer& part) {
    return AcceleratorFault{
        part, message(NW_TEXT("accelerator.amount", "%1 must be a number of at least 0"), readablePath(part)),
        message(NW_TEXT("accelerator.amount.remedy", "Give a number of at least 0."))};
}

Fault notPositive(const Pointer& part) {
    return AcceleratorFault{part,
                            message(NW_TEXT("accelerator.positive", "%1 must be a number above 0"), readablePath(part)),
                            message(NW_TEXT("accelerator.positive.remedy",
                                            "Give a number above 0, or leave the figure out if it's unknown."))};
}

/// Rates below this make times that no figure holds.
constexpr double kSlowestPort = 1e-12;

Fault tooSlow(const Pointer& part) {
    return AcceleratorFault{
        part,
        message(NW_TEXT("accelerator.slow", "%1 is less than %2 bits per cycle"), readablePath(part), kSlowestPort),
        message(
            NW_TEXT("accelerator.positive.remedy", "Give a number above 0, or leave the figure out if it's unknown."))};
}

Fault notAShare(const Pointer& part) {
    return AcceleratorFault{part,
                            message(NW_TEXT("accelerator.share", "%1 must lie between 0 and 1"), readablePath(part)),
                            message(NW_TEXT("accelerator.share.remedy", "Give a share such as 0.5."))};
}

Fault faultOfFanout(const Fanout& fanout, const Pointer& at) {
    if (fanout.x < 1) return notPositive(at / "x");
    if (fanout.y < 1) return notPositive(at / "y");
    if (!isAmount(fanout.hopEnergyPj)) return notAnAmount(at / "hop_energy_pj");
    if (!isAmount(fanout.routerEnergyPj)) return notAnAmount(at / "router_energy_pj");
    if (!isAmount(fanout.ingressEnergyPj)) return notAnAmount(at / "ingress_energy_pj");
    if (!isAmount(fanout.timing.tileLoadCycles)) return notAnAmount(at / "tile_load_cycles");
    if (!isAmount(fanout.timing.hopCycles)) return notAnAmount(at / "hop_cycles");
    return std::nullopt;
}

Fault faultOfPorts(const Level& level, const Pointer& at) {
    const std::pair<const char*, const std::optional<double>*> ports[] = {
        {"read_bytes_per_cycle", &level.readBitsPerCycle},
        {"write_bytes_per_cycle", &level.writeBitsPerCycle},
        {"shared_bytes_per_cycle", &level.sharedBitsPerCycle}};
    for (const auto& [key, rate] : ports) {
        if (*rate && !isPositive(**rate)) return notPositive(at / key);
        if (*rate && **rate < kSlowestPort) return tooSlow(at / key);
    }
    const std::pair<const char*, double> energies[] = {
        {"read_pj", level.energy.readPj}, {"write_pj", level.energy.writePj}, {"update_pj", level.energy.updatePj}};
    for (const auto& [key, energy] : energies) {
        if (!isAmount(energy)) return notAnAmount(at / "energy" / key);
    }
    return std::nullopt;
}

Fault faultOfRefinements(const Level& level, const Pointer& at) {
    if (level.tileCopies < 1) return notPositive(at / "tile_copies");
    if (level.clusterInstances < 1) return notPositive(at / "cluster_instances");
    if (!isAmount(level.minUtilization) || level.minUtilization > 1) return notAShare(at / "min_utilization");
    if (!isAmount(level.networkFillCycles)) return notAnAmount(at / "network_fill_cycles");
    if (!isAmount(level.networkDrainCycles)) return notAnAmount(at / "network_drain_cycles");
    for (const auto& [tensor, scale] : level.bandwidthScale) {
        if (!isAmount(scale)) return notAnAmount(at / "bandwidth_scale" / tensor);
    }
    return std::nullopt;
}

Fault faultOfKeeping(const Level& level, bool isOutermost, const Pointer& at) {
    const bool mayKeepAll =
        std::includes(level.mayKeep.begin(), level.mayKeep.end(), level.mustKeep.begin(), level.mustKeep.end());
    if (!mayKeepAll) {
        return AcceleratorFault{
            at / "must_keep",
            message(NW_TEXT("accelerator.must_keep", "Level %1 must keep an operand that it may not keep"), level.name),
            message(
                NW_TEXT("accelerator.must_keep.remedy", "Add the operand to may_keep, or take it out of must_keep."))};
    }
    if (isOutermost && level.mayKeep.size() < 3) {
        return AcceleratorFault{
            at / "may_keep",
            message(NW_TEXT("accelerator.outermost", "The outermost level %1 must be able to keep every operand"),
                    level.name),
            message(NW_TEXT("accelerator.outermost.remedy",
                            "Put a level for inputs, weights and outputs, such as device memory, first."))};
    }
    return std::nullopt;
}

Fault faultOfLevel(const Level& level, bool isOutermost, const Pointer& at) {
    if (level.name.empty()) {
        return AcceleratorFault{at, message(NW_TEXT("accelerator.level_name", "%1 has no name"), readablePath(at)),
                                message(NW_TEXT("accelerator.level_name.remedy", "Name every level."))};
    }
    if (level.capacityBits && *level.capacityBits < 1) return notPositive(at / "capacity_bytes");
    if (level.wordBits < 1) return notPositive(at / "word_bits");
    if (level.blockWords < 1) return notPositive(at / "block_words");
    for (const auto& [operand, bits] : level.operandCapacityBits) {
        if (bits < 1) return notPositive(at / "operand_capacity_bytes");
    }
    if (auto fault = faultOfPorts(level, at)) return fault;
    if (auto fault = faultOfRefinements(level, at)) return fault;
    if (!isAmount(level.leakagePjPerCycle)) return notAnAmount(at / "leakage_pj_per_cycle");
    if (!isAmount(level.areaMm2)) return notAnAmount(at / "area_mm2");
    if (auto fault = faultOfKeeping(level, isOutermost, at)) return fault;
    return faultOfFanout(level.fanout, at / "fanout");
}

Fault faultOfLevels(const Accelerator& accelerator) {
    const Pointer levels("/levels");
    if (accelerator.levels.empty()) {
        return AcceleratorFault{Pointer(), message(NW_TEXT("accelerator.no_levels", "The accelerator has no levels")),
                                message(NW_TEXT("accelerator.no_levels.remedy", "Give at least the device memory."))};
    }
    Count lanes = 1;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const auto& level = accelerator.levels[i];
        if (auto fault = faultOfLevel(level, i == 0, levels / i)) return fault;
        if (accelerator.levelIndex(level.name) != static_cast<int>(i)) {
            return AcceleratorFault{
                levels / i / "name", message(NW_TEXT("accelerator.same_name", "Two levels are named %1"), level.name),
                message(NW_TEXT("accelerator.same_name.remedy", "Give each level a name of its own."))};
        }
        const auto children = checkedMultiply(level.fanout.x, level.fanout.y);
        const auto product = children ? checkedMultiply(lanes, *children) : std::nullopt;
        if (!product) {
            return AcceleratorFault{
                levels / i / "fanout",
                message(NW_TEXT("accelerator.too_many_lanes",
                                "The fan-outs down to level %1 multiply to more than 2^63 instances"),
                        level.name),
                message(NW_TEXT("accelerator.too_many_lanes.remedy", "Check x and y of the fan-outs."))};
        }
        lanes = *product;
    }
    return std::nullopt;
}

Fault faultOfCompute(const Accelerator& accelerator) {
    const Pointer at("/compute");
    const auto& compute = accelerator.compute;
    for (const auto& [format, rate] : compute.macsPerLaneCycle) {
        if (!isPositive(rate)) return notPositive(at / "macs_per_lane_cycle" / std::string(nameOf(format)));
    }
    for (const auto& [format, energy] : compute.energyPj) {
        if (!isAmount(energy)) return notAnAmount(at / "energy_pj" / std::string(nameOf(format)));
    }
    if (!isAmount(compute.areaMm2)) return notAnAmount(at / "area_mm2");
    if (compute.macsPerLaneCycle.count(accelerator.defaultFormat) == 0) {
        return AcceleratorFault{
            at / "macs_per_lane_cycle",
            message(NW_TEXT("accelerator.default_format", "The lanes can't compute %1, which is the default format"),
                    std::string(nameOf(accelerator.defaultFormat))),
            message(NW_TEXT("accelerator.default_format.remedy",
                            "Add its rate to macs_per_lane_cycle, or choose a default format that is listed there."))};
    }
    return std::nullopt;
}

Fault faultOfDevice(const Device& device) {
    const Pointer at("/device");
    if (!isPositive(device.clockHz)) return notPositive(at / "clock_mhz");
    if (device.memoryBytes && *device.memoryBytes < 1) return notPositive(at / "memory_bytes");
    const std::pair<const char*, std::optional<double>> amounts[] = {{"vector_gops", device.vectorOpsPerSecond},
                                                                     {"vector_energy_pj", device.vectorEnergyPj},
                                                                     {"launch_us", device.launchSeconds},
                                                                     {"graph_launch_us", device.graphLaunchSeconds},
                                                                     {"sync_us", device.syncSeconds},
                                                                     {"static_power_w", device.staticPowerW},
                                                                     {"tdp_w", device.tdpW},
                                                                     {"link_gb_per_s", device.linkBytesPerSecond},
                                                                     {"price_usd", device.priceUsd}};
    for (const auto& [key, amount] : amounts) {
        if (amount && !isAmount(*amount)) return notAnAmount(at / key);
    }
    for (const auto& [format, fraction] : device.sustainedFraction) {
        if (!isPositive(fraction) || fraction > 1)
            return notPositive(at / "sustained_fraction" / std::string(nameOf(format)));
    }
    for (const auto& [layerType, grade] : device.maturity) {
        const auto part = at / "maturity" / std::string(keyOf(layerType));
        if (grade >= 0 && grade <= 3) continue;
        return AcceleratorFault{part,
                                message(NW_TEXT("accelerator.grade", "%1 must be 0, 1, 2 or 3"), readablePath(part)),
                                message(NW_TEXT("accelerator.grade.remedy",
                                                "Use 0 for the host, 1 for works, 2 for tuned, 3 for best in class."))};
    }
    return std::nullopt;
}

} // namespace

std::optional<AcceleratorFault> findFault(const Accelerator& accelerator) {
    if (auto fault = faultOfLevels(accelerator)) return fault;
    if (auto fault = faultOfCompute(accelerator)) return fault;
    return faultOfDevice(accelerator.device);
}

Result<void> validate(const Accelerator& accelerator) {
    auto fault = findFault(accelerator);
    if (!fault) return {};
    return failure(ErrorKind::input, std::move(fault->what), {}, std::move(fault->remedy));
}

} // namespace nestwright
