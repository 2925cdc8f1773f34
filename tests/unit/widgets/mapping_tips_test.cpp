// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/evaluation.h"
#include "tests/support/machines.h"
#include "widgets/mapping/mapping_painter.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

using Kind = MappingItem::Kind;

/// conv1d with 16 outputs of 3 multiply-adds, all loops inside the innermost level; `pass` outputs at a time.
PlannedMapping planned(const Accelerator& accelerator, Count pass = 16) {
    PlannedMapping result;
    result.problem = test::conv1d(1, 1, 16, 3);
    for (int l = 0; l < static_cast<int>(accelerator.levels.size()); ++l) {
        for (int t = 0; t < 3; ++t) result.mapping.nodes.emplace_back(Storage{t, l});
    }
    const Count passes = (16 + pass - 1) / pass;
    result.mapping.nodes.emplace_back(temporalLoop(2, passes));
    result.mapping.nodes.emplace_back(temporalLoop(2, pass, 16 - (passes - 1) * pass));
    result.mapping.nodes.emplace_back(temporalLoop(3, 3));
    result.cost = evaluate(result.problem, accelerator, result.mapping);
    return result;
}

QString tipOf(const MappingPicture& picture, Kind kind, int level, int tensor) {
    MappingItem item;
    item.kind = kind;
    item.level = level;
    item.index = tensor;
    return MappingPainter(picture, Theme::light, QFont(QStringLiteral("Sans"), 10)).toolTip(item);
}

TEST(MappingTips, DefineReadsFillsAndUpdates) {
    const auto accelerator = test::machine({test::level("Buffer", std::nullopt)});
    const auto one = planned(accelerator);
    ASSERT_TRUE(one.cost.isValid);
    const auto outputs = tipOf(mappingPicture(accelerator, one), Kind::storage, 0, 2);
    EXPECT_TRUE(outputs.contains(QStringLiteral("48 words updated"))) << outputs.toStdString();
    EXPECT_TRUE(outputs.contains(QStringLiteral("32 words read"))) << outputs.toStdString();
    EXPECT_TRUE(outputs.contains(QStringLiteral("first update"))) << outputs.toStdString();
    EXPECT_FALSE(outputs.contains(QStringLiteral("filled"))) << outputs.toStdString();
}

TEST(MappingPicture, AddsUpTheRoomOfSeparateScratchpads) {
    auto level = test::level("Buffer", std::nullopt);
    const auto roomOf = [&] {
        const auto accelerator = test::machine({level});
        return mappingPicture(accelerator, planned(accelerator)).levels.front().capacityBits;
    };
    EXPECT_FALSE(roomOf());
    level.operandCapacityBits = {{Operand::input, 100}, {Operand::weight, 20}};
    EXPECT_FALSE(roomOf()) << "outputs have no limit";
    level.operandCapacityBits[Operand::output] = 3;
    EXPECT_EQ(roomOf(), Count{123});
    level.capacityBits = 1000;
    EXPECT_EQ(roomOf(), Count{123}) << "nobody is left to share it";
    level.operandCapacityBits.erase(Operand::input);
    EXPECT_EQ(roomOf(), Count{1023});
}

Accelerator twoLevels() {
    auto levels = std::vector{test::level("DRAM", std::nullopt), test::level("Buffer", std::nullopt)};
    levels[0].readBitsPerCycle = 16;
    levels[0].writeBitsPerCycle = 16;
    return test::machine(levels);
}

TEST(MappingTips, TermsOfTheCyclesAddUpWithALastPassThatIsSmaller) {
    const auto accelerator = twoLevels();
    for (const Count pass : {16, 7, 5}) {
        const auto one = planned(accelerator, pass);
        ASSERT_TRUE(one.cost.isValid);
        const auto picture = mappingPicture(accelerator, one);
        double sum = picture.computeCycles;
        for (const auto& path : picture.paths) sum += path.cycles;
        EXPECT_DOUBLE_EQ(sum, picture.cycles) << pass;
    }
}

TEST(MappingTips, GiveTheTermsOfTheCycles) {
    const auto accelerator = twoLevels();
    const auto one = planned(accelerator);
    ASSERT_TRUE(one.cost.isValid);
    const auto picture = mappingPicture(accelerator, one);
    const auto tip = tipOf(picture, Kind::compute, 0, 0);
    EXPECT_TRUE(tip.contains(QStringLiteral("48 of"))) << tip.toStdString();
    EXPECT_TRUE(tip.contains(QStringLiteral("until the first tiles are in (DRAM read port)"))) << tip.toStdString();
    EXPECT_TRUE(tip.contains(QStringLiteral("until the last results are out (DRAM write port)"))) << tip.toStdString();
}

} // namespace
} // namespace nestwright
