// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/property/random_timed_case.h"

#include "core/mapping/tiles.h"
#include "tests/property/random_problem.h"

#include <cmath>
#include <sstream>

namespace nestwright {
namespace {

constexpr std::uint64_t kTimedSeed = 0x71e5;

/// Everything in the outermost level, with its fan-out alone.
void keepOneLevel(RandomCase& example) {
    example.accelerator.levels.resize(1);
    std::vector<MappingNode> nodes;
    for (auto node : example.mapping.nodes) {
        if (auto* loop = std::get_if<Loop>(&node); loop != nullptr && loop->isSpatial && loop->fanoutLevel > 0)
            node = temporalLoop(loop->dim, loop->bound, loop->residual);
        const auto* storage = std::get_if<Storage>(&node);
        if (storage == nullptr || storage->level == 0) nodes.push_back(node);
    }
    example.mapping.nodes = nodes;
}

void simplify(RandomCase& example) {
    for (auto& level : example.accelerator.levels) {
        level.distributesMulticast = false;
        level.inPlaceReduction = true;
        level.fanout.links = false;
        level.fanout.spatialReduction = true;
    }
    for (auto& node : example.mapping.nodes) {
        if (auto* storage = std::get_if<Storage>(&node)) *storage = Storage{storage->tensor, storage->level};
    }
    example.rules = CountingRules{};
}

void narrowPorts(Dice& dice, Level& level) {
    const auto port = [&]() -> std::optional<double> {
        if (dice.chance(40)) return std::nullopt;
        return static_cast<double>(level.wordBits * dice.between(1, 32)) / 4;
    };
    level.readBitsPerCycle = port();
    level.writeBitsPerCycle = port();
    level.sharedBitsPerCycle = port();
}

/// Room for one tile of every tensor and some of the second ones.
void limitRoom(Dice& dice, const RandomCase& example, int l, Level& level) {
    level.buffering = Buffering::single;
    const Nest nest(example.problem, example.mapping);
    const Occupancy use = occupancy(example.problem, example.accelerator, nest, l);
    double once = 0;
    for (const double bits : use.bits) once += bits;
    if (once > 0)
        level.capacityBits = static_cast<Count>(std::ceil(once * static_cast<double>(dice.between(8, 16)) / 8));
}

} // namespace

TimedCase randomTimedCase(std::uint64_t seed) {
    Dice dice(seed ^ kTimedSeed);
    TimedCase timed;
    auto& example = timed.example;
    do {
        example = randomCase(dice.next());
        if (dice.chance(10)) keepOneLevel(example);
    } while (example.factors > FactorClass::imperfectTemporal || example.problem.name == "transposed conv");
    simplify(example);
    for (auto& level : example.accelerator.levels) narrowPorts(dice, level);
    for (std::size_t l = 1; l < example.accelerator.levels.size(); ++l) {
        if (dice.chance(50)) limitRoom(dice, example, static_cast<int>(l), example.accelerator.levels[l]);
    }
    timed.slots = slotsOf(example.problem, example.accelerator, example.mapping);
    return timed;
}

TileSlots slotsOf(const Problem& problem, const Accelerator& accelerator, const Mapping& mapping) {
    const Nest nest(problem, mapping);
    TileSlots slots(problem.tensors.size());
    for (int l = 0; l < static_cast<int>(accelerator.levels.size()); ++l) {
        const Occupancy use = occupancy(problem, accelerator, nest, l);
        for (std::size_t t = 0; t < slots.size(); ++t) slots[t].push_back(use.slots[t]);
    }
    return slots;
}

std::string describeTimed(const TimedCase& timed) {
    std::ostringstream text;
    text << describe(timed.example);
    const auto rate = [&](const char* name, const std::optional<double>& value) {
        if (value) text << ", " << name << " " << *value;
    };
    const auto& levels = timed.example.accelerator.levels;
    for (std::size_t l = 0; l < levels.size(); ++l) {
        text << "  " << levels[l].name << ": bits/cycle";
        rate("read", levels[l].readBitsPerCycle);
        rate("write", levels[l].writeBitsPerCycle);
        rate("shared", levels[l].sharedBitsPerCycle);
        text << "; slots";
        for (const auto& tensor : timed.slots) text << " " << tensor[l];
        text << "\n";
    }
    return text.str();
}

} // namespace nestwright
