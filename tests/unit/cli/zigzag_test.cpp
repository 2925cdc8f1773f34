// SPDX-License-Identifier: GPL-3.0-or-later
// ZigZag's files through the command line: evaluate, map, plan, inspect, convert.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_cli.h"
#include <cstdlib>
#include <filesystem>

namespace nestwright::test {
namespace {

using testing::HasSubstr;

std::string dataFile(const std::string& name) { return std::string(NESTWRIGHT_TEST_DATA) + "/zigzag/" + name; }

CliRun evaluateFiles(const std::string& hardware, const std::string& workload, const std::string& mapping) {
    return runCli({"evaluate", "--arch", hardware, "--problem", workload, "--mapping", mapping, "--json"});
}

TEST(CliZigzag, EvaluatesAMappingOfItsOwn) {
    const auto run = evaluateFiles(dataFile("hardware.yaml"), dataFile("gemm.yaml"), dataFile("mapping.yaml"));
    EXPECT_EQ(run.status, 0) << run.errors;
    const auto json = run.json();
    EXPECT_EQ(json["valid"], true);
    EXPECT_EQ(json["macs"], 6 * 8 * 16);
    EXPECT_EQ(json["compute_cycles"], 24);
    EXPECT_THAT(run.errors, HasSubstr("hardware.yaml:9:5: warning: Latencies of memories left out: 4"));
}

TEST(CliZigzag, InspectsPlansAndMapsAllLayers) {
    const auto inspected = runCli({"inspect", dataFile("workload.yaml"), "--json"}).json();
    EXPECT_EQ(inspected["format"], "zigzag");
    EXPECT_EQ(inspected["totals"]["macs"], 8 * 16 * 36 * 9 + 2 * 12 * 288);
    EXPECT_EQ(inspected["operators"][0]["layer_type"], "conv");
    EXPECT_EQ(inspected["operators"][1]["inputs"][0]["shape"], (nlohmann::json{1, 8, 6, 6}));
    const auto mapped =
        runCli({"map", dataFile("workload.yaml"), "--arch", dataFile("hardware.yaml"), "--nodes", "200", "--json"});
    EXPECT_EQ(mapped.status, 0) << mapped.errors;
    EXPECT_EQ(mapped.json()["results"].size(), 2U);
    const auto planned = runCli({"plan", dataFile("workload.yaml"), "--arch", dataFile("hardware.yaml"), "--json"});
    EXPECT_EQ(planned.status, 0) << planned.errors;
    EXPECT_EQ(planned.json()["operators"].size(), 2U);
}

TEST(CliZigzag, AMappingConstrainsASearch) {
    const auto run = runCli({"map", dataFile("gemm.yaml"), "--arch", dataFile("hardware.yaml"), "--constraints",
                             dataFile("mapping.yaml"), "--nodes", "500", "--json"});
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.json()["results"][0]["cost"]["compute_cycles"], 24);
    EXPECT_THAT(run.errors, HasSubstr("mapping.yaml:6:7: warning: The temporal_ordering is left out"));
}

TEST(CliZigzag, ConvertsToNativeFilesWithoutChangingAFigure) {
    const TemporaryFolder folder;
    const auto hardware = folder.path("hardware.json");
    const auto problem = folder.path("problem.json");
    const auto mapping = folder.path("mapping.json");
    EXPECT_EQ(runCli({"convert", dataFile("hardware.yaml"), "-o", hardware}).status, 0);
    EXPECT_EQ(runCli({"convert", dataFile("gemm.yaml"), "-o", problem}).status, 0);
    EXPECT_EQ(
        runCli({"convert", dataFile("mapping.yaml"), "--arch", hardware, "--problem", problem, "-o", mapping}).status,
        0);
    const auto was = evaluateFiles(dataFile("hardware.yaml"), dataFile("gemm.yaml"), dataFile("mapping.yaml"));
    EXPECT_EQ(evaluateFiles(hardware, problem, mapping).output, was.output);
}

TEST(CliZigzag, TheSameNestCountsTheSameInTimeloopsForm) {
    const TemporaryFolder folder;
    // With M outermost every operand is cut where the array begins, so that the nest has a form of Timeloop's.
    auto order = fileContent(dataFile("mapping.yaml"));
    const std::string rows = "    - [M, 6]\n    - [N, 2]\n";
    order.replace(order.find(rows), rows.size(), "    - [N, 2]\n    - [M, 6]\n");
    const auto mapping = folder.write("order.yaml", order);
    const auto here = [&](const char* name) { return folder.path(name); };
    ASSERT_EQ(runCli({"convert", dataFile("hardware.yaml"), "-o", here("a.yaml")}).status, 0);
    ASSERT_EQ(runCli({"convert", dataFile("gemm.yaml"), "-o", here("p.yaml")}).status, 0);
    const auto converted = runCli({"convert", mapping, "--arch", dataFile("hardware.yaml"), "--problem",
                                   dataFile("gemm.yaml"), "-o", here("m.yaml")});
    ASSERT_EQ(converted.status, 0) << converted.errors;
    const auto theirs = evaluateFiles(dataFile("hardware.yaml"), dataFile("gemm.yaml"), mapping).json();
    const auto ours = evaluateFiles(here("a.yaml"), here("p.yaml"), here("m.yaml"));
    ASSERT_EQ(ours.status, 0) << ours.errors;
    EXPECT_EQ(ours.json()["compute_cycles"], theirs["compute_cycles"]);
    ASSERT_EQ(theirs["levels"].size(), 4U);
    for (std::size_t l = 0; l < theirs["levels"].size(); ++l) {
        for (const auto& [tensor, counts] : theirs["levels"][l]["tensors"].items()) {
            for (const auto* key : {"kept", "tile_words", "reads", "fills", "updates", "temporal_reductions"}) {
                EXPECT_EQ(ours.json()["levels"][l]["tensors"][tensor][key], counts[key]) << l << tensor << key;
            }
        }
    }
}

TEST(CliZigzag, RefusesWhatItCantRead) {
    const TemporaryFolder folder;
    const auto several = evaluateFiles(dataFile("hardware.yaml"), dataFile("workload.yaml"), dataFile("mapping.yaml"));
    EXPECT_EQ(several.status, 3);
    EXPECT_THAT(several.errors, HasSubstr("workload.yaml: The workload has 2 layers; one is wanted"));
    auto text = fileContent(dataFile("hardware.yaml"));
    text.replace(text.find("bandwidth_max: 64"), 17, "bandwidth_max: .nan");
    const auto broken = runCli({"plan", dataFile("workload.yaml"), "--arch", folder.write("broken.yaml", text)});
    EXPECT_EQ(broken.status, 3);
    EXPECT_THAT(broken.errors, HasSubstr("broken.yaml:37:"));
    EXPECT_THAT(broken.errors, HasSubstr("bandwidth_max of buffer's w_port_1 must be a whole number"));
}

/// ZigZag's own files, which stay out of the repository.
TEST(CliZigzag, ReadsItsOwnInputs) {
    const char* reference = std::getenv("NESTWRIGHT_REFERENCE_DIR");
    if (reference == nullptr) GTEST_SKIP() << "NESTWRIGHT_REFERENCE_DIR isn't set";
    const auto folder = std::filesystem::path(reference) / "reference" / "zigzag" / "inputs";
    const auto workload = (folder / "workload_gemm_layer.yaml").string();
    int hardware = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const auto name = entry.path().filename().string();
        if (name.rfind("hardware_", 0) != 0) continue;
        ++hardware;
        const auto run = runCli({"convert", entry.path().string()});
        EXPECT_EQ(run.status, 0) << run.errors;
    }
    EXPECT_EQ(hardware, 9);
    const auto run = evaluateFiles((folder / "hardware_gemm_l1_l3.yaml").string(), workload,
                                   (folder / "mapping_gemm_l1_l3.yaml").string());
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.json()["ideal_cycles"], 4096);
    EXPECT_EQ(run.json()["compute_cycles"], 4096);
}

} // namespace
} // namespace nestwright::test
