// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/nested_layout.h"

#include <gtest/gtest.h>

#include "test_graphs.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace nestwright::layout {
namespace {

Rect rectOf(const GraphView& graph, const LayoutResult& layout, std::size_t node) {
    const auto& size = graph.sizes[node];
    return {layout.centres[node].x - size.width / 2, layout.centres[node].y - size.height / 2, size.width, size.height};
}

bool overlap(const Rect& a, const Rect& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

bool holds(const Rect& outer, const Rect& inner) {
    return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width &&
           inner.y + inner.height <= outer.y + outer.height;
}

/// Blocks of the decoder chain as groups: every other one stands in a frame.
struct Framed {
    GraphView graph = decoderChain(300);
    std::vector<std::vector<std::int32_t>> groups;

    Framed() {
        for (std::int32_t first = 1; first + 26 <= 270; first += 52) {
            groups.emplace_back(26);
            std::iota(groups.back().begin(), groups.back().end(), first);
        }
    }
};

TEST(NestedLayout, FramesHoldTheirNodesAndNothingElse) {
    const Framed framed;
    const auto result = *nestedLayout(framed.graph, framed.groups, {}, {}, {});
    ASSERT_EQ(result.frames.size(), framed.groups.size());
    for (std::size_t g = 0; g < result.frames.size(); ++g) {
        for (std::size_t i = 0; i < framed.graph.sizes.size(); ++i) {
            const auto& group = framed.groups[g];
            const bool isMember = std::find(group.begin(), group.end(), static_cast<std::int32_t>(i)) != group.end();
            const auto rect = rectOf(framed.graph, result.layout, i);
            EXPECT_EQ(holds(result.frames[g], rect), isMember) << "node " << i;
            EXPECT_EQ(overlap(result.frames[g], rect), isMember) << "node " << i;
        }
    }
}

TEST(NestedLayout, NodesDoNotOverlapAndEdgesRunDown) {
    const Framed framed;
    const auto& graph = framed.graph;
    const auto result = *nestedLayout(graph, framed.groups, {}, {}, {});
    for (std::size_t i = 0; i < graph.sizes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_FALSE(overlap(rectOf(graph, result.layout, i), rectOf(graph, result.layout, j))) << i << ' ' << j;
        }
    }
    std::vector<int> seen(graph.edges.size(), 0);
    for (const auto portal : result.layout.portals) ++seen[static_cast<std::size_t>(portal)];
    for (const auto& route : result.layout.routes) {
        ++seen[static_cast<std::size_t>(route.edge)];
        const auto& edge = graph.edges[static_cast<std::size_t>(route.edge)];
        const auto from = rectOf(graph, result.layout, static_cast<std::size_t>(edge.from));
        const auto to = rectOf(graph, result.layout, static_cast<std::size_t>(edge.to));
        EXPECT_NEAR(route.points.front().y, from.y + from.height, 0.01);
        EXPECT_NEAR(route.points.back().y, to.y, 0.01);
        EXPECT_GE(route.points.back().x, to.x);
        EXPECT_LE(route.points.back().x, to.x + to.width);
        for (std::size_t p = 1; p < route.points.size(); ++p) {
            EXPECT_GE(route.points[p].y, route.points[p - 1].y - 0.01F);
        }
        EXPECT_LT(result.layout.ranks[static_cast<std::size_t>(edge.from)],
                  result.layout.ranks[static_cast<std::size_t>(edge.to)]);
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(graph.edges.size()));
}

TEST(NestedLayout, WithoutGroupsItIsTheLayeredLayout) {
    const auto graph = decoderChainWithHubs(400);
    const auto plain = *layeredLayout(graph, {}, {});
    const auto nested = *nestedLayout(graph, {}, {}, {}, {});
    ASSERT_EQ(nested.layout.centres.size(), plain.centres.size());
    for (std::size_t i = 0; i < plain.centres.size(); ++i) EXPECT_EQ(nested.layout.centres[i].x, plain.centres[i].x);
}

TEST(NestedLayout, TwoRunsGiveTheSamePicture) {
    const Framed framed;
    const auto first = *nestedLayout(framed.graph, framed.groups, {}, {}, {});
    const auto second = *nestedLayout(framed.graph, framed.groups, {}, {}, {});
    for (std::size_t i = 0; i < first.layout.centres.size(); ++i) {
        EXPECT_EQ(first.layout.centres[i].x, second.layout.centres[i].x);
        EXPECT_EQ(first.layout.centres[i].y, second.layout.centres[i].y);
    }
}

TEST(NestedLayout, StopsWhenCancelled) {
    const Framed framed;
    WorkContext work;
    work.cancel.cancel();
    EXPECT_FALSE(nestedLayout(framed.graph, framed.groups, {}, {}, work));
}

} // namespace
} // namespace nestwright::layout
