// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/folding.h"

#include <gtest/gtest.h>

#include "test_graphs.h"
#include <algorithm>

namespace nestwright::layout {
namespace {

/// A stem of 2 nodes, `blocks` residual blocks of 5 nodes, a head of 1. Kinds are 1.. in a block, 90.. outside.
struct Residual {
    std::vector<std::uint64_t> kinds{90, 91};
    std::vector<GraphView::Edge> edges{{0, 1}};

    explicit Residual(int blocks) {
        std::int32_t hidden = 1;
        for (int b = 0; b < blocks; ++b) {
            const auto first = static_cast<std::int32_t>(kinds.size());
            for (std::uint64_t k = 1; k <= 5; ++k) kinds.push_back(k);
            edges.push_back({hidden, first});
            for (std::int32_t i = 0; i < 3; ++i) edges.push_back({first + i, first + i + 1});
            edges.push_back({first + 3, first + 4});
            edges.push_back({hidden, first + 4});
            hidden = first + 4;
        }
        edges.push_back({hidden, static_cast<std::int32_t>(kinds.size())});
        kinds.push_back(92);
    }
};

TEST(Repeats, FindsTheBlocksOfAModel) {
    const Residual model(6);
    EXPECT_EQ(findRepeats(model.kinds, model.edges), (std::vector<Repeat>{{2, 5, 6}}));
}

TEST(Repeats, StartWhereOneTensorPasses) {
    Residual model(6);
    model.kinds[1] = 5; // the stem ends like a block: its last node could belong to a shifted block
    EXPECT_EQ(findRepeats(model.kinds, model.edges), (std::vector<Repeat>{{2, 5, 6}}));
}

TEST(Repeats, BlocksWithOtherEdgesAreNotEqual) {
    Residual model(6);
    const auto first = 2 + 3 * 5; // the fourth block reads its second node once more
    model.edges.push_back({first + 1, first + 3});
    const auto found = findRepeats(model.kinds, model.edges);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front(), (Repeat{2, 5, 3}));
    for (const auto& repeat : found) EXPECT_TRUE(repeat.first >= first + 5 || repeat.end() <= first);
}

TEST(Repeats, AFirstBlockThatReadsTheInputIsLeftOut) {
    Residual model(6);
    std::vector<std::uint64_t> kinds(model.kinds.begin() + 2, model.kinds.end());
    std::vector<GraphView::Edge> edges;
    for (const auto& edge : model.edges) {
        if (edge.from >= 2) edges.push_back({edge.from - 2, edge.to - 2});
    }
    EXPECT_EQ(findRepeats(kinds, edges), (std::vector<Repeat>{{5, 5, 5}}));
}

TEST(Repeats, SmallAndIrregularGraphsHaveNone) {
    EXPECT_TRUE(findRepeats({}, {}).empty());
    EXPECT_TRUE(findRepeats({1, 2, 3}, {{0, 1}, {1, 2}}).empty());
    std::vector<std::uint64_t> kinds(40);
    for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] = i * i;
    EXPECT_TRUE(findRepeats(kinds, {}).empty());
}

TEST(Repeats, LongRepeatsTakeLinearTime) {
    std::vector<std::uint64_t> kinds(200'000);
    for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] = (i % 70'000) % 997;
    std::vector<GraphView::Edge> edges;
    for (std::int32_t i = 1; i < 200'000; ++i) edges.push_back({i - 1, i});
    const auto found = findRepeats(kinds, edges);
    ASSERT_FALSE(found.empty());
    for (std::size_t i = 1; i < found.size(); ++i) EXPECT_GE(found[i].first, found[i - 1].end());
}

TEST(Folding, AnOpenRepeatShowsOneBlockForAll) {
    const Residual model(6);
    const auto graph = fold(33, model.edges, {{2, 5, 6}}, {FoldState::open});
    ASSERT_EQ(graph.members.size(), 8U);
    EXPECT_EQ(graph.frames, (std::vector<std::vector<std::int32_t>>{{2, 3, 4, 5, 6}}));
    EXPECT_EQ(graph.drawnFor[2 + 5 * 3 + 4], 6);
    std::vector<std::int32_t> members;
    graph.members[3].forEach([&](auto node) { members.push_back(node); });
    EXPECT_EQ(members, (std::vector<std::int32_t>{3, 8, 13, 18, 23, 28}));
    std::vector<std::pair<std::int32_t, std::int32_t>> edges;
    for (const auto& edge : graph.edges) edges.emplace_back(edge.from, edge.to);
    EXPECT_EQ(edges, (std::vector<std::pair<std::int32_t, std::int32_t>>{
                         {0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {1, 6}, {6, 7}}));
}

TEST(Folding, AClosedRepeatIsOneNode) {
    const Residual model(6);
    const auto graph = fold(33, model.edges, {{2, 5, 6}}, {FoldState::closed});
    ASSERT_EQ(graph.members.size(), 4U);
    int members = 0;
    graph.members[2].forEach([&](auto node) {
        ++members;
        EXPECT_EQ(graph.drawnFor[static_cast<std::size_t>(node)], 2);
    });
    EXPECT_EQ(members, 30);
    EXPECT_EQ(graph.edges.size(), 3U);
    EXPECT_TRUE(graph.frames.empty());
}

TEST(Folding, EveryNodeIsShownOnce) {
    const auto view = decoderChain(2000);
    std::vector<std::uint64_t> kinds;
    for (const auto& size : view.sizes) kinds.push_back(static_cast<std::uint64_t>(size.height));
    const std::vector<Repeat> repeats{{1, 26, 30}, {900, 10, 4}};
    for (const auto state : {FoldState::flat, FoldState::open, FoldState::closed}) {
        const auto graph = fold(2000, view.edges, repeats, {state, FoldState::open});
        std::vector<int> shown(2000, 0);
        for (std::size_t i = 0; i < graph.members.size(); ++i) {
            graph.members[i].forEach([&](auto node) {
                ++shown[static_cast<std::size_t>(node)];
                EXPECT_EQ(graph.drawnFor[static_cast<std::size_t>(node)], static_cast<std::int32_t>(i));
            });
        }
        EXPECT_EQ(std::count(shown.begin(), shown.end(), 1), 2000);
        for (const auto& edge : graph.edges) EXPECT_LT(edge.from, edge.to);
    }
}

} // namespace
} // namespace nestwright::layout
