// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/presets.h"
#include "core/formats/files/open.h"
#include "core/formats/files/project_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_cli.h"

namespace nestwright::test {
namespace {

/// BERT for 8 tokens on two small machines, the second of which is shown.
std::string saveBert(const TemporaryFolder& folder) {
    Bindings bindings;
    bindings.sequence = 8;
    auto graph = openWorkload("bert-base", bindings, {});
    EXPECT_TRUE(graph);
    Project project;
    project.workload = "bert-base";
    project.bindings = bindings;
    project.graph = std::make_shared<const Graph>(std::move(*graph));
    project.accelerators = {{"h100-sxm", *preset("h100-sxm")}, {"a100-80-sxm", *preset("a100-80-sxm")}};
    project.currentAccelerator = "a100-80-sxm";
    project.plan.format = DataType::int8;
    auto path = folder.path("bert.nestwright");
    EXPECT_TRUE(saveProject(path, project));
    return path;
}

TEST(CliProject, PlansWhatItHolds) {
    const TemporaryFolder folder;
    const auto path = saveBert(folder);
    const auto asItIs = runCli({"plan", path, "--json"});
    ASSERT_EQ(asItIs.status, 0) << asItIs.errors;
    EXPECT_EQ(asItIs.json()["accelerator"], "a100-80-sxm");
    EXPECT_EQ(asItIs.json()["format"], "int8");
    const auto same =
        runCli({"plan", "bert-base", "--seq", "8", "--arch", "a100-80-sxm", "--format", "int8", "--json"});
    EXPECT_EQ(asItIs.json()["totals"], same.json()["totals"]);

    const auto other = runCli({"plan", path, "--arch", "h100-sxm", "--format", "bf16", "--seq", "16", "--json"});
    ASSERT_EQ(other.status, 0) << other.errors;
    EXPECT_EQ(other.json()["accelerator"], "h100-sxm");
    EXPECT_EQ(other.json()["format"], "bf16");
    EXPECT_GT(other.json()["totals"]["macs"], same.json()["totals"]["macs"]);
}

TEST(CliProject, InspectsAndReportsIt) {
    const TemporaryFolder folder;
    const auto path = saveBert(folder);
    const auto inspected = runCli({"inspect", path, "--json"});
    ASSERT_EQ(inspected.status, 0) << inspected.errors;
    const auto direct = runCli({"inspect", "bert-base", "--seq", "8", "--json"});
    EXPECT_EQ(inspected.json()["totals"], direct.json()["totals"]);

    const auto report = folder.path("r.md");
    ASSERT_EQ(runCli({"report", path, "-o", report}).status, 0);
    const auto text = fileContent(report);
    EXPECT_THAT(text, testing::HasSubstr("H100"));
    EXPECT_THAT(text, testing::HasSubstr("A100"));
}

TEST(CliProject, ReportsWithoutTheSectionsThatItLeavesOut) {
    const TemporaryFolder folder;
    const auto path = saveBert(folder);
    auto project = openProject(path);
    ASSERT_TRUE(project);
    project->leftOutSections = {"glossary", "evidence-matrix"};
    ASSERT_TRUE(saveProject(path, *project));
    const auto sectionsOf = [&](const std::vector<std::string>& options) {
        const auto report = folder.path("r.json");
        std::vector<std::string> arguments{"report", path, "-o", report};
        arguments.insert(arguments.end(), options.begin(), options.end());
        EXPECT_EQ(runCli(arguments).status, 0);
        std::vector<std::string> ids;
        const auto document = nlohmann::json::parse(fileContent(report));
        for (const auto& section : document["sections"]) ids.push_back(section["id"]);
        return ids;
    };
    const auto kept = sectionsOf({});
    EXPECT_THAT(kept, testing::Contains("summary"));
    EXPECT_THAT(kept, testing::Contains("comparison"));
    EXPECT_THAT(kept, testing::Not(testing::Contains("glossary")));
    EXPECT_THAT(kept, testing::Not(testing::Contains("evidence-matrix")));
    EXPECT_THAT(sectionsOf({"--section", "glossary"}), testing::ElementsAre("glossary"));
    const auto one = sectionsOf({"--arch", "h100-sxm"});
    EXPECT_THAT(one, testing::Not(testing::Contains("comparison")));
    EXPECT_THAT(one, testing::Not(testing::Contains("glossary")));
}

TEST(CliProject, TellsAPresetFromAnEditedCopy) {
    const TemporaryFolder folder;
    const auto path = saveBert(folder);
    auto project = openProject(path);
    ASSERT_TRUE(project);
    project->accelerators[1].origin = "/home/me/mine.json";
    ASSERT_TRUE(saveProject(path, *project));
    const auto report = folder.path("r.md");
    ASSERT_EQ(runCli({"report", path, "-o", report}).status, 0);
    // The machine that the project shows comes first, and is known by its file.
    EXPECT_THAT(fileContent(report), testing::HasSubstr("A100 SXM4 80GB (mine.json) and NVIDIA H100"));
}

TEST(CliProject, SaysWhatIsWrongWithOne) {
    const TemporaryFolder folder;
    const auto broken = folder.write("broken.nestwright", "{\n  \"schema\": \"nestwright.project/9\"\n}\n");
    const auto newer = runCli({"inspect", broken});
    EXPECT_EQ(newer.status, 3);
    EXPECT_THAT(newer.errors, testing::HasSubstr("broken.nestwright:2:3: The project was saved by a newer"));
    EXPECT_EQ(runCli({"plan", folder.path("none.nestwright")}).status, 3);
    const auto without = runCli({"plan", "bert-base"});
    EXPECT_EQ(without.status, 2);
    EXPECT_THAT(without.errors, testing::HasSubstr("--arch"));
}

} // namespace
} // namespace nestwright::test
