// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_cli.h"

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

namespace nestwright::test {
namespace {

const std::vector<std::string> kCommands = {"inspect", "evaluate", "map",     "plan",
                                            "report",  "sweep",    "convert", "presets"};

TEST(CliUsage, HelpNamesEveryCommand) {
    const auto run = runCli({"--help"});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.errors, "");
    for (const auto& command : kCommands) EXPECT_THAT(run.output, HasSubstr(command));
}

TEST(CliUsage, EveryCommandHasHelpAndTheCommonOptions) {
    for (const auto& command : kCommands) {
        const auto run = runCli({command, "--help"});
        EXPECT_EQ(run.status, 0) << command;
        for (const char* option : {"--threads", "--seed", "--quiet", "--no-cache", "--json", "-o"}) {
            EXPECT_THAT(run.output, HasSubstr(option)) << command;
        }
    }
}

TEST(CliUsage, VersionTellsCommitCompilerAndLibraries) {
    const auto run = runCli({"--version"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.output, StartsWith("nestwright-cli "));
    EXPECT_THAT(run.output, AllOf(HasSubstr("\ncommit "), HasSubstr("\ncompiler "), HasSubstr("ONNX")));
}

TEST(CliUsage, AMissingOrUnknownCommandListsTheCommands) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{}, {"frobnicate"}, {"frobnicate", "x"}}) {
        const auto run = runCli(arguments);
        EXPECT_EQ(run.status, 2);
        EXPECT_EQ(run.output, "");
        for (const auto& command : kCommands) EXPECT_THAT(run.errors, HasSubstr(command));
    }
}

TEST(CliUsage, CommonOptionsMayStandBeforeTheCommand) {
    const auto run = runCli({"--json", "presets"});
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_TRUE(run.json().is_object());
}

TEST(CliUsage, WrongOptionsAreNamed) {
    EXPECT_THAT(runCli({"frobnicate"}).errors, HasSubstr("frobnicate"));
    const auto unknown = runCli({"plan", "resnet50", "--arch", "h100-sxm", "--frobnicate"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.errors, AllOf(HasSubstr("--frobnicate"), HasSubstr("plan --help")));
    EXPECT_EQ(runCli({"plan", "resnet50"}).status, 2); // --arch is missing
    EXPECT_EQ(runCli({"plan", "resnet50", "--arch", "h100-sxm", "--threads", "0"}).status, 2);
    EXPECT_EQ(runCli({"plan", "resnet50", "--arch", "h100-sxm", "--phase", "sometimes"}).status, 2);
    const auto symbol = runCli({"inspect", "resnet50", "--set", "batch=many"});
    EXPECT_EQ(symbol.status, 2);
    EXPECT_THAT(symbol.errors, HasSubstr("batch=many"));
    EXPECT_EQ(runCli({"plan", "resnet50", "--arch", "h100-sxm", "--format", "fp99"}).status, 2);
}

TEST(CliUsage, AnUnknownWorkloadOrAcceleratorIsAnInputError) {
    const auto workload = runCli({"inspect", "/nowhere/model.onnx", "--json"});
    EXPECT_EQ(workload.status, 3);
    EXPECT_EQ(workload.output, "");
    EXPECT_THAT(workload.errors, HasSubstr("/nowhere/model.onnx"));
    const auto accelerator = runCli({"plan", "resnet50", "--arch", "h100-sxn"});
    EXPECT_EQ(accelerator.status, 3);
    EXPECT_THAT(accelerator.errors, HasSubstr("h100-sxm"));
}

} // namespace
} // namespace nestwright::test
