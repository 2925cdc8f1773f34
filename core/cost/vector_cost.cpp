// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/vector_cost.h"

#include "core/cost/time_model.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace nestwright {
namespace {

double cyclesOn(const std::optional<double>& bitsPerCycle, double bits) {
    return bitsPerCycle && bits > 0 ? bits / *bitsPerCycle : 0;
}

std::vector<PortLoad> portsOf(const Level& level, double readBits, double writeBits) {
    const std::array<double, portKinds> bits = {readBits, writeBits, readBits + writeBits};
    std::vector<PortLoad> ports;
    for (std::size_t kind = 0; kind < portKinds; ++kind) {
        const auto& rate = level.*kPorts[kind].bitsPerCycle;
        if (rate) ports.push_back({portName(level, kind), cyclesOn(rate, bits[kind])});
    }
    return ports;
}

double accessPj(const Level& level, double readBits, double writeBits) {
    const double blockBits = static_cast<double>(level.wordBits) * level.blockWords;
    return (readBits * level.energy.readPj + writeBits * level.energy.writePj) / blockBits;
}

/// One block in at every level on the way to the unit.
double fillCycles(const Accelerator& accelerator) {
    double cycles = 0;
    double block = 0;
    for (const auto& level : accelerator.levels) {
        const double arriving =
            std::max(cyclesOn(level.writeBitsPerCycle, block), cyclesOn(level.sharedBitsPerCycle, block));
        block = static_cast<double>(level.wordBits) * level.blockWords;
        cycles +=
            arriving + std::max(cyclesOn(level.readBitsPerCycle, block), cyclesOn(level.sharedBitsPerCycle, block));
    }
    return cycles;
}

/// As a message shows them: in full.
std::int64_t wholeCycles(double cycles) { return static_cast<std::int64_t>(std::min(std::round(cycles), 9e18)); }

/// The busier of the unit and the ports, and by how much it leads.
Bottleneck bottleneckOf(double unitCycles, const std::vector<PortLoad>& ports) {
    std::vector<std::pair<std::string, double>> paths = {{"vector unit", unitCycles}};
    for (const auto& port : ports) paths.emplace_back(port.name, port.busyCycles);
    std::stable_sort(paths.begin(), paths.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    Bottleneck bottleneck;
    const auto& [name, cycles] = paths.front();
    const double next = paths.size() > 1 ? paths[1].second : 0;
    bottleneck.kind = name == "vector unit" ? BottleneckClass::compute : BottleneckClass::bandwidth;
    bottleneck.where = name;
    bottleneck.cycles = cycles;
    bottleneck.runnerUp = paths.size() > 1 ? paths[1].first : std::string();
    bottleneck.margin = cycles > 0 ? (cycles - next) / cycles : 0;
    bottleneck.explanation = message(NW_TEXT("vector.bottleneck", "%1 is busy for %2 cycles, %3 for %4"), name,
                                     wholeCycles(cycles), paths.size() > 1 ? paths[1].first : name, wholeCycles(next));
    return bottleneck;
}

} // namespace

double vectorRate(const Accelerator& accelerator, DataType format) {
    if (accelerator.device.vectorOpsPerSecond > 0) return accelerator.device.vectorOpsPerSecond;
    double rate = accelerator.peakMacsPerCycle(format);
    if (!(rate > 0)) rate = accelerator.peakMacsPerCycle(accelerator.defaultFormat);
    return 2 * rate * accelerator.device.clockHz;
}

Evaluation evaluateVector(const VectorWork& work, const Accelerator& accelerator, DataType format) {
    Evaluation result;
    result.isValid = true;
    const Level& memory = accelerator.levels.front();
    const double rate = vectorRate(accelerator, format);
    const double readBits = work.readBytes * 8;
    const double writeBits = work.writeBytes * 8;
    const double unitCycles = work.operations > 0 && rate > 0 ? work.operations / rate * accelerator.device.clockHz : 0;

    LevelCosts level;
    level.name = memory.name;
    level.ports = portsOf(memory, readBits, writeBits);
    for (const auto& port : level.ports) level.boundCycles = std::max(level.boundCycles, port.busyCycles);
    level.energyPj = accessPj(memory, readBits, writeBits);
    double pathPj = 0;
    // All that moves is written into the level beside the memory and read from it again.
    if (accelerator.levels.size() > 1)
        pathPj = accessPj(accelerator.levels[1], readBits + writeBits, readBits + writeBits);

    result.computeCycles = unitCycles;
    result.boundCycles = std::max(unitCycles, level.boundCycles);
    result.attribution.diluted = unitCycles;
    result.attribution.blocked = std::max(0.0, level.boundCycles - unitCycles);
    result.attribution.delayed = readBits > 0 ? fillCycles(accelerator) : 0;
    result.cycles = result.attribution.total();
    if (result.cycles > 0) {
        result.memoryStallFraction = (result.attribution.blocked + result.attribution.delayed) / result.cycles;
    }
    result.energyPj = level.energyPj + pathPj + work.operations * accelerator.device.vectorEnergyPj.value_or(0);
    result.bottleneck = bottleneckOf(unitCycles, level.ports);
    if (result.attribution.blocked > 0) {
        result.paths.push_back({"blocked", result.bottleneck.where, result.attribution.blocked});
    }
    if (result.attribution.delayed > 0) result.paths.push_back({"fill", memory.name, result.attribution.delayed});
    result.levels.push_back(std::move(level));
    return result;
}

} // namespace nestwright
