// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/accelerator.h"

#include <gmock/gmock.h>

#include <functional>
#include <limits>

namespace nestwright {
namespace {

using testing::HasSubstr;

Accelerator smallMachine() {
    Accelerator machine;
    machine.id = "small";
    machine.name = "A small machine";
    Level memory;
    memory.name = "DRAM";
    Level buffer;
    buffer.name = "Buffer";
    buffer.capacityBits = 1024;
    buffer.fanout.x = 4;
    buffer.fanout.y = 3;
    Level registers;
    registers.name = "Registers";
    registers.fanout.x = 2;
    machine.levels = {memory, buffer, registers};
    machine.compute.macsPerLaneCycle = {{DataType::int8, 1.0}, {DataType::int16, 0.25}};
    return machine;
}

TEST(Accelerator, CountsInstancesAndLanes) {
    const auto machine = smallMachine();
    EXPECT_EQ(machine.instances(0), 1);
    EXPECT_EQ(machine.instances(1), 1);
    EXPECT_EQ(machine.instances(2), 12);
    EXPECT_EQ(machine.lanes(), 24);
}

TEST(Accelerator, PeaksByFormat) {
    const auto machine = smallMachine();
    EXPECT_EQ(machine.peakMacsPerCycle(DataType::int8), 24);
    EXPECT_EQ(machine.peakMacsPerCycle(DataType::int16), 6);
    EXPECT_EQ(machine.peakMacsPerCycle(DataType::float32), 0);
}

TEST(Accelerator, FindsLevelsByName) {
    const auto machine = smallMachine();
    EXPECT_EQ(machine.levelIndex("Registers"), 2);
    EXPECT_EQ(machine.levelIndex("registers"), -1);
}

TEST(Accelerator, ASoundMachineIsValid) { EXPECT_TRUE(validate(smallMachine())); }

struct Damage {
    const char* name;
    std::function<void(Accelerator&)> apply;
    const char* mentions;
};

class BrokenMachine : public testing::TestWithParam<Damage> {};

TEST_P(BrokenMachine, IsTurnedDownWithTheNameOfThePart) {
    auto machine = smallMachine();
    GetParam().apply(machine);
    const auto result = validate(machine);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::input);
    EXPECT_THAT(result.error().text(), HasSubstr(GetParam().mentions));
    EXPECT_TRUE(result.error().remedy.has_value());
}

INSTANTIATE_TEST_SUITE_P(
    Accelerator, BrokenMachine,
    testing::Values(
        Damage{"NoLevels", [](Accelerator& a) { a.levels.clear(); }, "no levels"},
        Damage{"SameName", [](Accelerator& a) { a.levels[2].name = "Buffer"; }, "named Buffer"},
        Damage{"NoName", [](Accelerator& a) { a.levels[1].name.clear(); }, "levels[1]"},
        Damage{"NoCapacity", [](Accelerator& a) { a.levels[1].capacityBits = 0; }, "levels[1].capacity_bytes"},
        Damage{"NoWord", [](Accelerator& a) { a.levels[1].wordBits = 0; }, "levels[1].word_bits"},
        Damage{"NoBandwidth", [](Accelerator& a) { a.levels[0].readBitsPerCycle = 0; }, "read_bytes_per_cycle"},
        Damage{"NegativeEnergy", [](Accelerator& a) { a.levels[2].energy.writePj = -1; }, "levels[2].energy.write_pj"},
        Damage{"EmptyAxis", [](Accelerator& a) { a.levels[1].fanout.y = 0; }, "levels[1].fanout.y"},
        Damage{"TooManyLanes",
               [](Accelerator& a) {
                   a.levels[1].fanout.x = std::numeric_limits<Count>::max();
                   a.levels[2].fanout.x = 2;
               },
               "2^63"},
        Damage{"OutermostBypass", [](Accelerator& a) { a.levels[0].mayKeep = {Operand::input}; },
               "outermost level DRAM"},
        Damage{"MustButMayNot",
               [](Accelerator& a) {
                   a.levels[1].mayKeep = {Operand::input};
                   a.levels[1].mustKeep = {Operand::output};
               },
               "Level Buffer must keep"},
        Damage{"NoRate", [](Accelerator& a) { a.compute.macsPerLaneCycle[DataType::int16] = 0; },
               "macs_per_lane_cycle.int16"},
        Damage{"DefaultFormat", [](Accelerator& a) { a.defaultFormat = DataType::float32; }, "fp32"},
        Damage{"NoClock", [](Accelerator& a) { a.device.clockHz = 0; }, "clock"},
        Damage{"NotANumber", [](Accelerator& a) { a.device.tdpW = std::numeric_limits<double>::quiet_NaN(); }, "tdp_w"},
        Damage{"BeyondPeak", [](Accelerator& a) { a.device.sustainedFraction[DataType::int8] = 1.2; },
               "sustained_fraction.int8"},
        Damage{"Grade", [](Accelerator& a) { a.device.maturity[LayerType::conv] = 4; }, "maturity.conv"}),
    [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace nestwright
