// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read.h"

namespace nestwright::timeloop {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A GEMM of 8 x 4 x 6 on two memories with 4 x 2 lanes below the inner one, in an array of its own.
constexpr const char* kInputs = R"(
problem:
  shape:
    dimensions: [M, N, K]
    data_spaces:
    - {name: A, projection: [[[M]], [[K]]]}
    - {name: B, projection: [[[K]], [[N]]]}
    - {name: Z, projection: [[[M]], [[N]]], read_write: true}
  instance: {M: 8, N: 4, K: 6}
architecture:
  nodes:
  - !Component {name: DRAM, class: DRAM}
  - !Component {name: GLB, class: SRAM, attributes: {depth: 64}}
  - !Container {name: PE, spatial: {meshX: 4, meshY: 2}}
  - !Component {name: mac, class: intmac}
)";

struct Read {
    Problem problem;
    Accelerator accelerator;
    Result<Mapping> mapping;
    SourceNotes notes;
};

Read read(const std::string& entries) {
    const auto document = documentOf(kInputs + ("mapping:\n" + entries));
    if (!document) throw std::runtime_error(document.error().text());
    SourceNotes notes;
    auto problem = readProblem(*document, notes);
    auto accelerator = readArchitecture(*document, notes);
    if (!problem || !accelerator) throw std::runtime_error("the inputs are broken");
    notes.clear();
    auto mapping = readMapping(*document, *problem, *accelerator, notes);
    return {*problem, *accelerator, std::move(mapping), std::move(notes)};
}

std::string errorOf(const std::string& entries) {
    const auto result = read(entries);
    return result.mapping ? "accepted" : result.mapping.error().text();
}

/// A node as a short text: "A@GLB", "M4", "M4,2", "x:N2".
std::vector<std::string> shownNodes(const Read& read) {
    std::vector<std::string> shown;
    for (const auto& node : read.mapping->nodes) {
        if (const auto* storage = std::get_if<Storage>(&node)) {
            shown.push_back(read.problem.tensors[static_cast<std::size_t>(storage->tensor)].name + "@" +
                            read.accelerator.levels[static_cast<std::size_t>(storage->level)].name);
            continue;
        }
        const auto& loop = std::get<Loop>(node);
        std::string text = loop.isSpatial ? (loop.axis == Axis::x ? "x:" : "y:") : "";
        text += read.problem.dims[static_cast<std::size_t>(loop.dim)].name + std::to_string(loop.bound);
        if (!loop.isPerfect()) text += "," + std::to_string(loop.residual);
        shown.push_back(text);
    }
    return shown;
}

TEST(TimeloopMapping, PermutationsRunFromInnerToOuterAndSplitParts) {
    const auto result = read(R"(
- {target: DRAM, type: temporal, factors: "M=2 N=2 K=3", permutation: KN}
- {target: GLB, type: temporal, factors: "M1,N2,K2", permutation: [N, K, M]}
- {target: GLB, type: bypass, keep: [A], bypass: [B]}
- {target: PE, type: spatial, factors: [M=4, N1, K=1], permutation: MKN, split: 1}
)");
    ASSERT_TRUE(result.mapping) << result.mapping.error().text();
    EXPECT_THAT(shownNodes(result),
                ElementsAre("A@DRAM", "B@DRAM", "Z@DRAM", "M2", "N2", "K3", "A@GLB", "Z@GLB", "K2", "N2", "x:M4"));
    EXPECT_TRUE(result.notes.empty()) << textOf(result.notes);
}

TEST(TimeloopMapping, SplitPutsTheOuterDimsOnY) {
    const auto result = read(R"(
- {target: DRAM, type: temporal, factors: "M=2 N=2 K=0"}
- {target: inter_PE_spatial, type: spatial, factors: "M=4 N=2", permutation: MN, split: 1}
)");
    ASSERT_TRUE(result.mapping);
    const auto nodes = shownNodes(result);
    EXPECT_THAT(std::vector<std::string>(nodes.end() - 2, nodes.end()), ElementsAre("y:N2", "x:M4"));
    EXPECT_TRUE(result.notes.empty()) << textOf(result.notes) << "K=0 is the whole bound";
}

TEST(TimeloopMapping, LastPassesMayBeSmaller) {
    const auto result = read(R"(
- {target: DRAM, type: temporal, factors: "M=2, N=1 K=6"}
- {target: GLB, type: temporal, factors: "M=5,3 N=4"}
)");
    ASSERT_TRUE(result.mapping);
    EXPECT_THAT(shownNodes(result), testing::Contains("M5,3"));
    EXPECT_TRUE(result.notes.empty()) << textOf(result.notes);
}

TEST(TimeloopMapping, OffersAnImperfectFormForTooLargeAProduct) {
    const auto result = read(R"(
- {target: DRAM, type: temporal, factors: M=3 N=4 K=6}
- {target: GLB, type: temporal, factors: M=4}
)");
    ASSERT_TRUE(result.mapping);
    EXPECT_THAT(textOf(result.notes),
                HasSubstr("file.yaml:19:42: The factors of M multiply to 12; its bound is 8. With "
                          "a smaller last pass they fit: DRAM M=2, GLB M=4"));
}

TEST(TimeloopMapping, DirectivesBecomeFlags) {
    const auto result = read(R"(
- {target: DRAM, type: temporal, factors: M=8 N=4 K=6}
- {target: GLB, type: temporal, no_temporal_reuse: [A], rmw_first_update: [Z]}
- {target: PE, type: spatial, no_reuse: [B], no_link_transfer: [A]}
- {target: GLB, type: dataspace, bypass: [B]}
)");
    ASSERT_TRUE(result.mapping);
    for (const auto& node : result.mapping->nodes) {
        const auto* storage = std::get_if<Storage>(&node);
        if (storage == nullptr) continue;
        const bool isSender = storage->level == 1 || storage->tensor == 1;
        EXPECT_EQ(storage->noMulticast, storage->tensor == 1 && isSender);
        EXPECT_EQ(storage->noLinkTransfer, storage->tensor == 0 && isSender);
        EXPECT_EQ(storage->noTemporalReuse, storage->tensor == 0 && storage->level == 1);
        EXPECT_EQ(storage->rmwFirstUpdate, storage->tensor == 2 && storage->level == 1);
    }
}

TEST(TimeloopMapping, RefusesWhatMakesNoSense) {
    const std::string at = "- {target: DRAM, type: temporal, factors: ";
    EXPECT_THAT(errorOf(at + "\"M=2,0\"}\n"), HasSubstr("last pass of M"));
    EXPECT_THAT(errorOf(at + "\"M=2,3\"}\n"), HasSubstr("last pass of M"));
    EXPECT_THAT(errorOf(at + "X=2}\n"), HasSubstr("file.yaml:17:43: The factors \"X=2\""));
    EXPECT_THAT(errorOf(at + "M=-2}\n"), HasSubstr("can't be read"));
    EXPECT_THAT(errorOf(at + "M<=2}\n"), HasSubstr("can't be read"));
    EXPECT_THAT(errorOf(at + "M=99999999999999999999}\n"), HasSubstr("can't be read"));
    EXPECT_THAT(errorOf(at + "M=2 M=4}\n"), HasSubstr("M twice"));
    EXPECT_THAT(errorOf(at + "M=8, permutation: MM}\n"), HasSubstr("permutation"));
    EXPECT_THAT(errorOf(at + "M=8, permutation: MX}\n"), HasSubstr("X"));
    EXPECT_THAT(errorOf(at + "M=8}\n" + at + "M=8}\n"), HasSubstr("already"));
    EXPECT_THAT(errorOf("- {target: GLBB, type: temporal}\n"), HasSubstr("Did you mean GLB?"));
    EXPECT_THAT(errorOf("- {target: mac, type: temporal, factors: M=2}\n"), HasSubstr("compute can't have loops"));
    EXPECT_THAT(errorOf("- {target: GLB, type: swap}\n"), HasSubstr("of type swap"));
    EXPECT_THAT(errorOf("- {target: GLB, type: bypass, keep: [A], bypass: [A]}\n"), HasSubstr("kept and bypassed"));
    EXPECT_THAT(errorOf("- {target: GLB, type: bypass, keep: [Q]}\n"), HasSubstr("no data space Q"));
    EXPECT_THAT(errorOf("- {target: PE, type: bypass, keep: [A]}\n"), HasSubstr("array or compute can't keep"));
    EXPECT_THAT(errorOf("- 3\n"), HasSubstr("must be a map"));
}

TEST(TimeloopConstraints, ReadEveryRule) {
    const auto document = documentOf(std::string(kInputs) + R"(
architecture_constraints:
  targets:
  - {target: GLB, type: temporal, factors: "M=4 N<=2 K>=3", permutation: KM_N, default_max_factor: 2}
  - {target: PE, type: spatial, factors: N=0, split: 999, no_reuse: [A], no_link_transfer: [B]}
  - {target: GLB, type: bypass, keep: [A], bypass: [B]}
  - {target: GLB, type: utilization, min: 0.5}
mapspace_constraints:
- {target: DRAM, type: temporal, factors: M=100, remainders: M}
)");
    ASSERT_TRUE(document);
    SourceNotes notes;
    const auto problem = readProblem(*document, notes);
    const auto accelerator = readArchitecture(*document, notes);
    notes.clear();
    const auto constraints = readConstraints(*document, *problem, *accelerator, notes);
    ASSERT_TRUE(constraints) << constraints.error().text();
    ASSERT_EQ(constraints->loops.size(), 3U);
    using Relation = FactorRule::Relation;
    const auto& glb = constraints->loops[0];
    EXPECT_THAT(glb.factors, ElementsAre(FactorRule{0, Relation::equal, 4, 4}, FactorRule{1, Relation::atMost, 2, 2},
                                         FactorRule{2, Relation::atLeast, 3, 3}));
    EXPECT_THAT(glb.innermost, ElementsAre(2, 0));
    EXPECT_THAT(glb.outermost, ElementsAre(1));
    EXPECT_EQ(glb.mostElsewhere, 2);
    const auto& array = constraints->loops[1];
    EXPECT_TRUE(array.isSpatial);
    EXPECT_EQ(array.level, 1);
    EXPECT_EQ(array.factors.front().value, 4) << "0 is the whole bound";
    EXPECT_EQ(array.split, 3);
    EXPECT_THAT(array.noMulticast, ElementsAre(0));
    EXPECT_THAT(array.noLinkTransfer, ElementsAre(1));
    EXPECT_THAT(constraints->keeping.front().keep, ElementsAre(0));
    EXPECT_EQ(constraints->minLaneUse, 0.5);
    EXPECT_TRUE(constraints->loops[2].factors.empty());
    EXPECT_THAT(textOf(notes), HasSubstr("M=100 is left out"));
    EXPECT_THAT(textOf(notes), HasSubstr("remainders"));
}

TEST(TimeloopConstraints, StandInsideNodesToo) {
    const auto document = documentOf(R"(
problem: {R: 1, S: 1, P: 4, Q: 1, C: 1, K: 8, N: 1}
architecture:
  nodes:
  - !Component {name: DRAM, class: DRAM}
  - !Component {name: GLB, class: SRAM, constraints: {dataspace: {keep_only: [Inputs]}, temporal: {factors_only: [K=2]}}}
  - !Container {name: PE, spatial: {meshX: 4}, constraints: {spatial: {factors: [P=4, K<=2], maximize_dims: [[K]]}}}
  - !Component {name: mac, class: intmac}
)");
    ASSERT_TRUE(document);
    SourceNotes notes;
    const auto problem = readProblem(*document, notes);
    const auto accelerator = readArchitecture(*document, notes);
    const auto constraints = readConstraints(*document, *problem, *accelerator, notes);
    ASSERT_TRUE(constraints) << constraints.error().text();
    ASSERT_EQ(constraints->loops.size(), 2U);
    EXPECT_EQ(constraints->loops[0].factors.size(), problem->dims.size());
    EXPECT_EQ(constraints->loops[1].level, 1);
    EXPECT_TRUE(constraints->loops[1].isSpatial);
    EXPECT_THAT(constraints->keeping.front().keep, ElementsAre(problem->tensorIndex("Inputs")));
    EXPECT_EQ(constraints->keeping.front().bypass.size(), 2U);
    EXPECT_THAT(textOf(notes), HasSubstr("maximize_dims"));
}

} // namespace
} // namespace nestwright::timeloop
