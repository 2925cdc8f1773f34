// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figure_text.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

TEST(FigureText, RatesBelowOneASecondHaveNoPrefix) {
    EXPECT_EQ(rateText(0.276, "samples/s"), "0.276 samples/s");
    EXPECT_EQ(rateText(0.9996, "samples/s"), "1.00 samples/s");
    EXPECT_EQ(rateText(1930, "samples/s"), "1.93 ksamples/s");
    EXPECT_EQ(rateText(2.5e-7, "samples/s"), "2.5e-07 samples/s");
    EXPECT_EQ(rateText(0, "samples/s"), "0 samples/s");
}

TEST(FigureText, MillionthsAreWrittenAsInMessages) { EXPECT_EQ(siText(3.8e-6, "s"), "3.80 µs"); }

} // namespace
} // namespace nestwright
