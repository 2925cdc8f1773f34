// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/hash.h"
#include "core/base/message.h"
#include "core/base/result.h"

#include <gtest/gtest.h>

#include <limits>

namespace nestwright {
namespace {

TEST(Message, PutsArgumentsWhereTheirNumberStands) {
    const auto text = message(NW_TEXT("t", "%2 of %1 (%3 %4)"), "level", 7, 0.25).text();
    EXPECT_EQ(text, "7 of level (0.25 %4)");
}

TEST(Message, LeavesAPercentSignAlone) { EXPECT_EQ(message(NW_TEXT("t", "100 % of %1"), "it").text(), "100 % of it"); }

TEST(Error, NamesPlaceAndRemedy) {
    const Error error{
        ErrorKind::input, message(NW_TEXT("t", "bad")), {"a.json", 3, 5}, message(NW_TEXT("r", "mend it"))};
    EXPECT_EQ(error.text(), "a.json:3:5: bad\nmend it");
}

TEST(Checked, SeesOverflow) {
    constexpr Count big = std::numeric_limits<Count>::max();
    EXPECT_EQ(checkedMultiply(big / 2, 2), big - 1);
    EXPECT_FALSE(checkedMultiply(big, 2));
    EXPECT_FALSE(checkedAdd(big, 1));
}

TEST(Hash, MatchesThePublishedVector) {
    EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

} // namespace
} // namespace nestwright
