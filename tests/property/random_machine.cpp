// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/property/random_machine.h"

#include "tests/property/random_problem.h"

namespace nestwright {
namespace {

constexpr std::uint64_t kMachineSeed = 0x3ac8;

std::optional<double> randomPort(Dice& dice, const Level& level) {
    if (dice.chance(40)) return std::nullopt;
    return static_cast<double>(level.wordBits * dice.between(1, 32)) / 4;
}

void randomizeLevel(Dice& dice, Level& level, bool isOutermost) {
    level.blockWords = static_cast<int>(dice.between(1, 4));
    level.readBitsPerCycle = randomPort(dice, level);
    level.writeBitsPerCycle = randomPort(dice, level);
    level.sharedBitsPerCycle = randomPort(dice, level);
    level.buffering = dice.chance(50) ? Buffering::doubled : Buffering::single;
    level.energy = {static_cast<double>(dice.between(0, 40)) / 8, static_cast<double>(dice.between(0, 40)) / 8,
                    static_cast<double>(dice.between(0, 40)) / 8};
    level.leakagePjPerCycle = dice.chance(30) ? 0.25 : 0;
    if (isOutermost) return;
    if (dice.chance(50)) level.capacityBits = level.wordBits * dice.between(8, 600);
    if (dice.chance(20)) level.operandCapacityBits[Operand::weight] = level.wordBits * dice.between(4, 300);
}

void randomizeArray(Dice& dice, ArrayTiming& timing) {
    if (dice.chance(70)) return;
    timing.tileLoadCycles = static_cast<double>(dice.between(0, 60));
    timing.hopCycles = static_cast<double>(dice.between(0, 4));
    timing.drainsEachTile = dice.chance(40);
}

} // namespace

RandomCase withRandomMachine(RandomCase example) {
    Dice dice(example.seed ^ kMachineSeed);
    auto& accelerator = example.accelerator;
    accelerator.elementPerWord = dice.chance(50);
    accelerator.compute.energyPj[accelerator.defaultFormat] = 0.5;
    for (std::size_t l = 0; l < accelerator.levels.size(); ++l) randomizeLevel(dice, accelerator.levels[l], l == 0);
    for (auto& tensor : example.problem.tensors) {
        tensor.bits = tensor.partialBits = static_cast<int>(8 * dice.between(1, 2));
        if (tensor.isReadWrite()) tensor.partialBits = 32;
    }
    for (auto& level : accelerator.levels) randomizeArray(dice, level.fanout.timing);
    return example;
}

} // namespace nestwright
