// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/run_metadata.h"
#include "app/base/shell_command.h"
#include "app/cli/json_output.h"
#include "app/cli/text_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

namespace nestwright::cli {
namespace {

TEST(JsonOutput, WritesNoFigureThatJsonDoesNotHave) {
    EXPECT_TRUE(number(std::numeric_limits<double>::quiet_NaN()).is_null());
    EXPECT_TRUE(number(std::numeric_limits<double>::infinity()).is_null());
    EXPECT_TRUE(number(std::optional<double>{}).is_null());
    EXPECT_EQ(number(0.25).dump(), "0.25");
}

TEST(JsonOutput, WritesWholeFiguresAsIntegersWhileTheyAreExact) {
    EXPECT_EQ(number(4089184256.0).dump(), "4089184256");
    EXPECT_EQ(number(-0.0).dump(), "0");
    EXPECT_TRUE(number(1e300).is_number_float());
}

TEST(JsonOutput, ReplacesBytesThatAreNoText) {
    EXPECT_EQ(jsonText(Json{{"name", "a\xff"}}), "{\n  \"name\": \"a\xEF\xBF\xBD\"\n}\n");
}

TEST(JsonOutput, AnInvalidMappingHasNoCosts) {
    Evaluation evaluation;
    evaluation.violations.push_back({"capacity", "GLB", "", Message{"", "too big", {}}, 12.0, 8.0});
    const Json json = evaluationJson(evaluation, gemmProblem(1, 2, 3, 4, 8, 32), {});
    EXPECT_EQ(json["valid"], false);
    EXPECT_EQ(json["violations"][0]["needed"], 12);
    EXPECT_TRUE(json["violations"][0]["tensor"].is_null());
    EXPECT_TRUE(json["energy_pj"].is_null());
    EXPECT_EQ(json["macs"], 24);
}

TEST(TextTable, AlignsByWidthInCharacters) {
    TextTable table({{"Name", kLeft}, {"Time", kRight}});
    table.addRow({"é", "1.00 ms"});
    table.addRow({"longer", "-"});
    EXPECT_EQ(table.text(), "Name       Time\n------  -------\né       1.00 ms\nlonger        -\n");
}

TEST(TextTable, WritesUnitsWithPrefixes) {
    EXPECT_EQ(siText(4.0892e9, "MAC"), "4.09 GMAC");
    EXPECT_EQ(siText(4089184256, "MAC", 4), "4.089 GMAC") << "decimal: 3.81 would be in units of 2^30";
    EXPECT_EQ(siText(99.996e9, "MAC", 4), "100.0 GMAC");
    EXPECT_EQ(siText(999.96e9, "MAC", 4), "1.000 TMAC");
    EXPECT_EQ(siText(0.0123, "s"), "12.3 ms");
    EXPECT_EQ(siText(0, "J"), "0 J");
    EXPECT_EQ(siText(999.7e-6, "s"), "1.00 ms");
    EXPECT_EQ(siText(5e-18, "J"), "0.01 fJ");
    EXPECT_EQ(siText(std::numeric_limits<double>::infinity(), "s"), "-");
    EXPECT_EQ(bytesText(24.5 * 1024 * 1024), "24.5 MiB");
    EXPECT_EQ(bytesText(80e9), "74.5 GiB") << "binary, and said so";
    EXPECT_EQ(bytesText(12), "12 B");
    EXPECT_EQ(percentText(0.3804), "38.0 %");
}

TEST(TextTable, ShortensNamesInTheMiddle) {
    EXPECT_EQ(shortened("short", 10), "short");
    EXPECT_EQ(shortened("layers.0.attention.q", 11), "layer…ion.q");
    EXPECT_EQ(shortened("ééééééé", 5), "éé…éé");
}

TEST(ShellCommand, QuotesWhatAShellWouldTakeApart) {
    EXPECT_EQ(app::shellCommand({"nestwright-cli", "plan", "my model.onnx", "it's", "", "a=1"}),
              "nestwright-cli plan 'my model.onnx' 'it'\\''s' '' a=1");
}

TEST(RunMetadata, HonoursTheEpochOfAReproducibleBuild) {
    setenv("SOURCE_DATE_EPOCH", "86400", 1);
    const auto metadata = app::runMetadata({"nestwright-cli", "report"}, 7);
    unsetenv("SOURCE_DATE_EPOCH");
    EXPECT_EQ(metadata.madeAt, "1970-01-02T00:00:00Z");
    EXPECT_EQ(metadata.command, "nestwright-cli report");
    EXPECT_EQ(metadata.seed, 7U);
    EXPECT_FALSE(metadata.commit.empty());
    EXPECT_FALSE(metadata.cpu.empty());
    EXPECT_THAT(app::runMetadata({}, 1).madeAt, testing::MatchesRegex("20[0-9-]+T[0-9:]+Z"));
}

} // namespace
} // namespace nestwright::cli
