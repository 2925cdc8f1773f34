// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/mapping/mapping_layout.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace nestwright {
namespace {

using Kind = MappingItem::Kind;

/// Two levels with three tensors and as many loops as asked for.
MappingPicture pictureOf(int loops) {
    MappingPicture picture;
    for (const auto* name : {"DRAM", "Buffer"}) {
        LevelRow row;
        row.name = name;
        row.capacityBits = 8192;
        for (int t = 0; t < 3; ++t) {
            TensorUse use;
            use.tensor = t;
            use.name = "T" + std::to_string(t);
            use.isKept = t != 1;
            use.readBytes = 64;
            row.tensors.push_back(use);
        }
        for (int l = 0; l < loops; ++l) row.temporal.push_back({"D" + std::to_string(l), 4, 4, false, Axis::x});
        row.ports.push_back({"port", 10});
        picture.levels.push_back(row);
    }
    return picture;
}

MappingMetrics plainMetrics() {
    return {16, [](const MappingItem&) { return 60.0; }};
}

bool overlaps(const LayoutRect& a, const LayoutRect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

TEST(MappingLayout, HasARowForEachLevelAndOneForCompute) {
    const auto layout = layoutMapping(pictureOf(2), 800, plainMetrics());
    const auto count = [&](Kind kind) {
        return std::count_if(layout.items.begin(), layout.items.end(),
                             [kind](const auto& item) { return item.kind == kind; });
    };
    EXPECT_EQ(count(Kind::level), 2);
    EXPECT_EQ(count(Kind::compute), 1);
    EXPECT_EQ(count(Kind::storage), 6);
    EXPECT_EQ(count(Kind::loop), 4);
    EXPECT_EQ(count(Kind::transfer), 4) << "only what is kept moves";
}

TEST(MappingLayout, NothingOverlapsOrLeavesTheWidthHoweverManyLoops) {
    for (const int loops : {0, 3, 7, 40}) {
        for (const double width : {420.0, 800.0, 1600.0}) {
            const auto layout = layoutMapping(pictureOf(loops), width, plainMetrics());
            for (std::size_t i = 0; i < layout.items.size(); ++i) {
                const auto& one = layout.items[i];
                EXPECT_GE(one.area.x, 0);
                EXPECT_LE(one.area.right(), width);
                EXPECT_LE(one.area.bottom(), layout.height);
                for (std::size_t j = i + 1; j < layout.items.size(); ++j) {
                    const auto& other = layout.items[j];
                    if (one.kind == Kind::level || other.kind == Kind::level) continue;
                    EXPECT_FALSE(overlaps(one.area, other.area)) << "items " << i << " and " << j;
                }
            }
        }
    }
}

TEST(MappingLayout, FindsWhatIsPointedAt) {
    const auto layout = layoutMapping(pictureOf(2), 800, plainMetrics());
    for (const auto& item : layout.items) {
        if (item.kind == Kind::level) continue;
        const auto* found = layout.itemAt(item.area.x + item.area.width / 2, item.area.y + item.area.height / 2);
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(found->kind, item.kind);
        EXPECT_EQ(found->level, item.level);
        EXPECT_EQ(found->index, item.index);
    }
    EXPECT_EQ(layout.itemAt(-5, 10), nullptr);
}

TEST(MappingPicture, ChargesStallsToTheirPort) {
    MappingPicture picture;
    picture.paths = {{"blocked", "DRAM port", 5}, {"fill", "DRAM port", 7}, {"blocked", "GLB read port", 11}};
    EXPECT_EQ(picture.blockedBy("DRAM port"), 5);
    EXPECT_EQ(picture.blockedBy("GLB read port"), 11);
    EXPECT_EQ(picture.blockedBy("RF port"), 0);
}

} // namespace
} // namespace nestwright
