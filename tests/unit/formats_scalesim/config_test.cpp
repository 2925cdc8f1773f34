// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/evaluation.h"
#include "core/formats/scalesim/config_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace nestwright::scalesim {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kConfig = R"([general]
run_name = small_array

[architecture_presets]
ArrayHeight:    4
ArrayWidth:     8
IfmapSramSzkB:  2
FilterSramSzkB: 4
OfmapSramSzkB:  1
IfmapOffset:    0
Dataflow:       ws
Bandwidth:      10, 20
MemoryBanks:    1

[run_presets]
InterfaceBandwidth: USER
)";

std::string with(const std::string& from, const std::string& to) {
    std::string text = kConfig;
    const auto at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("no " + from);
    return text.replace(at, from.size(), to);
}

Accelerator read(const std::string& text) {
    SourceNotes notes;
    auto result = readConfig(text, "array.cfg", notes);
    if (!result) throw std::runtime_error(result.error().text());
    return *result;
}

std::string errorOf(const std::string& text) {
    SourceNotes notes;
    const auto result = readConfig(text, "array.cfg", notes);
    return result ? "accepted" : result.error().text();
}

std::string notesOf(const std::string& text) {
    SourceNotes notes;
    const auto result = readConfig(text, "array.cfg", notes);
    if (!result) throw std::runtime_error(result.error().text());
    std::string shown;
    for (const auto& note : notes) shown += note.text() + "\n";
    return shown;
}

TEST(ScaleSimConfig, IsToldByItsSection) {
    EXPECT_TRUE(isConfig(kConfig));
    EXPECT_FALSE(isConfig("[general]\nrun_name = x\n"));
}

TEST(ScaleSimConfig, DescribesAnArrayAndItsMemories) {
    const auto accelerator = read(kConfig);
    EXPECT_EQ(accelerator.name, "small_array");
    ASSERT_EQ(accelerator.levels.size(), 5U);
    EXPECT_EQ(accelerator.lanes(), 32);
    EXPECT_EQ(accelerator.levels[1].capacityBits, 4 * 1024 * 8);
    EXPECT_EQ(accelerator.levels[2].capacityBits, 2 * 1024 * 8);
    EXPECT_EQ(accelerator.levels[3].capacityBits, 1 * 1024 * 8);
    const auto& fanout = accelerator.levels[3].fanout;
    EXPECT_EQ(fanout.y, 4);
    EXPECT_EQ(fanout.x, 8);
}

TEST(ScaleSimConfig, TheDataflowSaysWhatAxesCarryAndElementsKeep) {
    const std::tuple<const char*, Operand, DimClass, DimClass> flows[] = {
        {"os", Operand::output, DimClass::outputPosition, DimClass::outputChannel},
        {"ws", Operand::weight, DimClass::reduction, DimClass::outputChannel},
        {"is", Operand::input, DimClass::reduction, DimClass::outputPosition}};
    for (const auto& [name, kept, rows, columns] : flows) {
        const auto accelerator = read(with("ws", name));
        EXPECT_EQ(accelerator.levels[4].mustKeep, std::set<Operand>{kept}) << name;
        EXPECT_EQ(accelerator.levels[3].fanout.yRule, AxisRule{rows}) << name;
        EXPECT_EQ(accelerator.levels[3].fanout.xRule, AxisRule{columns}) << name;
    }
    EXPECT_THAT(errorOf(with("ws", "WS")), HasSubstr("array.cfg:11:17: There is no dataflow \"WS\""));
}

TEST(ScaleSimConfig, GivenBandwidthsLimitEachPathToMemory) {
    const auto accelerator = read(kConfig);
    EXPECT_EQ(accelerator.levels[0].writeBitsPerCycle, 80);
    EXPECT_EQ(accelerator.levels[1].writeBitsPerCycle, 80);
    EXPECT_EQ(accelerator.levels[2].writeBitsPerCycle, 80);
    const auto later = read(kConfig + "[layout]\nIfmapSRAMBankBandwidth: 32\nFilterSRAMBankBandwidth: 64\n");
    EXPECT_EQ(later.levels[0].writeBitsPerCycle, 80);
    EXPECT_EQ(later.levels[1].writeBitsPerCycle, 512);
    EXPECT_EQ(later.levels[2].writeBitsPerCycle, 256);
}

TEST(ScaleSimConfig, BandwidthsMustBePositiveNumbers) {
    for (const auto* wrong : {"0", "-10", "nan", "inf", "1e3", "", "ten", "99999999999999999999"}) {
        const auto error = errorOf(with("10, 20", wrong));
        EXPECT_THAT(error, HasSubstr("array.cfg:12:")) << wrong;
        EXPECT_THAT(error, HasSubstr("Bandwidth must be a whole number from 1")) << wrong;
    }
    EXPECT_THAT(errorOf(with("Bandwidth:      10, 20\n", "")),
                HasSubstr("Bandwidth is missing in [architecture_presets]"));
    EXPECT_THAT(errorOf(kConfig + "[layout]\nIfmapSRAMBankBandwidth: 0\n"), HasSubstr("array.cfg:18:25:"));
}

/// A GEMM of 8 x 8 x 4 on the array: without limits nothing waits in the steady state.
Evaluation evaluated(const Accelerator& accelerator) {
    const auto problem = gemmProblem(1, 16, 8, 8, 8, 32);
    Mapping mapping;
    for (int tensor = 0; tensor < 3; ++tensor) mapping.nodes.emplace_back(Storage{tensor, 0});
    mapping.nodes.emplace_back(Storage{1, 1});
    mapping.nodes.emplace_back(Storage{0, 2});
    mapping.nodes.emplace_back(Storage{2, 3});
    mapping.nodes.emplace_back(temporalLoop(2, 2));
    mapping.nodes.emplace_back(spatialLoop(2, 4, 3, Axis::y));
    mapping.nodes.emplace_back(spatialLoop(1, 8, 3, Axis::x));
    mapping.nodes.emplace_back(Storage{1, 4});
    mapping.nodes.emplace_back(temporalLoop(0, 16));
    return evaluate(problem, accelerator, mapping);
}

TEST(ScaleSimConfig, BandwidthsToBeFoundNeverStall) {
    const auto free = evaluated(read(with("USER", "CALC")));
    ASSERT_TRUE(free.isValid) << free.violations.front().message.text();
    EXPECT_EQ(free.computeCycles, 32);
    EXPECT_EQ(free.attribution.blocked, 0);
    EXPECT_EQ(free.attribution.delayed, 4 + 8 - 2);
    const auto limited = evaluated(read(with("10, 20", "1")));
    EXPECT_GT(limited.cycles, free.cycles);
}

TEST(ScaleSimConfig, WhatCantBeUsedIsSaid) {
    EXPECT_THAT(notesOf(kConfig),
                HasSubstr("array.cfg:10:17: Keys left out, as they change nothing here: ifmapoffset, memorybanks"));
    EXPECT_THAT(notesOf(kConfig), HasSubstr("no clock"));
    EXPECT_THAT(notesOf(kConfig + "[sparsity]\nSparsitySupport: true\n"), HasSubstr("sparsitysupport"));
    EXPECT_THAT(notesOf(kConfig + "[sparsity]\nSparsitySupport: false\n"), Not(HasSubstr("sparsitysupport")));
}

TEST(ScaleSimConfig, ErrorsNameFileLineAndRemedy) {
    EXPECT_THAT(errorOf(with("ArrayHeight:    4", "ArrayHeight:    0")), HasSubstr("array.cfg:5:17: ArrayHeight must"));
    EXPECT_THAT(errorOf(with("ArrayHeight:    4\n", "")), HasSubstr("ArrayHeight is missing"));
    EXPECT_THAT(errorOf(with("IfmapSramSzkB:  2", "IfmapSramSzkB:  -2")), HasSubstr("IfmapSramSzkB must"));
    EXPECT_THAT(errorOf(with("USER", "AUTO")), HasSubstr("Write CALC"));
    EXPECT_THAT(errorOf(with("ArrayHeight:    4", "ArrayHeight")), HasSubstr("array.cfg:5:1: This line is no"));
    EXPECT_THAT(errorOf(with("[general]", "[general")), HasSubstr("isn't closed"));
    EXPECT_THAT(errorOf(with("ArrayWidth: ", "arrayheight:")), HasSubstr("arrayheight stands twice"));
    EXPECT_THAT(errorOf(std::string(10, '\0')), HasSubstr("no text"));
}

} // namespace
} // namespace nestwright::scalesim
