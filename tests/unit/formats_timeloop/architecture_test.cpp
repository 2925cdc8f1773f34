// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read.h"

namespace nestwright::timeloop {
namespace {

using testing::HasSubstr;

Accelerator read(const std::string& text, SourceNotes& notes) {
    const auto document = documentOf(text);
    if (!document) throw std::runtime_error(document.error().text());
    auto result = readArchitecture(*document, notes);
    if (!result) throw std::runtime_error(result.error().text());
    return *result;
}

Accelerator read(const std::string& text) {
    SourceNotes notes;
    return read(text, notes);
}

constexpr const char* kTree = R"(
architecture:
  version: 0.3
  subtree:
  - name: system
    local:
    - {name: DRAM, class: DRAM, attributes: {width: 64, word-bits: 16, read_bandwidth: 4}}
    subtree:
    - name: chip
      local:
      - {name: GLB, class: smartbuffer_SRAM, attributes: {depth: 1024, width: 64, word_bits: 16, multiple_buffering: 2}}
      subtree:
      - name: PE[0..15]
        local:
        - {name: RF, class: regfile, attributes: {entries: 12, word_bits: 8, meshX: 4, meshY: 4}}
        - {name: MAC, class: intmac, attributes: {datawidth: 8, meshX: 4, meshY: 4}}
)";

constexpr const char* kTables = R"(
ERT:
  tables:
  - {name: "system.chip.PE[0..15].RF", actions: [{name: read, energy: 1}, {name: read, energy: 2}, {name: write, energy: 3}, {name: leak, energy: 0.5}]}
  - {name: "system.chip.PE[0..15].MAC[1..1]", actions: [{name: compute, energy: 0.25}]}
ART:
  tables: [{name: "system.chip.PE[0..15].RF", area: 2000000}]
)";

TEST(TimeloopTree, GivesLevelsWithFanOutsAndRooms) {
    const auto accelerator = read(kTree);
    ASSERT_EQ(accelerator.levels.size(), 3U);
    const auto& dram = accelerator.levels[0];
    EXPECT_FALSE(dram.capacityBits);
    EXPECT_EQ(dram.blockWords, 4);
    EXPECT_FALSE(dram.inPlaceReduction);
    EXPECT_EQ(dram.readBitsPerCycle, 64);
    const auto& glb = accelerator.levels[1];
    EXPECT_EQ(glb.capacityBits, 1024 * 4 / 2 * 16);
    EXPECT_EQ(glb.tileCopies, 2);
    EXPECT_TRUE(glb.inPlaceReduction);
    EXPECT_EQ(glb.fanout.x, 4);
    EXPECT_EQ(glb.fanout.y, 4);
    EXPECT_TRUE(glb.fanout.links);
    EXPECT_EQ(accelerator.levels[2].capacityBits, 12 * 8);
    EXPECT_EQ(accelerator.compute.name, "MAC");
    EXPECT_EQ(accelerator.lanes(), 16);
    EXPECT_TRUE(accelerator.elementPerWord);
}

TEST(TimeloopTree, TakesEnergiesAndAreasFromTables) {
    const auto accelerator = read(std::string(kTree) + kTables);
    const auto& rf = accelerator.levels[2];
    EXPECT_EQ(rf.energy.readPj, 2) << "the largest of several";
    EXPECT_EQ(rf.energy.writePj, 3);
    EXPECT_EQ(rf.energy.updatePj, 3) << "a write where there is no update";
    EXPECT_EQ(rf.leakagePjPerCycle, 0.5);
    EXPECT_EQ(rf.areaMm2, 2);
    EXPECT_EQ(accelerator.compute.energyPj.at(accelerator.defaultFormat), 0.25);
    EXPECT_EQ(accelerator.provenance.at("levels.RF.energy.read_pj").badge, Badge::derived);
}

TEST(TimeloopTree, SaysWhichEnergiesAreMissing) {
    SourceNotes notes;
    (void)read(kTree, notes);
    EXPECT_THAT(textOf(notes), HasSubstr("no energy table"));
    notes.clear();
    const auto accelerator = read(std::string(kTree) + kTables, notes);
    EXPECT_THAT(textOf(notes), HasSubstr("no entry for GLB"));
    EXPECT_THAT(accelerator.notes, testing::Contains(HasSubstr("no entry for GLB")));
}

TEST(TimeloopTree, NamesWhatItLeavesOut) {
    SourceNotes notes;
    (void)read(R"(
architecture:
  subtree:
  - name: system
    local:
    - {name: DRAM, class: DRAM, attributes: {allow_overbooking: true, speed: 3}}
    - {name: adder, class: intadder}
    - {name: NoC, class: XY_NoC}
    - {name: MAC, class: intmac}
sparse_optimizations: {targets: [{name: DRAM}]}
)",
               notes);
    const auto text = textOf(notes);
    for (const auto* part : {"file.yaml:6:", "Overbooking", "speed", "adder", "NoC", "sparse_optimizations"}) {
        EXPECT_THAT(text, HasSubstr(part));
    }
}

TEST(TimeloopOldest, ListsMemoriesFromInnerToOuter) {
    const auto accelerator = read(R"(
arch:
  arithmetic: {instances: 8, meshX: 8, word-bits: 8}
  storage:
  - {name: RF, entries: 4, instances: 8, meshX: 8, word-bits: 8}
  - {name: GLB, sizeKB: 2, word-bits: 16, bandwidth: 4}
  - {name: DRAM, technology: DRAM, word-bits: 16}
)");
    ASSERT_EQ(accelerator.levels.size(), 3U);
    EXPECT_EQ(accelerator.levels[0].name, "DRAM");
    EXPECT_FALSE(accelerator.levels[0].inPlaceReduction);
    EXPECT_EQ(accelerator.levels[1].capacityBits, 2 * 1024 * 8);
    EXPECT_EQ(accelerator.levels[1].readBitsPerCycle, 2 * 16);
    EXPECT_EQ(accelerator.levels[1].fanout.x, 8);
}

constexpr const char* kNodes = R"(
architecture:
  version: 0.4
  nodes:
  - !Container {name: system, attributes: {datawidth: 8, lines: 64*2, global_cycle_seconds: 2e-9}}
  - !Component {name: DRAM, class: DRAM, attributes: {width: 64}}
  - !Component {name: GLB, class: SRAM, attributes: {depth: lines * scale, width: 2 * datawidth}}
  - !Container {name: column, spatial: {meshX: 14}}
  - !Container
    name: PE
    spatial: {meshY: 12}
    constraints:
      spatial: {permutation: [K], factors: [K<=4], split: 0}
  - !Parallel
    nodes:
    - !Component {name: inputs, class: smartbuffer_RF, attributes: {depth: 12, width: 8}}
    - !Component {name: weights, class: smartbuffer_RF, attributes: {depth: 192, width: 8}}
    - !Nothing {name: sums}
  - !Component {name: off, class: SRAM, enabled: false}
  - !Component {name: mac, class: intmac}
variables: {scale: 4}
)";

TEST(TimeloopNodes, ReadsContainersAttributesAndExpressions) {
    const auto accelerator = read(kNodes);
    std::vector<std::string> names;
    for (const auto& level : accelerator.levels) names.push_back(level.name);
    EXPECT_THAT(names, testing::ElementsAre("DRAM", "GLB", "inter_PE_spatial", "inputs", "weights"));
    const auto& glb = accelerator.levels[1];
    EXPECT_EQ(glb.wordBits, 8);
    EXPECT_EQ(glb.blockWords, 2);
    EXPECT_EQ(glb.capacityBits, 64 * 2 * 4 * 2 * 8);
    EXPECT_EQ(glb.fanout.name, "inter_column_spatial");
    EXPECT_EQ(glb.fanout.x, 14);
    EXPECT_TRUE(accelerator.levels[2].mayKeep.empty());
    EXPECT_EQ(accelerator.levels[2].fanout.y, 12);
    EXPECT_EQ(accelerator.lanes(), 14 * 12);
    EXPECT_DOUBLE_EQ(accelerator.device.clockHz, 5e8);
}

TEST(TimeloopNodes, RefusesWhatIsNoChain) {
    EXPECT_THAT(architectureError(R"(
architecture:
  nodes:
  - !Component {name: DRAM, class: DRAM}
  - !Parallel
    nodes:
    - !Container {name: PE, spatial: {meshX: 4}}
  - !Component {name: mac, class: intmac}
)"),
                HasSubstr("file.yaml:7:"));
    EXPECT_THAT(architectureError("architecture:\n  nodes:\n  - !Unit {name: a}\n"), HasSubstr("!Unit"));
}

struct Refusal {
    std::string name;
    std::string attributes;
    std::string word;
};

class TimeloopRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(TimeloopRefusals, NameThePlaceAndTheReason) {
    const auto text =
        architectureError("architecture:\n  subtree:\n  - name: system\n    local:\n    - {name: DRAM, class: "
                          "DRAM}\n    - {name: GLB, class: SRAM, attributes: {" +
                          GetParam().attributes + "}}\n    - {name: MAC, class: intmac}\n");
    EXPECT_THAT(text, HasSubstr("file.yaml:6:"));
    EXPECT_THAT(text, HasSubstr(GetParam().word));
    EXPECT_THAT(text, HasSubstr("\n")) << "the remedy";
}

INSTANTIATE_TEST_SUITE_P(
    Attributes, TimeloopRefusals,
    testing::Values(Refusal{"nan_capacity", "depth: .nan", "depth"}, Refusal{"nan_word", "depth: nan", "depth"},
                    Refusal{"infinite", "entries: .inf", "entries"}, Refusal{"zero", "depth: 0", "depth"},
                    Refusal{"negative", "depth: -4", "depth"}, Refusal{"fraction", "depth: 1.5", "depth"},
                    Refusal{"zero_bandwidth", "read_bandwidth: 0", "read_bandwidth"},
                    Refusal{"negative_bandwidth", "write_bandwidth: -1", "write_bandwidth"},
                    Refusal{"nan_bandwidth", "shared_bandwidth: nan", "shared_bandwidth"},
                    Refusal{"huge", "depth: 9e15, block_size: 1000", "2^53"},
                    Refusal{"width", "width: 24, word_bits: 16", "width"},
                    Refusal{"division", "depth: 1/0", "divides by 0"},
                    Refusal{"name", "depth: lines", "no attribute or variable lines"},
                    Refusal{"loop", "depth: size, size: depth", "refers to itself"},
                    Refusal{"list", "depth: [1, 2]", "depth"}, Refusal{"word_bits", "word_bits: 0", "word_bits"},
                    Refusal{"mesh", "instances: 6, meshX: 4", "6 instances"},
                    Refusal{"copies", "entries: 1, multiple_buffering: 2", "copies"},
                    Refusal{"flag", "reduction_supported: maybe", "reduction_supported"}),
    [](const auto& info) { return info.param.name; });

TEST(TimeloopArchitecture, RefusesBrokenStructures) {
    EXPECT_THAT(architectureError("architecture: {version: 0.3}\n"), HasSubstr("neither nodes nor subtree"));
    EXPECT_THAT(architectureError("problem: {}\n"), HasSubstr("no architecture"));
    EXPECT_THAT(architectureError("architecture: {subtree: [{name: a}, {name: b}]}\n"), HasSubstr("one subtree"));
    EXPECT_THAT(architectureError("architecture: {subtree: [{name: a, local: [{name: M, class: DRAM}]}]}\n"),
                HasSubstr("no compute"));
    EXPECT_THAT(architectureError("architecture: {subtree: [{name: a, local: [{name: M, class: intmac}]}]}\n"),
                HasSubstr("must begin with a memory"));
    EXPECT_THAT(architectureError("architecture: {subtree: [{name: \"a[3..1]\", local: []}]}\n"), HasSubstr("range"));
    EXPECT_THAT(
        architectureError("architecture: {subtree: [{name: \"a[0..9e15]\", subtree: [{name: \"b[0..999]\"}]}]}\n"),
        HasSubstr("2^53"));
    EXPECT_THAT(architectureError("architecture: {subtree: [{name: a, local: [{name: M, class: DRAM}, {name: M, class: "
                                  "SRAM}, {name: x, class: intmac}]}]}\n"),
                HasSubstr("Two levels are named M"));
}

TEST(TimeloopDocument, JoinsFilesAndRefusesWhatStandsTwice) {
    const auto joined = Document::parse({{"problem: {}\n", "a.yaml"}, {"mapping: []\n", "b.yaml"}});
    ASSERT_TRUE(joined);
    EXPECT_NE(joined->problem(), nullptr);
    EXPECT_NE(joined->mapping(), nullptr);
    const auto twice = Document::parse({{"problem: {}\n", "a.yaml"}, {"problem: {}\n", "b.yaml"}});
    ASSERT_FALSE(twice);
    EXPECT_THAT(twice.error().text(), HasSubstr("b.yaml:1:1: problem is also in a.yaml, line 1"));
}

} // namespace
} // namespace nestwright::timeloop
