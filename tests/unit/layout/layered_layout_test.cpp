// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/index.h"
#include "core/layout/crossings.h"
#include "core/layout/layered_layout.h"
#include "core/layout/ordering.h"
#include "core/layout/ranking.h"

#include <gtest/gtest.h>

#include "test_graphs.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <random>
#include <string>

namespace nestwright::layout {
namespace {

struct Case {
    const char* name;
    GraphView (*make)();
};

void PrintTo(const Case& value, std::ostream* stream) { *stream << value.name; }

GraphView emptyGraph() { return {}; }
GraphView loneNodes() { return {std::vector<Size>(5), {}}; }
GraphView parallelEdges() { return {std::vector<Size>(2), {{0, 1}, {0, 1}, {0, 1}}}; }
GraphView cycleWithTail() { return {std::vector<Size>(4), {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 3}}}; }

class LayeredLayoutOf : public testing::TestWithParam<Case> {
protected:
    const GraphView graph = GetParam().make();
    /// A budget that no machine reaches, so that the result never depends on speed.
    const Options options = [] {
        Options value;
        value.timeBudgetMs = 1e9;
        return value;
    }();
    const LayoutResult result = *layeredLayout(graph, options, {});
};

TEST_P(LayeredLayoutOf, NodesDoNotOverlapAndStayInTheBounds) {
    std::map<std::int32_t, std::vector<std::size_t>> byRank;
    for (std::size_t i = 0; i < graph.sizes.size(); ++i) byRank[result.ranks[i]].push_back(i);
    float lowest = -1;
    for (auto& [rank, nodes] : byRank) {
        std::sort(nodes.begin(), nodes.end(),
                  [&](auto a, auto b) { return result.centres[a].x < result.centres[b].x; });
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const auto& centre = result.centres[nodes[i]];
            const auto& size = graph.sizes[nodes[i]];
            EXPECT_GE(centre.x - size.width / 2, -0.01F);
            EXPECT_LE(centre.x + size.width / 2, result.bounds.width + 0.01F);
            EXPECT_LE(centre.y + size.height / 2, result.bounds.height + 0.01F);
            EXPECT_GT(centre.y - size.height / 2, lowest);
            if (i + 1 == nodes.size()) continue;
            const auto gap =
                result.centres[nodes[i + 1]].x - centre.x - (size.width + graph.sizes[nodes[i + 1]].width) / 2;
            EXPECT_GE(gap, options.nodeGap - 0.25F) << "rank " << rank;
        }
        lowest = result.centres[nodes.front()].y + graph.sizes[nodes.front()].height / 2;
    }
}

TEST_P(LayeredLayoutOf, RoutesRunDownwardsBetweenTheirNodes) {
    for (const auto& route : result.routes) {
        const auto& edge = graph.edges[static_cast<std::size_t>(route.edge)];
        ASSERT_GE(route.points.size(), 2U);
        for (std::size_t i = 1; i < route.points.size(); ++i) {
            EXPECT_GE(route.points[i].y, route.points[i - 1].y);
        }
        const auto from = static_cast<std::size_t>(edge.from);
        const auto to = static_cast<std::size_t>(edge.to);
        EXPECT_FLOAT_EQ(route.points.front().y, result.centres[from].y + graph.sizes[from].height / 2);
        EXPECT_FLOAT_EQ(route.points.back().y, result.centres[to].y - graph.sizes[to].height / 2);
        EXPECT_LE(std::abs(route.points.back().x - result.centres[to].x), graph.sizes[to].width / 2);
    }
}

TEST_P(LayeredLayoutOf, EveryEdgeIsRoutedOrAPortalOnce) {
    std::vector<int> seen(graph.edges.size(), 0);
    for (const auto& route : result.routes) ++seen[static_cast<std::size_t>(route.edge)];
    for (const auto portal : result.portals) ++seen[static_cast<std::size_t>(portal)];
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(graph.edges.size()));
}

TEST_P(LayeredLayoutOf, TwoRunsGiveTheSamePicture) {
    const auto again = *layeredLayout(graph, options, {});
    ASSERT_EQ(again.centres.size(), result.centres.size());
    for (std::size_t i = 0; i < again.centres.size(); ++i) {
        EXPECT_EQ(again.centres[i].x, result.centres[i].x);
        EXPECT_EQ(again.centres[i].y, result.centres[i].y);
    }
    EXPECT_EQ(again.portals, result.portals);
}

INSTANTIATE_TEST_SUITE_P(Graphs, LayeredLayoutOf,
                         testing::Values(Case{"Empty", emptyGraph}, Case{"LoneNodes", loneNodes},
                                         Case{"ParallelEdges", parallelEdges}, Case{"CycleWithTail", cycleWithTail},
                                         Case{"Decoder500", [] { return decoderChain(500); }},
                                         Case{"DecoderWithHubs500", [] { return decoderChainWithHubs(500); }},
                                         Case{"Random500", [] { return randomLayers(500, 1); }},
                                         Case{"Decoder10000", [] { return decoderChain(10000); }},
                                         Case{"DecoderWithHubs10000", [] { return decoderChainWithHubs(10000); }},
                                         Case{"Random10000", [] { return randomLayers(10000, 2); }}),
                         [](const auto& tested) { return std::string(tested.param.name); });

std::int64_t crossingsByPairs(const LayeredGraph& graph) {
    std::int64_t total = 0;
    for (std::size_t layer = 0; layer + 1 < graph.layers.size(); ++layer) {
        std::vector<std::pair<std::int32_t, std::int32_t>> steps;
        for (const auto v : graph.layers[layer]) {
            for (const auto* w = graph.down.begin(v); w != graph.down.end(v); ++w) {
                steps.emplace_back(graph.position[static_cast<std::size_t>(v)],
                                   graph.position[static_cast<std::size_t>(*w)]);
            }
        }
        for (std::size_t i = 0; i < steps.size(); ++i) {
            for (std::size_t j = i + 1; j < steps.size(); ++j) {
                const auto first = steps[i].first - steps[j].first;
                const auto second = steps[i].second - steps[j].second;
                if (static_cast<std::int64_t>(first) * second < 0) ++total;
            }
        }
    }
    return total;
}

TEST(Ordering, TheTreeCountsWhatPairsCount) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        const auto view = randomLayers(120, seed);
        auto graph = makeLayeredGraph(view, rankNodes(view), 16);
        EXPECT_EQ(countCrossings(graph), crossingsByPairs(graph)) << "seed " << seed;
        orderLayers(graph, 4, [] { return false; });
        EXPECT_EQ(countCrossings(graph), crossingsByPairs(graph)) << "seed " << seed;
    }
}

/// Two wide ranks with hubs among them, and a third below.
GraphView wideRanks(std::uint32_t seed) {
    std::mt19937 random(seed);
    constexpr std::int32_t kWidth = 40;
    GraphView graph;
    graph.sizes.resize(at(3 * kWidth));
    for (std::int32_t rank = 0; rank < 2; ++rank) {
        for (std::int32_t i = 0; i < kWidth; ++i) {
            const auto fan = i % 10 == 3 ? 25U : 1 + random() % 3;
            for (std::uint32_t k = 0; k < fan; ++k) {
                const auto to = static_cast<std::int32_t>(random() % kWidth);
                graph.edges.push_back({rank * kWidth + i, (rank + 1) * kWidth + to});
            }
        }
    }
    return graph;
}

TEST(Ordering, WideRanksAreCountedLikeNarrowOnes) {
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
        const auto view = wideRanks(seed);
        const auto graph = makeLayeredGraph(view, rankNodes(view), 16);
        EXPECT_EQ(countCrossings(graph), crossingsByPairs(graph)) << "seed " << seed;
    }
}

TEST(Ordering, ExchangesRemoveAsManyCrossingsAsTheySay) {
    NeighbourExchange exchange;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        const auto view = seed % 2 == 0 ? wideRanks(seed) : randomLayers(300, seed);
        auto graph = makeLayeredGraph(view, rankNodes(view), 16);
        const auto before = countCrossings(graph);
        const auto removed = exchange.run(graph);
        EXPECT_GT(removed, 0) << "seed " << seed;
        EXPECT_EQ(countCrossings(graph), before - removed) << "seed " << seed;
    }
}

TEST(Ordering, RemovesATenthMoreCrossingsThanSweepsOverOneSide) {
    const auto view = randomLayers(2000, 1);
    auto graph = makeLayeredGraph(view, rankNodes(view), 16);
    orderLayers(graph, 24, [] { return false; });
    EXPECT_LT(countCrossings(graph), 8700) << "sweeps over one side alone leave 9,492";
}

TEST(Ordering, RemovesTheCrossingsOfADecoder) {
    const auto view = decoderChain(2000);
    auto graph = makeLayeredGraph(view, rankNodes(view), 16);
    const auto before = countCrossings(graph);
    EXPECT_TRUE(orderLayers(graph, 24, [] { return false; }));
    EXPECT_LT(countCrossings(graph), 40);
    EXPECT_LE(countCrossings(graph), before);
}

TEST(LayeredLayout, AChainIsStraight) {
    GraphView graph;
    graph.sizes.assign(40, {100, 40});
    for (std::int32_t i = 0; i + 1 < 40; ++i) graph.edges.push_back({i, i + 1});
    const auto result = *layeredLayout(graph, {}, {});
    for (const auto& centre : result.centres) EXPECT_FLOAT_EQ(centre.x, 50);
    EXPECT_FLOAT_EQ(result.bounds.width, 100);
}

TEST(LayeredLayout, BranchesOfResidualBlocksAreStraight) {
    GraphView graph;
    graph.sizes.push_back({100, 40});
    std::int32_t hidden = 0;
    std::vector<std::pair<std::int32_t, std::int32_t>> inBranch;
    for (int block = 0; block < 30; ++block) {
        const auto first = static_cast<std::int32_t>(graph.sizes.size());
        for (int i = 0; i < 5; ++i) graph.sizes.push_back({100, 40});
        graph.edges.push_back({hidden, first});
        for (std::int32_t i = 0; i < 4; ++i) graph.edges.push_back({first + i, first + i + 1});
        for (std::int32_t i = 0; i < 3; ++i) inBranch.emplace_back(first + i, first + i + 1);
        graph.edges.push_back({hidden, first + 4});
        hidden = first + 4;
    }
    const auto result = *layeredLayout(graph, {}, {});
    for (const auto& [from, to] : inBranch) {
        EXPECT_FLOAT_EQ(result.centres[static_cast<std::size_t>(from)].x,
                        result.centres[static_cast<std::size_t>(to)].x);
    }
    EXPECT_LT(result.bounds.width, 400);
}

TEST(LayeredLayout, DeepModelsDoNotDriftAside) {
    const auto shallow = *layeredLayout(decoderChain(100), {}, {});
    const auto deep = *layeredLayout(decoderChain(4000), {}, {});
    EXPECT_LE(deep.bounds.width, shallow.bounds.width * 1.5F);
}

TEST(LayeredLayout, TensorsReadAllOverTheDepthBecomePortals) {
    const auto graph = decoderChainWithHubs(2000);
    const auto result = *layeredLayout(graph, {}, {});
    EXPECT_GT(result.portals.size(), 200U);
    for (const auto portal : result.portals) {
        const auto& edge = graph.edges[static_cast<std::size_t>(portal)];
        EXPECT_GT(result.ranks[static_cast<std::size_t>(edge.to)] - result.ranks[static_cast<std::size_t>(edge.from)],
                  Options{}.maxRoutedSpan);
    }
}

TEST(LayeredLayout, ACancelledLayoutGivesNothing) {
    WorkContext work;
    work.cancel.cancel();
    EXPECT_FALSE(layeredLayout(randomLayers(500, 1), {}, work).has_value());
}

TEST(LayeredLayout, WithoutTimeItStillGivesAPicture) {
    Options options;
    options.timeBudgetMs = 0;
    const auto graph = randomLayers(2000, 1);
    const auto result = layeredLayout(graph, options, {});
    ASSERT_TRUE(result.has_value());
    EXPECT_FALSE(result->isComplete);
    EXPECT_EQ(result->centres.size(), graph.sizes.size());
}

TEST(LayeredLayout, TenThousandNodesTakeUnderASecond) {
    const auto graph = randomLayers(10000, 3);
    const auto start = std::chrono::steady_clock::now();
    const auto result = layeredLayout(graph, {}, {});
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    ASSERT_TRUE(result.has_value());
    RecordProperty("milliseconds", static_cast<int>(elapsed.count() * 1000));
    EXPECT_LT(elapsed.count(), 2.0) << "budget 0.8 s, with room for a loaded machine";
}

} // namespace
} // namespace nestwright::layout
