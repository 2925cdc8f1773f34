// SPDX-License-Identifier: GPL-3.0-or-later
// Field reports about mappers, as the command line answers them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_cli.h"
#include <filesystem>

using nlohmann::json;
using testing::HasSubstr;

namespace nestwright::test {
namespace {

std::string caseFile(const std::string& name) { return std::string(NESTWRIGHT_TEST_DATA) + "/cases/" + name; }

constexpr const char* kMachine = R"(
architecture:
  version: 0.3
  subtree:
    - name: system
      local:
        - {name: DRAM, class: DRAM, attributes: {width: 64, word-bits: 16}}
      subtree:
        - name: chip
          local:
            - {name: GLB, class: SRAM, attributes: {depth: 65536, width: 16, word-bits: 16}}
          subtree:
            - name: PE[0..15]
              local:
                - {name: RF, class: regfile, attributes: {depth: 64, width: 16, word-bits: 16}}
                - {name: MAC, class: intmac, attributes: {datawidth: 16}}
)";

std::string gemmOf(int m, int n, int k) {
    return "problem:\n  shape:\n    name: gemm\n    dimensions: [M, N, K]\n    data-spaces:\n"
           "      - {name: A, projection: [[[M]], [[K]]]}\n      - {name: B, projection: [[[K]], [[N]]]}\n"
           "      - {name: Z, projection: [[[M]], [[N]]], read-write: true}\n  instance: {M: " +
           std::to_string(m) + ", N: " + std::to_string(n) + ", K: " + std::to_string(k) + "}\n";
}

class MapperCases : public testing::Test {
protected:
    /// Maps, writes the mapping, and evaluates what was written.
    void mapAndReadBack(const std::string& problem, const std::vector<std::string>& options,
                        const std::string& extension) {
        std::vector<std::string> arguments = {"map", problem, "--arch", m_machine, "--quiet", "--json", "-o", m_out};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const auto mapped = runCli(arguments);
        ASSERT_EQ(mapped.status, 0) << mapped.errors;
        const json cost = mapped.json()["results"].at(0)["cost"];
        std::string file;
        for (const auto& entry : std::filesystem::directory_iterator(m_out)) {
            if (entry.path().extension() == extension) file = entry.path();
        }
        const auto again =
            runCli({"evaluate", "--arch", m_machine, "--problem", problem, "--mapping", file, "--quiet", "--json"});
        ASSERT_EQ(again.status, 0) << again.errors;
        for (const char* figure : {"energy_pj", "cycles", "bound_cycles"})
            EXPECT_EQ(again.json()[figure], cost[figure]) << figure;
        std::filesystem::remove_all(m_out);
    }

    TemporaryFolder m_folder;
    std::string m_machine = m_folder.write("machine.yaml", kMachine);
    std::string m_out = m_folder.path("out");
};

/// A dim of 6144 with imperfect factors, without a list of them all; the same on any number of threads.
TEST_F(MapperCases, LargeDimsNeedLittleMemory) {
    const auto file = caseFile("C08/large_dim_6144.yaml");
    const json expected = json::parse(fileContent(caseFile("C08/expected.json")))["large_dim_6144.yaml"];
    ASSERT_EQ(expected["result"], "ok");
    const auto run = [&](const char* threads) {
        return runCli({"map", file, "--arch", file, "--factors", "imperfect", "--threads", threads, "--json"});
    };
    const auto one = run("1");
    const auto two = run("2");
    ASSERT_EQ(one.status + two.status, 0) << one.errors << two.errors;
    EXPECT_EQ(one.json()["results"].at(0)["mapping"], two.json()["results"].at(0)["mapping"]);
}

TEST_F(MapperCases, TooLargeAProductOffersTheImperfectForm) {
    const auto file = caseFile("C12/product_of_factors_too_large.yaml");
    const auto run = runCli({"evaluate", "--arch", file, "--problem", file, "--mapping", file});
    EXPECT_EQ(run.status, 1);
    const json expected = json::parse(fileContent(caseFile("C12/expected.json")))["product_of_factors_too_large.yaml"];
    for (const std::string mention : expected["message_must_mention"]) EXPECT_THAT(run.errors, HasSubstr(mention));
    EXPECT_THAT(run.errors, HasSubstr("product_of_factors_too_large.yaml:27"));
    EXPECT_THAT(run.errors, HasSubstr("M=4,3"));
}

/// What the mapper finds, the model reads again at the same cost: perfect or not, native or in Timeloop's form.
TEST_F(MapperCases, EveryResultCanBeSavedAndLoaded) {
    const auto perfect = m_folder.write("perfect.yaml", gemmOf(12, 20, 36));
    const auto prime = m_folder.write("prime.yaml", gemmOf(13, 19, 37));
    mapAndReadBack(perfect, {}, ".json");
    mapAndReadBack(perfect, {"--form", "uneven", "--objective", "energy"}, ".json");
    mapAndReadBack(prime, {"--factors", "imperfect"}, ".json");
    mapAndReadBack(perfect, {"--as", "timeloop"}, ".yaml");
    mapAndReadBack(prime, {"--factors", "imperfect", "--as", "timeloop"}, ".yaml");
}

/// All factors in the outermost level: the nest has its three loops.
TEST_F(MapperCases, FactorsInTheOutermostLevelAreLoops) {
    const auto problem = m_folder.write("problem.yaml", gemmOf(1024, 1024, 1024));
    const auto rules = m_folder.write("rules.yaml", "mapspace_constraints:\n- {target: DRAM, type: temporal, factors: "
                                                    "\"M=1024 N=1024 K=1024\"}\n");
    const auto run = runCli({"map", problem, "--arch", m_machine, "--constraints", rules, "--json"});
    ASSERT_EQ(run.status, 0) << run.errors;
    const json result = run.json()["results"].at(0);
    EXPECT_EQ(result["proof"]["optimal"], true) << "no other mapping meets the constraints";
    int loops = 0;
    for (const auto& node : result["mapping"]["nodes"]) {
        if (!node.contains("loop")) continue;
        ++loops;
        EXPECT_EQ(node["bound"], 1024);
        EXPECT_FALSE(node.contains("below"));
    }
    EXPECT_EQ(loops, 3);
}

/// A file that is empty, or another's, is refused before anything is evaluated.
TEST_F(MapperCases, UnsuitableMappingsAreRefused) {
    const auto problem = m_folder.write("problem.yaml", gemmOf(4, 4, 4));
    for (const char* text : {"", "mapping: []\n", "mapping: {}\n", "mapping: 7\n", "[]\n",
                             "mapping:\n- {target: Elsewhere, type: temporal, factors: M=4 N=4 K=4}\n",
                             "mapping:\n- {target: DRAM, type: temporal, factors: X=4}\n"}) {
        const auto mapping = m_folder.write("mapping.yaml", text);
        const auto run = runCli({"evaluate", "--arch", m_machine, "--problem", problem, "--mapping", mapping});
        EXPECT_TRUE(run.status == 1 || run.status == 3) << text << run.status << run.errors;
        EXPECT_THAT(run.errors, HasSubstr("mapping.yaml")) << text;
    }
}

TEST_F(MapperCases, AFileOfConstraintsWithoutAnyIsNamed) {
    const auto problem = m_folder.write("problem.yaml", gemmOf(4, 4, 4));
    const auto run = runCli({"map", problem, "--arch", m_machine, "--constraints", m_machine});
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr("There are no constraints in this file"));
}

} // namespace
} // namespace nestwright::test
