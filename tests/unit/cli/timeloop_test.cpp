// SPDX-License-Identifier: GPL-3.0-or-later
// Timeloop's files through the command line: evaluate, convert, map, and files that nobody should be hurt by.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_cli.h"
#include <chrono>
#include <filesystem>
#include <fstream>

namespace nestwright::test {
namespace {

using testing::HasSubstr;

std::string dataFile(const std::string& name) { return std::string(NESTWRIGHT_TEST_DATA) + "/timeloop/" + name; }

CliRun evaluateAll(const std::string& file) {
    return runCli({"evaluate", "--arch", file, "--problem", file, "--mapping", file, "--rules", "timeloop", "--json"});
}

TEST(CliTimeloop, EvaluatesEveryDialect) {
    for (const auto* name : {"tree.yaml", "nodes.yaml", "oldest.yaml"}) {
        const auto run = evaluateAll(dataFile(name));
        EXPECT_EQ(run.status, 0) << name << run.errors;
        const auto json = run.json();
        EXPECT_EQ(json["valid"], true) << name;
        EXPECT_GT(json["bound_cycles"].get<double>(), 0) << name;
    }
}

TEST(CliTimeloop, FoldsArraysAway) {
    const auto json = evaluateAll(dataFile("nodes.yaml")).json();
    std::vector<std::string> names;
    for (const auto& level : json["levels"]) names.push_back(level["name"]);
    EXPECT_THAT(names, testing::ElementsAre("DRAM", "shared_glb", "ifmap_spad", "weights_spad", "psum_spad"));
}

TEST(CliTimeloop, WarnsOfWhatItLeavesOut) {
    const auto run = evaluateAll(dataFile("nodes.yaml"));
    EXPECT_THAT(run.errors, HasSubstr("nodes.yaml:3:1: warning: There is no energy table"));
}

TEST(CliTimeloop, AnInvalidMappingIsANegativeAnswerWithItsLine) {
    const TemporaryFolder folder;
    std::string text = fileContent(dataFile("oldest.yaml"));
    text.replace(text.find("R=3 S=3"), 3, "R=4");
    const auto run = evaluateAll(folder.write("m.yaml", text));
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.json()["valid"], false);
    EXPECT_THAT(run.errors, HasSubstr("m.yaml:12:"));
    EXPECT_THAT(run.errors, HasSubstr("R multiply to 4; its bound is 3"));
}

TEST(CliTimeloop, ConvertsBothWaysWithoutChangingAFigure) {
    const TemporaryFolder folder;
    for (const auto* name : {"tree.yaml", "nodes.yaml", "oldest.yaml"}) {
        const auto file = dataFile(name);
        const auto was = evaluateAll(file).json();
        std::vector<std::string> call = {"evaluate", "--rules", "timeloop", "--json"};
        for (const auto* part : {"arch", "problem", "mapping"}) {
            const auto native = folder.path(std::string(part) + ".json");
            const auto yaml = folder.path(std::string(part) + ".yaml");
            ASSERT_EQ(runCli({"convert", file, "--part", part, "--arch", file, "--problem", file, "-o", native}).status,
                      0);
            const auto archOf = part == std::string("mapping") ? folder.path("arch.json") : native;
            ASSERT_EQ(
                runCli({"convert", native, "--arch", archOf, "--problem", folder.path("problem.json"), "-o", yaml})
                    .status,
                0)
                << name << part;
            call.insert(call.end(), {std::string("--") + part, yaml});
        }
        auto is = runCli(call).json();
        EXPECT_EQ(is["levels"], was["levels"]) << name;
        EXPECT_EQ(is["bound_cycles"], was["bound_cycles"]) << name;
        EXPECT_EQ(is["energy_pj"], was["energy_pj"]) << name;
        EXPECT_EQ(is["area_mm2"], was["area_mm2"]) << name;
    }
}

TEST(CliTimeloop, MapsAProblemAndWritesTheNest) {
    const TemporaryFolder folder;
    const auto file = dataFile("oldest.yaml");
    const auto run =
        runCli({"map", file, "--arch", file, "--nodes", "200", "--as", "timeloop", "-o", folder.path("out")});
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr("oldest.yaml:9:1: warning: The mapping isn't used"));
    std::string written;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path("out"))) written = entry.path().string();
    ASSERT_THAT(written, testing::EndsWith(".yaml"));
    const auto again = runCli({"evaluate", "--arch", file, "--problem", file, "--mapping", written, "--json"});
    EXPECT_EQ(again.status, 0) << again.errors << fileContent(written);
}

/// A count above 2^64 is a double; nothing wraps round.
TEST(CliTimeloop, CountsBeyond64BitsStayRight) {
    const auto file = std::string(NESTWRIGHT_TEST_DATA) + "/cases/B41/gemm_3e6_cubed.yaml";
    const auto run = runCli({"map", file, "--arch", file, "--nodes", "200", "--json"});
    ASSERT_EQ(run.status, 0) << run.errors;
    const auto cost = run.json()["results"].at(0)["cost"];
    EXPECT_EQ(cost["macs"].get<double>(), 2.7e19);
    EXPECT_GE(cost["cycles"].get<double>(), 2.7e19 / 256);
    for (const auto& level : cost["levels"]) {
        for (const auto& tensor : level["tensors"]) EXPECT_GE(tensor["reads"].get<double>(), 0);
    }
}

/// A level that no table prices costs nothing, and that is said.
TEST(CliTimeloop, SaysWhichEnergiesAreMissing) {
    const TemporaryFolder folder;
    std::string text = fileContent(dataFile("tree.yaml"));
    const auto priced = evaluateAll(folder.write("priced.yaml", text));
    ASSERT_EQ(priced.status, 0) << priced.errors;
    EXPECT_THAT(priced.errors, testing::Not(HasSubstr("energy")));
    const auto entry = text.find("  - name: system.chip.PE[0..63].RF");
    text.erase(entry, text.find("  - name: system.chip.GLB") - entry);
    const auto run = evaluateAll(folder.write("unpriced.yaml", text));
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr("no entry for RF"));
    EXPECT_LT(run.json()["energy_pj"].get<double>(), priced.json()["energy_pj"].get<double>());
}

/// Each is an error with a reason, at once.
TEST(CliTimeloop, HostileFilesAreErrors) {
    const TemporaryFolder folder;
    std::string bomb = "architecture: &a0 [x]\n";
    for (int i = 1; i < 30; ++i) {
        const auto last = "*a" + std::to_string(i - 1);
        bomb += "b" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last + ", " + last + "]\n";
    }
    std::string deepMap = "architecture: ";
    for (int i = 0; i < 10'000; ++i) deepMap += "{a: ";
    const auto zeros = folder.path("zeros.yaml");
    std::ofstream(zeros).close();
    std::filesystem::resize_file(zeros, std::uintmax_t{1} << 30U);
    const std::pair<std::string, std::string> files[] = {
        {folder.write("bomb.yaml", bomb), "aliases"},
        {folder.write("deep.yaml", std::string(10'000, '[')), "nest deeper"},
        {folder.write("deep_map.yaml", deepMap), "nest deeper"},
        {zeros, "larger than"},
        {folder.write("tab.yaml", "architecture:\n\tnodes: []\n"), "tab"},
        {folder.write("latin.yaml", "architecture: \xE4\n"), "UTF-8"},
        {folder.write("two.yaml", "architecture: {}\n---\nproblem: {}\n"), "second document"},
        {folder.path("missing.yaml"), "no such file"}};
    for (const auto& [file, reason] : files) {
        const auto start = std::chrono::steady_clock::now();
        const auto run = runCli({"map", file, "--arch", file});
        EXPECT_EQ(run.status, 3) << file << run.errors;
        EXPECT_THAT(run.errors, HasSubstr(reason)) << file;
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5)) << file;
    }
}

TEST(CliTimeloop, JoinsFilesAndNamesTheOneThatIsMissing) {
    const auto run = runCli(
        {"evaluate", "--arch", dataFile("tree.yaml") + "+none.yaml", "--problem", "p.yaml", "--mapping", "m.yaml"});
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.errors, HasSubstr("none.yaml: There is no such file"));
}

} // namespace
} // namespace nestwright::test
