// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/warnings.h"

#include "small_graph.h"

namespace nestwright {
namespace {

using namespace testing_support;

Warning unknown(OperatorId op, const std::string& type) {
    return {op, "unknown_operator", message(NW_TEXT("test.unknown", "%1 is unknown"), type)};
}

TEST(Warnings, SayAThingOnceWithACount) {
    SmallGraph g;
    for (const char* type : {"Foo", "Bar", "Foo", "Foo", "Bar", "Baz"}) g.node(type, {}, {});
    std::vector<Warning> all;
    for (OperatorId op = 0; op < 6; ++op) {
        all.push_back(unknown(op, g.graph.operators[static_cast<std::size_t>(op)].type));
    }
    const auto grouped = groupAlike(all, g.graph);
    ASSERT_EQ(grouped.size(), 3U);
    EXPECT_EQ(grouped[0].message.text(), "Foo is unknown (2 more like it)");
    EXPECT_EQ(grouped[0].op, 0);
    EXPECT_EQ(grouped[1].message.text(), "Bar is unknown (1 more like it)");
    EXPECT_EQ(grouped[2].message.text(), "Baz is unknown");
}

TEST(Warnings, KeepApartWhatDiffers) {
    SmallGraph g;
    g.node("Foo", {}, {});
    g.node("Foo", {}, {});
    const Warning shape = {0, "unknown_shape", message(NW_TEXT("test.shape", "no shape"))};
    const Warning macs = {1, "unknown_shape", message(NW_TEXT("test.macs", "no MACs"))};
    EXPECT_EQ(groupAlike({shape, macs}, g.graph).size(), 2U);
    const Warning one = {kNoOperator, "assumed", message(NW_TEXT("test.assumed", "%1 is taken as 1"), "batch")};
    const Warning two = {kNoOperator, "assumed", message(NW_TEXT("test.assumed", "%1 is taken as 1"), "seq")};
    EXPECT_EQ(groupAlike({one, two}, g.graph).size(), 2U);
    EXPECT_EQ(groupAlike({one, one}, g.graph).size(), 1U);
    EXPECT_TRUE(groupAlike({}, g.graph).empty());
}

} // namespace
} // namespace nestwright
