// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/evaluation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read.h"

namespace nestwright::timeloop {
namespace {

using testing::HasSubstr;

/// Two memories and 2 x 2 lanes, with every figure that the format has a place for.
Accelerator machine() {
    Accelerator accelerator;
    accelerator.id = accelerator.name = "machine";
    accelerator.elementPerWord = true;
    accelerator.defaultFormat = DataType::int8;
    accelerator.levels.resize(2);
    auto& outer = accelerator.levels[0];
    outer.name = "DRAM";
    outer.buffering = Buffering::single;
    outer.inPlaceReduction = false;
    outer.readBitsPerCycle = 24;
    outer.networkFillCycles = 7;
    auto& inner = accelerator.levels[1];
    inner.name = "L2 cache";
    inner.wordBits = 24;
    inner.blockWords = 2;
    inner.capacityBits = 24 * 100;
    inner.tileCopies = 2;
    inner.buffering = Buffering::single;
    inner.sharedBitsPerCycle = 0.3 * 24;
    inner.energy = {1.5, 2.5, 1e-7};
    inner.leakagePjPerCycle = 0.125;
    inner.areaMm2 = 0.3;
    inner.minUtilization = 0.25;
    inner.bandwidthScale = {{"A", 0.5}};
    inner.fanout = {2, 2, {}, {}, true, true, true, 0.1, 0.2, 0.3, {}, "inter_PE_spatial"};
    accelerator.compute.name = "MAC";
    accelerator.compute.macsPerLaneCycle[DataType::int8] = 1;
    accelerator.compute.energyPj[DataType::int8] = 0.7;
    return accelerator;
}

class TimeloopWriters : public testing::TestWithParam<Dialect> {};

TEST_P(TimeloopWriters, GiveTheSameMachineBack) {
    const auto accelerator = machine();
    SourceNotes notes;
    const auto text = writeArchitecture(accelerator, GetParam(), notes);
    EXPECT_TRUE(notes.empty()) << textOf(notes);
    const auto document = documentOf(text);
    ASSERT_TRUE(document) << text;
    auto again = readArchitecture(*document, notes);
    ASSERT_TRUE(again) << again.error().text() << text;
    EXPECT_TRUE(notes.empty()) << textOf(notes);
    again->provenance.clear();
    EXPECT_EQ(again->levels, accelerator.levels) << text;
    EXPECT_EQ(again->compute, accelerator.compute);
    EXPECT_EQ(again->device, accelerator.device);
}

INSTANTIATE_TEST_SUITE_P(Dialects, TimeloopWriters, testing::Values(Dialect::v03, Dialect::v04));

TEST(TimeloopWriter, NamesWhatTheFormatHasNoPlaceFor) {
    auto accelerator = machine();
    accelerator.elementPerWord = false;
    accelerator.levels[1].operandCapacityBits[Operand::weight] = 8;
    accelerator.levels[1].fanout.links = false;
    accelerator.levels[1].tileCopies = 1;
    accelerator.levels[1].buffering = Buffering::doubled;
    accelerator.compute.macsPerLaneCycle[DataType::int8] = 2;
    accelerator.device.tdpW = 100;
    SourceNotes notes;
    (void)writeArchitecture(accelerator, Dialect::v04, notes);
    const auto text = textOf(notes);
    for (const auto* part :
         {"packed by their bits", "separate rooms", "links", "double-buffered", "2 times", "device"}) {
        EXPECT_THAT(text, HasSubstr(part));
    }
}

Mapping evenMapping() {
    Mapping mapping;
    for (int t = 0; t < 3; ++t) {
        Storage storage;
        storage.tensor = t;
        mapping.nodes.emplace_back(storage);
    }
    mapping.nodes.emplace_back(temporalLoop(0, 2));
    for (const int t : {0, 2}) {
        Storage storage;
        storage.tensor = t;
        storage.level = 1;
        storage.noMulticast = t == 0;
        mapping.nodes.emplace_back(storage);
    }
    mapping.nodes.emplace_back(temporalLoop(1, 3));
    mapping.nodes.emplace_back(temporalLoop(0, 4, 3));
    mapping.nodes.emplace_back(spatialLoop(2, 2, 1, Axis::x));
    return mapping;
}

TEST_P(TimeloopWriters, GiveTheSameNestBack) {
    const auto accelerator = machine();
    const auto problem = gemmProblem(1, 7, 3, 2, 16, 16);
    const auto mapping = evenMapping();
    const auto text = writeMapping(problem, accelerator, mapping, GetParam());
    ASSERT_TRUE(text) << text.error().text();
    const auto document = documentOf(*text);
    ASSERT_TRUE(document) << *text;
    SourceNotes notes;
    const auto again = readMapping(*document, problem, accelerator, notes);
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_TRUE(notes.empty()) << textOf(notes);
    EXPECT_EQ(*again, mapping) << *text;
}

TEST(TimeloopWriter, RefusesUnevenNestsWithTheReason) {
    const auto accelerator = machine();
    const auto problem = gemmProblem(1, 7, 3, 2, 16, 16);
    auto mapping = evenMapping();
    std::swap(mapping.nodes[4], mapping.nodes[6]); // A in the cache inside the loop over N
    std::swap(mapping.nodes[4], mapping.nodes[5]);
    const auto text = writeMapping(problem, accelerator, mapping, Dialect::v04);
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().kind, ErrorKind::infeasible);
    EXPECT_THAT(text.error().text(), HasSubstr("uneven: A is kept in L2 cache"));
}

} // namespace
} // namespace nestwright::timeloop
