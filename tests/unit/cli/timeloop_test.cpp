// SPDX-License-Identifier: GPL-3.0-or-later
// Timeloop's files through the command line: evaluate, convert, map, and files that nobody should be hurt by.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_cli.h"
#include <filesystem>

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

TEST(CliTimeloop, SaysWhatItsCountsMean) {
    const auto file = dataFile("tree.yaml");
    const auto run = runCli({"evaluate", "--arch", file, "--problem", file, "--mapping", file});
    EXPECT_THAT(run.output, HasSubstr("words per utilised instance"));
    EXPECT_THAT(run.output, HasSubstr("the first of each element reads nothing"));
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

TEST(CliTimeloop, AProblemIsAModelOfOneOperator) {
    const auto file = dataFile("tree.yaml");
    const auto inspected = runCli({"inspect", file, "--batch", "4", "--json"});
    ASSERT_EQ(inspected.status, 0) << inspected.errors;
    EXPECT_EQ(inspected.json()["totals"]["macs"], 61 * 64 * 32);
    EXPECT_EQ(inspected.json()["operators"].at(0)["layer_type"], "gemm");
    EXPECT_THAT(inspected.errors, HasSubstr("fixed bounds"));
    const auto planned = runCli({"plan", file, "--arch", file, "--json"});
    ASSERT_EQ(planned.status, 0) << planned.errors;
    EXPECT_EQ(planned.json()["totals"]["macs"], 61 * 64 * 32);
}

TEST(CliTimeloop, WarningsOfDescriptionsReachEveryCommand) {
    const auto file = dataFile("nodes.yaml");
    const TemporaryFolder folder;
    const auto planned = runCli({"plan", "resnet50", "--arch", file, "--json"});
    EXPECT_THAT(planned.errors, HasSubstr("nodes.yaml:3:1: warning: There is no energy table"));
    EXPECT_THAT(planned.json()["warnings"].dump(), HasSubstr("There is no energy table"));
    const auto constrained = runCli({"plan", dataFile("tree.yaml"), "--arch", dataFile("tree.yaml")});
    EXPECT_THAT(constrained.errors, HasSubstr("tree.yaml:51:1: warning: The constraints aren't used here"));
    const auto report = folder.path("report.md");
    const auto reported = runCli({"report", dataFile("tree.yaml"), "--arch", file, "-o", report});
    ASSERT_EQ(reported.status, 0) << reported.errors;
    EXPECT_THAT(reported.errors, HasSubstr("There is no energy table"));
    EXPECT_THAT(fileContent(report), HasSubstr("There is no energy table"));
}

/// Every loop of the mapping over a dim in a spatial or temporal block.
nlohmann::json loopsOf(const nlohmann::json& result, bool isSpatial, const std::string& dim) {
    auto loops = nlohmann::json::array();
    for (const auto& node : result["mapping"]["nodes"]) {
        if (node.contains("loop") && node["loop"] == dim && node.contains("below") == isSpatial) loops.push_back(node);
    }
    return loops;
}

TEST(CliTimeloop, ConstraintsBoundTheSearch) {
    const TemporaryFolder folder;
    const auto file = dataFile("tree.yaml");
    const auto rules = folder.write("rules.yaml", R"(
mapspace_constraints:
- {target: DRAM, type: temporal, factors: "M=1 K=1", permutation: NMK}
- {target: GLB, type: spatial, factors: "N=4", no_reuse: [A]}
- {target: RF, type: bypass, bypass: [A]}
)");
    const auto run = runCli({"map", file, "--arch", file, "--constraints", rules, "--factors", "imperfect", "--json"});
    ASSERT_EQ(run.status, 0) << run.errors;
    const auto result = run.json()["results"].at(0);
    EXPECT_TRUE(loopsOf(result, true, "K").empty()) << "the description itself says so";
    ASSERT_EQ(loopsOf(result, true, "N").size(), 1U);
    EXPECT_EQ(loopsOf(result, true, "N")[0]["bound"], 4);
    for (const auto& node : result["mapping"]["nodes"]) {
        EXPECT_FALSE(node.contains("keep") && node["keep"] == "A" && node["in"] == "RF") << node;
    }
    EXPECT_THAT(result["mapping"].dump(), HasSubstr("no_multicast"));

    const auto hopeless = folder.write("hopeless.yaml", "constraints: {targets: [{target: GLB, type: spatial, "
                                                        "factors: M=8 N=16}]}\n");
    const auto refused = runCli({"map", file, "--arch", file, "--constraints", hopeless, "--factors", "imperfect"});
    EXPECT_EQ(refused.status, 1) << refused.errors;
    EXPECT_THAT(refused.errors, HasSubstr("No factors of N = 64 meet the constraints: spatial GLB N=16"));
    const auto wrong = folder.write("wrong.yaml", "constraints: [{target: GLB, type: temporal, factors: Y=2}]\n");
    EXPECT_EQ(runCli({"map", file, "--arch", file, "--constraints", wrong}).status, 3);
    const auto native = runCli({"map", file, "--arch", file, "--constraints", folder.write("rules.json", "{}")});
    EXPECT_THAT(native.errors, HasSubstr("Constraints are read from YAML files"));
    const auto other = runCli({"map", "llama3-8b", "--operator", "lm_head", "--arch", file, "--nodes", "100"});
    EXPECT_THAT(other.errors, testing::Not(HasSubstr("Internal")));
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

TEST(CliTimeloop, JoinsFilesAndNamesTheOneThatIsMissing) {
    const auto run = runCli(
        {"evaluate", "--arch", dataFile("tree.yaml") + "+none.yaml", "--problem", "p.yaml", "--mapping", "m.yaml"});
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.errors, HasSubstr("none.yaml: There is no such file"));
}

} // namespace
} // namespace nestwright::test
