// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_index.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace nestwright {
namespace {

using Direction = GraphIndex::Direction;

/// A diamond, 0 over 1 and 2 over 3, with a tail of `tail` nodes below.
struct Diamond {
    layout::GraphView view;
    layout::LayoutResult layout;
    GraphIndex index;

    explicit Diamond(std::int32_t tail) {
        view.sizes.assign(static_cast<std::size_t>(4 + tail), {100, 40});
        view.edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
        for (std::int32_t i = 0; i < tail; ++i) view.edges.push_back({3 + i, 4 + i});
        layout = *layout::layeredLayout(view, {}, {});
        index = GraphIndex(view, layout);
    }
};

TEST(GraphIndex, FindsTheNodeUnderAPoint) {
    const Diamond diamond(200);
    for (std::size_t i = 0; i < diamond.view.sizes.size(); ++i) {
        EXPECT_EQ(diamond.index.nodeAt(diamond.layout.centres[i]), static_cast<std::int32_t>(i));
    }
    const auto& first = diamond.layout.centres[1];
    EXPECT_EQ(diamond.index.nodeAt({first.x, first.y + 30}), -1) << "between two ranks";
    EXPECT_EQ(diamond.index.nodeAt({-500, -500}), -1);
    EXPECT_EQ(GraphIndex().nodeAt({0, 0}), -1);
}

TEST(GraphIndex, AnAreaHoldsWhatTouchesIt) {
    const Diamond diamond(200);
    const auto all = diamond.index.inside({-1, -1, diamond.layout.bounds.width + 2, diamond.layout.bounds.height + 2});
    EXPECT_EQ(all.nodes.size(), diamond.view.sizes.size());
    EXPECT_EQ(all.routes.size(), diamond.layout.routes.size());
    const auto& centre = diamond.layout.centres[150];
    const auto one = diamond.index.inside({centre.x, centre.y, 1, 1});
    EXPECT_EQ(one.nodes, (std::vector<std::int32_t>{150}));
    EXPECT_LT(one.routes.size(), std::size_t{30});
}

TEST(GraphIndex, ArrowsWalkAlongEdges) {
    const Diamond diamond(3);
    const auto& index = diamond.index;
    const auto right = diamond.layout.centres[1].x < diamond.layout.centres[2].x ? 2 : 1;
    const auto left = 3 - right;
    EXPECT_EQ(index.neighbour(left, Direction::right), right);
    EXPECT_EQ(index.neighbour(right, Direction::left), left);
    EXPECT_EQ(index.neighbour(left, Direction::left), -1);
    EXPECT_EQ(index.neighbour(left, Direction::toProducer), 0);
    EXPECT_EQ(index.neighbour(right, Direction::toConsumer), 3);
    EXPECT_EQ(index.neighbour(0, Direction::toProducer), -1);
    EXPECT_EQ(index.neighbour(6, Direction::toConsumer), -1);
    EXPECT_EQ(index.neighbour(-1, Direction::toConsumer), -1);
    const auto down = index.neighbour(0, Direction::toConsumer);
    EXPECT_TRUE(down == 1 || down == 2);
}

} // namespace
} // namespace nestwright
