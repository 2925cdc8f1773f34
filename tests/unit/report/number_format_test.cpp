// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/writers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace nestwright::report {
namespace {

std::string format(double value, NumberStyle style, const std::string& unit = {}) {
    return formatNumber(Number{value, style, {}, unit});
}

TEST(NumberFormat, KeepsThreeSignificantDigits) {
    EXPECT_EQ(format(1.23456, NumberStyle::real), "1.23");
    EXPECT_EQ(format(12.3456, NumberStyle::real), "12.3");
    EXPECT_EQ(format(123.456, NumberStyle::real), "123");
    EXPECT_EQ(format(0.00123456, NumberStyle::real), "0.00123");
    EXPECT_EQ(format(0, NumberStyle::real), "0");
    EXPECT_EQ(format(-2.5, NumberStyle::real), "\u22122.50");
}

TEST(NumberFormat, GroupsLongWholeNumbers) {
    EXPECT_EQ(format(1979, NumberStyle::integer), "1,979");
    EXPECT_EQ(format(1234567, NumberStyle::integer), "1,234,567");
}

TEST(NumberFormat, NeverGivesMoreThanFourDigits) {
    EXPECT_EQ(format(1979.4, NumberStyle::real), "1,979");
    EXPECT_EQ(format(123456, NumberStyle::real), "123,500");
    const Column watts{"power_w", {}, "W", true, 1};
    EXPECT_EQ(formatNumber(Number{74.4502, NumberStyle::real}, &watts), "74.5");
    EXPECT_EQ(formatNumber(Number{0.0512, NumberStyle::real}, &watts), "0.0512");
}

/// Nobody counts in thousandths of a sample or in kilosamples.
TEST(NumberFormat, CountsSamplesAndTokensWithoutPrefixes) {
    EXPECT_EQ(format(0.0712, NumberStyle::rate, "samples"), "0.0712\u00a0samples/s");
    EXPECT_EQ(format(12345678, NumberStyle::rate, "tokens"), "12,350,000\u00a0tokens/s");
    EXPECT_EQ(format(3.21, NumberStyle::perJoule, "tokens"), "3.21\u00a0tokens/J");
    EXPECT_EQ(format(0.0484, NumberStyle::perJoule, "samples"), "48.4\u00a0samples/kJ");
    EXPECT_EQ(format(0.000944, NumberStyle::perJoule, "tokens"), "944\u00a0tokens/MJ");
    EXPECT_EQ(format(0, NumberStyle::perJoule, "tokens"), "0\u00a0tokens/J");
}

TEST(NumberFormat, ChoosesPrefixesAfterRounding) {
    EXPECT_EQ(format(4.12e-3, NumberStyle::seconds), "4.12\u00a0ms");
    EXPECT_EQ(format(999.7e-6, NumberStyle::seconds), "1.00\u00a0ms");
    EXPECT_EQ(format(2.2e-6, NumberStyle::seconds), "2.20\u00a0\u00b5s");
    EXPECT_EQ(format(25690112, NumberStyle::bytes), "24.5\u00a0MiB");
    EXPECT_EQ(format(700, NumberStyle::power), "700\u00a0W");
    EXPECT_EQ(format(0.051, NumberStyle::energy), "51.0\u00a0mJ");
    EXPECT_EQ(format(0, NumberStyle::energy), "0\u00a0J");
    EXPECT_EQ(format(4.09e9, NumberStyle::real, "MAC"), "4.09\u00a0GMAC");
    EXPECT_EQ(format(345.6, NumberStyle::rate, "samples"), "346\u00a0samples/s");
}

TEST(NumberFormat, WritesFractionsAsPercent) {
    EXPECT_EQ(format(0.38, NumberStyle::percent), "38.0\u00a0%");
    EXPECT_EQ(format(1, NumberStyle::percent), "100\u00a0%");
    EXPECT_EQ(format(0.0001, NumberStyle::percent), "<\u202f0.1\u00a0%");
    EXPECT_EQ(format(0, NumberStyle::percent), "0\u00a0%");
}

TEST(NumberFormat, WritesADashForNothingAndForWhatIsNoNumber) {
    EXPECT_EQ(formatNumber(Number{}), "\u2013");
    EXPECT_EQ(format(std::numeric_limits<double>::quiet_NaN(), NumberStyle::real), "\u2013");
    EXPECT_EQ(format(std::numeric_limits<double>::infinity(), NumberStyle::seconds), "\u2013");
}

TEST(NumberFormat, LeavesTheUnitToTheColumn) {
    const Column milliseconds{"seconds", {}, "ms", true, 1e3};
    EXPECT_EQ(formatNumber(Number{0.01284, NumberStyle::real}, &milliseconds), "12.8");
    const Column percent{"share", {}, "%", true, 1};
    EXPECT_EQ(formatNumber(Number{0.603, NumberStyle::percent}, &percent), "60.3");
}

} // namespace
} // namespace nestwright::report
