// SPDX-License-Identifier: GPL-3.0-or-later
// The walk itself, on cases counted by hand.
#include "tests/property/brute_force.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

Accelerator chain(std::initializer_list<Fanout> fanouts) {
    Accelerator accelerator;
    for (const auto& fanout : fanouts) {
        Level level;
        level.name = "L" + std::to_string(accelerator.levels.size());
        level.fanout = fanout;
        accelerator.levels.push_back(level);
    }
    return accelerator;
}

Fanout mesh(Count x, Count y) {
    Fanout fanout;
    fanout.x = x;
    fanout.y = y;
    return fanout;
}

Storage keep(int tensor, int level) {
    Storage storage;
    storage.tensor = tensor;
    storage.level = level;
    return storage;
}

void keepAll(Mapping& mapping, int level) {
    for (int tensor = 0; tensor < 3; ++tensor) mapping.nodes.emplace_back(keep(tensor, level));
}

constexpr int kR = 0;
constexpr int kP = 1;
constexpr int kWeights = 0;
constexpr int kInputs = 1;
constexpr int kOutputs = 2;

Problem conv1d(Count r, Count p, Count stride = 1) {
    Problem problem;
    problem.name = "conv1d";
    problem.dims = {{"R", r}, {"P", p}};
    problem.tensors = {{"Weights", Operand::weight, {{{kR, 1}}}},
                       {"Inputs", Operand::input, {{{kP, stride}, {kR, 1}}}},
                       {"Outputs", Operand::output, {{{kP, 1}}}}};
    return problem;
}

constexpr int kM = 0;
constexpr int kN = 1;
constexpr int kK = 2;

Problem gemm(Count m, Count n, Count k) {
    Problem problem;
    problem.name = "GEMM";
    problem.dims = {{"M", m}, {"N", n}, {"K", k}};
    problem.tensors = {{"A", Operand::input, {{{kM, 1}}, {{kK, 1}}}},
                       {"B", Operand::weight, {{{kK, 1}}, {{kN, 1}}}},
                       {"Z", Operand::output, {{{kM, 1}}, {{kN, 1}}}}};
    return problem;
}

struct Expected {
    Count tile;
    Count reads;
    Count fills;
    Count updates;
};

void expectCounts(const WalkedTensor& got, const Expected& expected) {
    EXPECT_EQ(got.tileWords, expected.tile);
    EXPECT_EQ(got.reads, expected.reads);
    EXPECT_EQ(got.fills, expected.fills);
    EXPECT_EQ(got.updates, expected.updates);
}

TEST(BruteForce, SlidingWindowKeepsItsOverlap) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(temporalLoop(kP, 16));
    keepAll(mapping, 1);
    mapping.nodes.emplace_back(temporalLoop(kR, 3));
    const auto counts = walkCounts(conv1d(3, 16), chain({{}, {}}), mapping);
    EXPECT_EQ(counts.macs, 48);
    EXPECT_EQ(counts.computeCycles, 48);
    expectCounts(counts.levels[0].tensors[kWeights], {3, 3, 0, 0});
    expectCounts(counts.levels[0].tensors[kInputs], {18, 18, 0, 0});
    expectCounts(counts.levels[0].tensors[kOutputs], {16, 0, 0, 16});
    expectCounts(counts.levels[1].tensors[kWeights], {3, 48, 3, 0});
    expectCounts(counts.levels[1].tensors[kInputs], {3, 48, 18, 0});
    expectCounts(counts.levels[1].tensors[kOutputs], {1, 32, 0, 48});
    EXPECT_EQ(counts.levels[1].tensors[kOutputs].temporalReductions, 32);
}

TEST(BruteForce, NoTemporalReuseFetchesWholeTiles) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(temporalLoop(kP, 16));
    auto node = keep(kInputs, 1);
    node.noTemporalReuse = true;
    mapping.nodes.emplace_back(node);
    mapping.nodes.emplace_back(temporalLoop(kR, 3));
    const auto counts = walkCounts(conv1d(3, 16), chain({{}, {}}), mapping);
    expectCounts(counts.levels[0].tensors[kInputs], {18, 48, 0, 0});
    expectCounts(counts.levels[1].tensors[kInputs], {3, 48, 48, 0});
}

// P = 2 outside R = 3 over a tile of one P: windows at 0 1 2 1 2 3. Steps +1 +1 -1 +1 +1: the rewind differs from the
// remembered step and loses everything, then a new direction is remembered. One word a tile: six fills, as nothing
// overlaps.
TEST(BruteForce, RewindLosesOneWordTiles) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(temporalLoop(kP, 2));
    mapping.nodes.emplace_back(temporalLoop(kR, 3));
    keepAll(mapping, 1);
    const auto counts = walkCounts(conv1d(3, 2), chain({{}, {}}), mapping);
    expectCounts(counts.levels[1].tensors[kInputs], {1, 6, 6, 0});
}

// Tiles of two neighbouring P (stride 1, R outside): [0,1] [1,2] [2,3] for P pair 0, then [2,3] [3,4] [4,5] for pair 1:
// 2 + 1 + 1, no step from [2,3] to [2,3], then 1 + 1 in the direction of before.
TEST(BruteForce, NoStepKeepsTheDirection) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(temporalLoop(kP, 2));
    mapping.nodes.emplace_back(temporalLoop(kR, 3));
    keepAll(mapping, 1);
    mapping.nodes.emplace_back(temporalLoop(kP, 2));
    const auto counts = walkCounts(conv1d(3, 4), chain({{}, {}}), mapping);
    expectCounts(counts.levels[1].tensors[kInputs], {2, 12, 6, 0});
}

TEST(BruteForce, OuterReductionReturnsPartialSums) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(temporalLoop(kK, 4));
    mapping.nodes.emplace_back(temporalLoop(kM, 2));
    keepAll(mapping, 1);
    mapping.nodes.emplace_back(temporalLoop(kN, 3));
    const auto counts = walkCounts(gemm(2, 3, 4), chain({{}, {}}), mapping);
    expectCounts(counts.levels[0].tensors[kOutputs], {6, 18, 0, 24});
    expectCounts(counts.levels[1].tensors[kOutputs], {3, 18, 18, 24});
    EXPECT_EQ(counts.levels[0].tensors[kOutputs].temporalReductions, 18);

    CountingRules rules;
    rules.firstReadElision = false;
    const auto unelided = walkCounts(gemm(2, 3, 4), chain({{}, {}}), mapping, rules);
    expectCounts(unelided.levels[0].tensors[kOutputs], {6, 24, 0, 24});
    expectCounts(unelided.levels[1].tensors[kOutputs], {3, 24, 24, 24});

    rules.firstReadElision = true;
    rules.drainReads = true;
    const auto drained = walkCounts(gemm(2, 3, 4), chain({{}, {}}), mapping, rules);
    expectCounts(drained.levels[1].tensors[kOutputs], {3, 18 + 24, 18, 24});
}

// K on 4 lanes, M and N over time: A's words differ from lane to lane, all lanes add up to one Z.
TEST(BruteForce, SpatialReductionUpdatesOnce) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(temporalLoop(kM, 2));
    mapping.nodes.emplace_back(temporalLoop(kN, 3));
    mapping.nodes.emplace_back(spatialLoop(kK, 4, 0, Axis::x));
    auto machine = chain({mesh(4, 1)});
    const auto counts = walkCounts(gemm(2, 3, 4), machine, mapping);
    EXPECT_EQ(counts.computeCycles, 6);
    expectCounts(counts.levels[0].tensors[kWeights], {8, 24, 0, 0});
    expectCounts(counts.levels[0].tensors[kOutputs], {6, 0, 0, 6});

    machine.levels[0].fanout.spatialReduction = false;
    const auto separate = walkCounts(gemm(2, 3, 4), machine, mapping);
    expectCounts(separate.levels[0].tensors[kOutputs], {6, 18, 0, 24});
}

TEST(BruteForce, MulticastIsReadOnceAndFilledEverywhere) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(temporalLoop(kM, 5));
    mapping.nodes.emplace_back(spatialLoop(kN, 3, 0, Axis::x));
    keepAll(mapping, 1);
    mapping.nodes.emplace_back(temporalLoop(kK, 2));
    auto machine = chain({mesh(3, 1), {}});
    const auto counts = walkCounts(gemm(5, 3, 2), machine, mapping);
    EXPECT_DOUBLE_EQ(counts.levels[1].utilizedInstances, 3);
    expectCounts(counts.levels[0].tensors[0], {10, 10, 0, 0});
    expectCounts(counts.levels[1].tensors[0], {2, 30, 30, 0});
    expectCounts(counts.levels[0].tensors[1], {6, 6, 0, 0});

    machine.levels[0].fanout.multicast = false;
    const auto separate = walkCounts(gemm(5, 3, 2), machine, mapping);
    expectCounts(separate.levels[0].tensors[0], {10, 30, 0, 0});
}

// R on Y, P on X, words of Inputs P + R: 2 + 3 - 1 distinct words of six lanes.
TEST(BruteForce, DiagonalLanesShareWords) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(spatialLoop(kR, 3, 0, Axis::y));
    mapping.nodes.emplace_back(spatialLoop(kP, 2, 0, Axis::x));
    const auto counts = walkCounts(conv1d(3, 2), chain({mesh(2, 3)}), mapping);
    expectCounts(counts.levels[0].tensors[kInputs], {4, 4, 0, 0});
    expectCounts(counts.levels[0].tensors[kWeights], {3, 3, 0, 0});
    expectCounts(counts.levels[0].tensors[kOutputs], {2, 0, 0, 2});
}

// The middle level passes Inputs by: two middle instances with the same lists of requests are served once.
TEST(BruteForce, BypassedLevelsPassListsOn) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(spatialLoop(kN, 2, 0, Axis::x));
    mapping.nodes.emplace_back(spatialLoop(kM, 3, 1, Axis::x));
    keepAll(mapping, 2);
    mapping.nodes.emplace_back(temporalLoop(kK, 4));
    auto machine = chain({mesh(2, 1), mesh(3, 1), {}});
    const auto counts = walkCounts(gemm(3, 2, 4), machine, mapping);
    EXPECT_FALSE(counts.levels[1].tensors[0].isKept);
    EXPECT_DOUBLE_EQ(counts.levels[2].utilizedInstances, 6);
    expectCounts(counts.levels[0].tensors[0], {12, 12, 0, 0});
    expectCounts(counts.levels[2].tensors[0], {4, 24, 24, 0});
    expectCounts(counts.levels[0].tensors[1], {8, 8, 0, 0});

    machine.levels[0].fanout.multicast = false;
    const auto separate = walkCounts(gemm(3, 2, 4), machine, mapping);
    expectCounts(separate.levels[0].tensors[0], {12, 24, 0, 0});
    expectCounts(separate.levels[0].tensors[1], {8, 8, 0, 0});
}

// As in RewindLosesOneWordTiles, with iteration 1 for all later ones: 0, then 1 for 1 and 2; P = 1 starts at 1, where
// the tile stands, and 2 counts twice: 1 + 2 + 0 + 2 fills.
TEST(BruteForce, SampledStepsKeepIterationOne) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(temporalLoop(kP, 2));
    mapping.nodes.emplace_back(temporalLoop(kR, 3));
    keepAll(mapping, 1);
    CountingRules rules;
    rules.steps = CountingRules::Steps::sampled;
    const auto counts = walkCounts(conv1d(3, 2), chain({{}, {}}), mapping, rules);
    expectCounts(counts.levels[1].tensors[kInputs], {1, 6, 5, 0});
}

/// `rows` x `columns` lanes of a filter's taps, each a register of one word, over `p` outputs one after the other.
Mapping movingWindow(Count rows, Count columns, Count p, bool noLinks = false) {
    Mapping mapping;
    for (int tensor = 0; tensor < 3; ++tensor) {
        auto node = keep(tensor, 0);
        node.noLinkTransfer = noLinks;
        mapping.nodes.emplace_back(node);
    }
    mapping.nodes.emplace_back(temporalLoop(kP, p));
    if (rows > 1) mapping.nodes.emplace_back(spatialLoop(kR, rows, 0, Axis::y));
    mapping.nodes.emplace_back(spatialLoop(kR, columns, 0, Axis::x));
    keepAll(mapping, 1);
    return mapping;
}

Accelerator linkedMesh(Count x, Count y) {
    auto fanout = mesh(x, y);
    fanout.links = true;
    return chain({fanout, {}});
}

// Tap r needs word p + r, which tap r + 1 had a step before: three words first, then one from the parent and two over
// links in each of three steps.
TEST(BruteForce, NeighboursPassWordsOn) {
    const auto counts = walkCounts(conv1d(3, 4), linkedMesh(3, 1), movingWindow(1, 3, 4));
    expectCounts(counts.levels[0].tensors[kInputs], {6, 3 + 3, 0, 0});
    expectCounts(counts.levels[1].tensors[kInputs], {1, 12 + 6, 12, 0});
    EXPECT_EQ(counts.levels[0].networks[kInputs].linked, 6);

    const auto without = walkCounts(conv1d(3, 4), linkedMesh(3, 1), movingWindow(1, 3, 4, true));
    expectCounts(without.levels[0].tensors[kInputs], {6, 12, 0, 0});
    CountingRules off;
    off.linkTransfers = CountingRules::LinkTransfers::off;
    const auto switchedOff = walkCounts(conv1d(3, 4), linkedMesh(3, 1), movingWindow(1, 3, 4), off);
    expectCounts(switchedOff.levels[0].tensors[kInputs], {6, 12, 0, 0});
}

// Four taps in two rows of two: on the mesh taps 0 and 2 have their successor beside them; as row-packed ids in a row
// of eight all but the last have.
TEST(BruteForce, PackedIdsMakeOtherNeighbours) {
    const auto onMesh = walkCounts(conv1d(4, 3), linkedMesh(8, 2), movingWindow(2, 2, 3));
    EXPECT_EQ(onMesh.levels[0].tensors[kInputs].reads, 4 + 2 + 2);
    EXPECT_EQ(onMesh.levels[0].networks[kInputs].linked, 4);
    CountingRules rules;
    rules.linkIds = CountingRules::LinkIds::packed;
    const auto packed = walkCounts(conv1d(4, 3), linkedMesh(8, 2), movingWindow(2, 2, 3), rules);
    EXPECT_EQ(packed.levels[0].tensors[kInputs].reads, 4 + 1 + 1);
    EXPECT_EQ(packed.levels[0].networks[kInputs].linked, 6);
}

/// O[2 P + R] += W[R] x I[P].
Problem transposedConv(Count r, Count p) {
    Problem problem = conv1d(r, p);
    problem.tensors[kInputs].projection = {{{kP, 1}}};
    problem.tensors[kOutputs].projection = {{{kP, 2}, {kR, 1}}};
    return problem;
}

// Windows 0-2, 2-4, 4-6, 6-8: nine words, of which three are updated by two windows.
TEST(BruteForce, SlidingOutputsReadWhereWindowsMeet) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(temporalLoop(kP, 4));
    keepAll(mapping, 1);
    mapping.nodes.emplace_back(temporalLoop(kR, 3));
    const auto counts = walkCounts(transposedConv(3, 4), chain({{}, {}}), mapping);
    expectCounts(counts.levels[0].tensors[kOutputs], {9, 0, 0, 9});
    expectCounts(counts.levels[1].tensors[kOutputs], {3, 3, 0, 12});
}

// The same in two lanes, words 0-4 and 4-8: word 4 comes up twice, and has one first update.
TEST(BruteForce, SlidingOutputsOfSiblingsMeetAtTheParent) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(spatialLoop(kP, 2, 0, Axis::x));
    keepAll(mapping, 1);
    mapping.nodes.emplace_back(temporalLoop(kP, 2));
    mapping.nodes.emplace_back(temporalLoop(kR, 3));
    const auto counts = walkCounts(transposedConv(3, 4), chain({mesh(2, 1), {}}), mapping);
    expectCounts(counts.levels[0].tensors[kOutputs], {9, 1, 0, 10});
    expectCounts(counts.levels[1].tensors[kOutputs], {5, 3, 1, 12});
}

// 13 rows over 4 lanes in 4 passes: 3.25 lanes on average, 16 padded cycles of 13 rows x 1.
TEST(BruteForce, ImperfectSpatialFactor) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(temporalLoop(kM, 4));
    mapping.nodes.emplace_back(temporalLoop(kN, 2));
    mapping.nodes.emplace_back(spatialLoop(kM, 4, 1, 0, Axis::x));
    keepAll(mapping, 1);
    const auto counts = walkCounts(gemm(13, 2, 1), chain({mesh(4, 1), {}}), mapping);
    EXPECT_EQ(counts.macs, 26);
    EXPECT_EQ(counts.computeCycles, 8);
    EXPECT_DOUBLE_EQ(counts.levels[1].utilizedInstances, 3.25);
    expectCounts(counts.levels[1].tensors[0], {1, 26, 13, 0});
    expectCounts(counts.levels[0].tensors[1], {2, 8, 0, 0});
    expectCounts(counts.levels[1].tensors[2], {1, 0, 0, 26});
}

// A last tile of 2 rows in steps of 3: the window goes on in the same direction.
TEST(BruteForce, ImperfectTemporalFactor) {
    Mapping mapping;
    keepAll(mapping, 0);
    mapping.nodes.emplace_back(temporalLoop(kP, 4));
    keepAll(mapping, 1);
    mapping.nodes.emplace_back(temporalLoop(kP, 3, 2));
    mapping.nodes.emplace_back(temporalLoop(kR, 3));
    const auto counts = walkCounts(conv1d(3, 11), chain({{}, {}}), mapping);
    EXPECT_EQ(counts.computeCycles, 36);
    expectCounts(counts.levels[1].tensors[kInputs], {5, 33, 13, 0});
    expectCounts(counts.levels[1].tensors[kOutputs], {3, 22, 0, 33});
    expectCounts(counts.levels[0].tensors[kOutputs], {11, 0, 0, 11});
}

} // namespace
} // namespace nestwright
