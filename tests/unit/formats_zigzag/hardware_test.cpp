// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read.h"

namespace nestwright::zigzag {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string& small() {
    static const std::string text = dataText("hardware.yaml");
    return text;
}

Accelerator read(const std::string& text) {
    SourceNotes notes;
    auto accelerator = hardwareOf(text, notes);
    if (!accelerator) throw std::runtime_error(accelerator.error().text());
    return *accelerator;
}

std::string notesOf(const std::string& text) {
    SourceNotes notes;
    const auto accelerator = hardwareOf(text, notes);
    return accelerator ? textOf(notes) : accelerator.error().text();
}

std::vector<std::string> levelNames(const Accelerator& accelerator) {
    std::vector<std::string> names;
    for (const auto& level : accelerator.levels) names.push_back(level.name);
    return names;
}

const Level& levelOf(const Accelerator& accelerator, const std::string& name) {
    return accelerator.levels.at(static_cast<std::size_t>(accelerator.levelIndex(name)));
}

TEST(ZigzagHardware, MemoriesBecomeAChainWithFanoutsBetween) {
    const auto accelerator = read(small());
    EXPECT_THAT(levelNames(accelerator), ElementsAre("dram", "buffer", "accumulator", "weight_register"));
    EXPECT_EQ(accelerator.lanes(), 32);
    EXPECT_EQ(levelOf(accelerator, "buffer").fanout.name, "D1");
    EXPECT_EQ(levelOf(accelerator, "buffer").fanout.x, 4);
    EXPECT_EQ(levelOf(accelerator, "accumulator").fanout.name, "D2");
    EXPECT_EQ(levelOf(accelerator, "accumulator").fanout.x, 8);
    EXPECT_EQ(accelerator.instances(accelerator.levelIndex("accumulator")), 4);
    EXPECT_EQ(accelerator.instances(accelerator.levelIndex("weight_register")), 32);
    EXPECT_EQ(levelOf(accelerator, "buffer").mayKeep, (std::set<Operand>{Operand::input, Operand::output}));
    EXPECT_EQ(levelOf(accelerator, "weight_register").mayKeep, std::set<Operand>{Operand::weight});
    EXPECT_EQ(accelerator.compute.energyPj.at(DataType::int8), 0.5);
}

TEST(ZigzagHardware, PortsAndCosts) {
    const auto accelerator = read(small());
    const auto& dram = levelOf(accelerator, "dram");
    EXPECT_EQ(dram.sharedBitsPerCycle, 64);
    EXPECT_FALSE(dram.readBitsPerCycle);
    const auto& buffer = levelOf(accelerator, "buffer");
    EXPECT_EQ(buffer.capacityBits, 65536);
    EXPECT_EQ(buffer.readBitsPerCycle, 128);
    EXPECT_EQ(buffer.writeBitsPerCycle, 64);
    // Costs are those of an access as wide as its port: 8 pJ for 64 bits are 16 pJ for 128.
    EXPECT_EQ(buffer.wordBits * buffer.blockWords, 128);
    EXPECT_EQ(buffer.energy.readPj, 6);
    EXPECT_EQ(buffer.energy.writePj, 16);
    EXPECT_EQ(buffer.energy.updatePj, 16);
}

TEST(ZigzagHardware, PortsSideBySideAddUp) {
    const auto text = with(small(), R"(allocation: ["O, tl", "O, th"]})", R"(allocation: ["O, tl"]}
      - {name: r_port_2, type: read, bandwidth_min: 32, bandwidth_max: 64, allocation: ["O, th"]})");
    EXPECT_EQ(levelOf(read(text), "accumulator").readBitsPerCycle, 96);
    EXPECT_THAT(notesOf(text), HasSubstr("Memories with ports side by side: 1"));
    EXPECT_THAT(notesOf(text), HasSubstr("of different widths"));
    EXPECT_THAT(notesOf(small()), Not(HasSubstr("side by side")));
}

TEST(ZigzagHardware, BufferingIsInferredUnlessForced) {
    EXPECT_EQ(levelOf(read(small()), "buffer").buffering, Buffering::single);
    const auto forced = with(small(), "size: 65536", "size: 65536\n    force_double_buffering: True");
    EXPECT_EQ(levelOf(read(forced), "buffer").buffering, Buffering::doubled);
}

TEST(ZigzagHardware, AMemoryBesideAnotherIsCopiedAndPricedOnce) {
    const auto text = with(small(), "served_dimensions: []", "served_dimensions: [D1]");
    const auto accelerator = read(text);
    EXPECT_THAT(levelNames(accelerator), ElementsAre("dram", "buffer", "accumulator", "weight_register"));
    EXPECT_EQ(levelOf(accelerator, "weight_register").clusterInstances, 4);
    EXPECT_THAT(notesOf(text), HasSubstr("weight_register serves D1 side by side with another memory"));
}

TEST(ZigzagHardware, MoreThanTwoDimensionsTakeLevelsOfTheirOwn) {
    auto text = with(small(), "  dimensions: [D1, D2]", "  dimensions: [D1, D2, D3]");
    text = with(text, "sizes: [4, 8]", "sizes: [4, 8, 2]");
    text = with(text, "served_dimensions: [D1, D2]", "served_dimensions: [D1, D2, D3]");
    text = with(text, "served_dimensions: [D1, D2]", "served_dimensions: [D1, D2, D3]");
    text = with(text, "served_dimensions: [D2]", "served_dimensions: []");
    const auto accelerator = read(text);
    EXPECT_THAT(levelNames(accelerator), ElementsAre("dram", "buffer", "D3", "accumulator", "weight_register"));
    EXPECT_EQ(levelOf(accelerator, "buffer").fanout.name, "D1_D2");
    EXPECT_EQ(levelOf(accelerator, "buffer").fanout.y, 8);
    EXPECT_TRUE(levelOf(accelerator, "D3").mayKeep.empty());
    EXPECT_EQ(accelerator.lanes(), 64);
}

TEST(ZigzagHardware, AReplicatedOutermostMemoryCountsAsOne) {
    const auto text = with(small(), "served_dimensions: [D1, D2]\n\noper", "served_dimensions: [D1]\n\noper");
    EXPECT_EQ(read(text), [&] {
        auto same = read(small());
        same.notes = read(text).notes;
        return same;
    }());
    EXPECT_THAT(notesOf(text), HasSubstr("hardware.yaml:40:3: dram doesn't serve D2"));
}

TEST(ZigzagHardware, SomethingStandsOutsideWhereNoMemoryKeepsAll) {
    auto text = with(small(), "operands: [I1, I2, O]", "operands: [I1, O]");
    text = with(text, R"("I2, tl", "O, tl", "O, fl"])", R"("O, tl", "O, fl"])");
    EXPECT_THAT(levelNames(read(text)).front(), "outside");
    EXPECT_THAT(notesOf(text), HasSubstr("without limits or costs"));
}

TEST(ZigzagHardware, WhatCantBeUsedIsSaid) {
    EXPECT_THAT(notesOf(small()), HasSubstr("hardware.yaml:9:5: Latencies of memories left out: 4"));
    EXPECT_THAT(notesOf(small()), HasSubstr("hardware.yaml:57:3: Areas left out: 1"));
    EXPECT_THAT(notesOf(small()), HasSubstr("no clock"));
    EXPECT_THAT(notesOf(small()), HasSubstr("Ports with a bandwidth_min: 2"));
    EXPECT_THAT(notesOf(with(small(), "area: 0", "colour: red\n    area: 0")),
                HasSubstr("hardware.yaml:8:5: The format has no key \"colour\" here"));
    EXPECT_THAT(notesOf(small() + "dataflows: {D1: [\"K, 4\"]}\n"), HasSubstr("Dataflows left out: 1"));
    const auto extracted = with(small(), "r_cost: 0.01\n    w_cost: 0.02", "auto_cost_extraction: True");
    EXPECT_THAT(notesOf(extracted), HasSubstr("r_cost of weight_register comes from CACTI"));
    EXPECT_EQ(levelOf(read(extracted), "weight_register").energy.readPj, 0);
}

TEST(ZigzagHardware, TheLastOfEqualKeysCounts) {
    const auto text = with(small(), "    size: 65536", "    size: 1\n    size: 65536");
    EXPECT_EQ(levelOf(read(text), "buffer").capacityBits, 65536);
    EXPECT_THAT(notesOf(text), HasSubstr("hardware.yaml:29:5: The key \"size\" stands again in line 30"));
}

TEST(ZigzagHardware, BandwidthsMustBePositiveWholeNumbers) {
    for (const auto* wrong : {"0", "-64", ".nan", "NaN", ".inf", "1e400", "0.5", "many", "[]", ""}) {
        const auto error = hardwareError(with(small(), "bandwidth_max: 64", "bandwidth_max: " + std::string(wrong)));
        EXPECT_THAT(error, HasSubstr("hardware.yaml:3")) << wrong;
        EXPECT_THAT(error, HasSubstr("bandwidth_max")) << wrong;
    }
    EXPECT_THAT(hardwareError(with(small(), "bandwidth_max: 128, ", "")),
                HasSubstr("hardware.yaml:36:9: The key \"bandwidth_max\" is missing"));
    EXPECT_THAT(
        hardwareError(with(small(), "bandwidth_min: 8, bandwidth_max: 128", "bandwidth_min: 256, bandwidth_max: 128")),
        HasSubstr("more than bandwidth_max"));
}

TEST(ZigzagHardware, ErrorsNameFileLineAndRemedy) {
    EXPECT_THAT(hardwareError(with(small(), "size: 65536", "size: 0")),
                HasSubstr("hardware.yaml:29:11: The size of buffer must be a whole number of at least 1"));
    EXPECT_THAT(hardwareError(with(small(), "r_cost: 6.0", "r_cost: -1")), HasSubstr("r_cost of buffer"));
    EXPECT_THAT(hardwareError(with(small(), "r_cost: 6.0", "r_cost: .nan")), HasSubstr("r_cost of buffer"));
    EXPECT_THAT(hardwareError(with(small(), "    r_cost: 6.0\n", "")), HasSubstr("\"r_cost\" is missing"));
    EXPECT_THAT(hardwareError(with(small(), "sizes: [4, 8]", "sizes: [4, 0]")),
                HasSubstr("hardware.yaml:59:14: The size of a dimension of the array"));
    EXPECT_THAT(hardwareError(with(small(), "sizes: [4, 8]", "sizes: [4]")), HasSubstr("2 dimensions and 1 sizes"));
    EXPECT_THAT(hardwareError(with(small(), "sizes: [4, 8]", "sizes: [1e15, 1e15]")), HasSubstr("2^53"));
    EXPECT_THAT(hardwareError(with(small(), "[D1, D2]\n\n  dram", "[D1, D7]\n\n  dram")),
                HasSubstr("buffer serves D7, which the array doesn't have"));
    EXPECT_THAT(hardwareError(with(small(), "operands: [I1, O]", "operands: [I3]")), HasSubstr("I3 is no operand"));
    EXPECT_THAT(hardwareError(with(small(), "\"I1, fh\", ", "")),
                HasSubstr("hardware.yaml:28:3: No port of buffer takes \"I1, fh\""));
    EXPECT_THAT(hardwareError(with(small(), "\"I1, fh\", ", "\"I1, th\", ")), HasSubstr("that a write port of buffer"));
    EXPECT_THAT(hardwareError(with(small(), "\"I1, fh\", ", "\"I2, fh\", ")), HasSubstr("no move"));
    EXPECT_THAT(hardwareError(with(small(), "  unit_energy: 0.5\n", "")), HasSubstr("\"unit_energy\" is missing"));
    EXPECT_THAT(hardwareError(with(small(), "unit_area: 1", "is_imc: True")), HasSubstr("leave is_imc"));
    EXPECT_THAT(hardwareError(dataText("gemm.yaml")), HasSubstr("describes no hardware"));
}

TEST(ZigzagHardware, HostileTextsAreRefused) {
    std::string deep = "memories: ";
    for (int i = 0; i < 1000; ++i) deep += "[";
    EXPECT_THAT(hardwareError(deep), HasSubstr("nest deeper"));
    std::string bomb = "memories:\n  a0: &a0 {x: 1}\n";
    for (int i = 1; i < 30; ++i) {
        const auto previous = "*a" + std::to_string(i - 1);
        bomb +=
            "  a" + std::to_string(i) + ": &a" + std::to_string(i) + " {l: " + previous + ", r: " + previous + "}\n";
    }
    EXPECT_THAT(hardwareError(bomb), HasSubstr("fewer aliases"));
    EXPECT_THAT(hardwareError("memories: {}\noperational_array: {}\nname: x\n"), HasSubstr("missing"));
    const auto from = small().find("  dram:");
    const auto dram = small().substr(from, small().find("operational_array:") - from);
    std::string many;
    for (int i = 0; i < 5000; ++i) many += with(dram, "dram", "dram" + std::to_string(i));
    EXPECT_THAT(hardwareError(with(small(), dram, many)), HasSubstr("5003 memories; 1 to 32 can be used"));
    EXPECT_THAT(hardwareError("memories: 5\noperational_array: 7\nname: x\n"), HasSubstr("must be a map"));
    EXPECT_THAT(hardwareError(with(small(), "small_array", std::string(200, 'x'))), HasSubstr("shorter name"));
}

} // namespace
} // namespace nestwright::zigzag
