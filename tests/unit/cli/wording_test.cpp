// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader of the README meets: texts that say what was done, and errors that say what to do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_cli.h"
#include <cstdlib>
#include <map>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

using nlohmann::json;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace nestwright::test {
namespace {

constexpr const char* kProblem = R"({
  "schema": "nestwright.problem/1", "name": "fc",
  "dims": [{"name": "M", "bound": 16}, {"name": "N", "bound": 32}, {"name": "K", "bound": 64}],
  "tensors": [
    {"name": "A", "operand": "input", "projection": [[{"dim": "M"}], [{"dim": "K"}]], "bits": 8},
    {"name": "B", "operand": "weight", "projection": [[{"dim": "K"}], [{"dim": "N"}]], "bits": 8},
    {"name": "C", "operand": "output", "projection": [[{"dim": "M"}], [{"dim": "N"}]], "bits": 8, "partial_bits": 32}]})";

void expectLinesWithin(const std::string& text, std::size_t width) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), width + 8) << line;
}

TEST(CliWording, PlanSaysWhatWasPlannedAndSplitsTheTime) {
    const auto run = runCli({"plan", "resnet50", "--arch", "h100-sxm", "--fusion", "auto"});
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_THAT(run.output, StartsWith("resnet50 on NVIDIA H100 SXM5 80GB\n"
                                       "Planned: batch 1, bf16, objective latency, fusion auto\n"));
    EXPECT_THAT(run.output, ContainsRegex("Time +useful [0-9.]+ %, diluted [0-9.]+ %, blocked [0-9.]+ %, delayed"));
    EXPECT_THAT(run.output, ContainsRegex("Bottleneck +Margin\n"));
    EXPECT_THAT(run.output, ContainsRegex("Overhead: kernel launch +[0-9.]+ %\n"));
    EXPECT_THAT(run.output, Not(HasSubstr("gap")));
}

TEST(CliWording, PlanJsonSaysWhatWasPlanned) {
    const auto decode = runCli(
        {"plan", "llama3-8b", "--arch", "h100-sxm", "--phase", "decode", "--past", "63", "--batch", "2", "--json"});
    ASSERT_EQ(decode.status, 0) << decode.errors;
    const json document = decode.json();
    EXPECT_EQ(document["batch"], 2);
    EXPECT_TRUE(document["seq"].is_null());
    EXPECT_EQ(document["phase"], "decode");
    EXPECT_EQ(document["past"], 63);
    EXPECT_EQ(document["objective"], "latency");
    EXPECT_EQ(document["fusion"], "none");
    EXPECT_EQ(document["accelerator"], "h100-sxm");
}

TEST(CliWording, AProblemOfNarrowTensorsIsNotCalledBf16Throughout) {
    const TemporaryFolder folder;
    const auto problem = folder.write("p.json", kProblem);
    const auto run = runCli({"plan", problem, "--arch", "h100-sxm"});
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_THAT(run.output, Not(HasSubstr("activations are in bf16")));
    EXPECT_THAT(run.output, HasSubstr("keep the bits"));
}

class CliCopy : public testing::Test {
protected:
    TemporaryFolder m_folder;
    std::string m_copy = m_folder.path("mine.json");

    void SetUp() override {
        json copy = runCli({"presets", "gemmini"}).json();
        copy["device"]["clock_mhz"] = 500;
        m_folder.write("mine.json", copy.dump());
    }
};

TEST_F(CliCopy, OfAPresetHasItsFileNameBesideItsName) {
    EXPECT_THAT(runCli({"plan", "resnet50", "--arch", m_copy}).output, HasSubstr(" (mine.json)\n"));
    EXPECT_THAT(runCli({"plan", "resnet50", "--arch", "gemmini"}).output, Not(HasSubstr("(mine.json)")));
    const auto file = m_folder.path("r.md");
    const auto run = runCli({"report", "resnet50", "--arch", "gemmini", "--arch", m_copy, "-o", file});
    ASSERT_EQ(run.status, 0) << run.errors;
    const auto report = fileContent(file);
    EXPECT_THAT(report, ContainsRegex("# resnet50 on [^\n]*gemmini\\\\?\\) and [^\n]*mine.json"));
}

TEST_F(CliCopy, DiffersInNumbers) {
    const auto run = runCli({"presets", "gemmini", "--against", m_copy, "--json"});
    ASSERT_EQ(run.status, 0) << run.errors;
    const json difference = run.json()["differences"].at(0);
    EXPECT_EQ(difference["figure"], "device.clock_mhz");
    EXPECT_TRUE(difference["first"].is_number());
    EXPECT_EQ(difference["second"], 500);
}

TEST(CliWording, TheSameAcceleratorTwiceIsTakenOnce) {
    const TemporaryFolder folder;
    const auto file = folder.path("r.json");
    const auto run = runCli({"report", "resnet50", "--arch", "gemmini", "--arch", "gemmini", "-o", file});
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr("--arch gemmini is given twice and taken once"));
    EXPECT_THAT(fileContent(file), Not(HasSubstr("\"comparison\"")));
}

TEST(CliWording, NumbersOutOfRangeSayWhatIsWanted) {
    for (const std::vector<std::string>& option :
         {std::vector<std::string>{"--nodes", "0"}, {"--time-limit", "abc"}, {"--time-limit", "-1"}}) {
        std::vector<std::string> arguments = {"map", "resnet50", "--arch", "gemmini"};
        arguments.insert(arguments.end(), option.begin(), option.end());
        const auto run = runCli(arguments);
        EXPECT_EQ(run.status, 2);
        EXPECT_THAT(run.errors, AllOf(HasSubstr(option[0]), HasSubstr("a number above 0")));
        EXPECT_LT(run.errors.size(), 200U);
    }
}

TEST(CliWording, AMistypedOptionIsNamedWithItsNeighbour) {
    const auto run = runCli({"plan", "resnet50", "--arhc", "h100-sxm"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.errors, AllOf(HasSubstr("no option --arhc"), HasSubstr("Did you mean --arch?")));
    EXPECT_THAT(runCli({"map", "resnet50", "--arhc=gemmini"}).errors, HasSubstr("Did you mean --arch"));
}

TEST(CliWording, PartOfAPresetsIdSuggestsThosePresets) {
    const auto run = runCli({"plan", "resnet50", "--arch", "h100"});
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.errors, HasSubstr("Did you mean \"h100-sxm\", \"h100-pcie\""));
}

TEST(CliWording, AnOutputThatCannotBeIsFoundFirst) {
    const TemporaryFolder folder;
    const auto missing = runCli({"plan", "resnet50", "--arch", "gemmini", "-o", folder.path("no/such/plan.txt")});
    EXPECT_EQ(missing.status, 3);
    EXPECT_THAT(missing.errors,
                AllOf(HasSubstr("there is no folder " + folder.path("no/such")), HasSubstr("mkdir -p")));
    const auto isFolder = runCli({"inspect", "resnet50", "-o", folder.root().string()});
    EXPECT_EQ(isFolder.status, 3);
    EXPECT_THAT(isFolder.errors, HasSubstr("this is a folder"));
    if (geteuid() == 0) return; // nothing is protected from root
    chmod(folder.root().c_str(), 0500);
    const auto refused = runCli({"inspect", "resnet50", "-o", folder.path("x.txt")});
    chmod(folder.root().c_str(), 0700);
    EXPECT_EQ(refused.status, 3);
    EXPECT_THAT(refused.errors, HasSubstr("is protected"));
}

TEST(CliWording, FormsThatContradictEachOtherAreRefused) {
    const TemporaryFolder folder;
    const auto problem = folder.write("p.json", kProblem);
    EXPECT_EQ(runCli({"convert", problem, "-o", folder.path("p.pdf")}).status, 2);
    EXPECT_THAT(runCli({"convert", problem, "-o", folder.path("p.pdf")}).errors, HasSubstr("'.pdf'"));
    EXPECT_EQ(runCli({"convert", problem, "--as", "timeloop", "-o", folder.path("p.txt")}).status, 0);
    const auto report = runCli({"report", "resnet50", "--arch", "gemmini", "--json", "-o", folder.path("r.md")});
    EXPECT_EQ(report.status, 2);
    EXPECT_THAT(report.errors, HasSubstr("ask for different forms"));
    EXPECT_EQ(runCli({"report", "resnet50", "--arch", "gemmini", "--json", "-o", folder.path("r.json")}).status, 0);
}

TEST(CliWording, ConvertSendsModelsToTheCommandsThatReadThem) {
    const std::string model = std::string(NESTWRIGHT_TEST_DATA) + "/models/resnet50_dynamic_batch.onnx";
    const auto run = runCli({"convert", model, "--as", "native"});
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.errors, AllOf(HasSubstr("holds no architecture, problem or mapping"), HasSubstr("inspect")));
}

TEST(CliWording, ConvertNamesTheBitsThatItDrops) {
    const TemporaryFolder folder;
    const auto problem = folder.write("p.json", kProblem);
    const auto run = runCli({"convert", problem, "-o", folder.path("p.yaml")});
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_THAT(run.errors, AllOf(HasSubstr(problem), HasSubstr("A 8, B 8, C 8 (partial sums 32)")));
}

TEST(CliWording, ASymbolOfNoOrAbsurdExtentIsAUsageError) {
    const std::string model = std::string(NESTWRIGHT_TEST_DATA) + "/models/resnet50_dynamic_batch.onnx";
    for (const char* value : {"batch=0", "batch=99999999999", "batch=-1"}) {
        const auto run = runCli({"plan", model, "--arch", "gemmini", "--set", value});
        EXPECT_EQ(run.status, 2) << value;
        EXPECT_THAT(run.errors, HasSubstr(value));
    }
}

TEST(CliWording, HelpTellsWhatOptionsDo) {
    EXPECT_THAT(runCli({"map", "--help"}).output, HasSubstr("--output FOLDER"));
    EXPECT_THAT(runCli({"plan", "--help"}).output, AllOf(HasSubstr("--output FILE"), HasSubstr("aren't modelled yet")));
}

TEST(CliWording, InspectNamesTheTypeOfTheParameters) {
    EXPECT_THAT(runCli({"inspect", "resnet50"}).output, ContainsRegex("Parameters +[0-9]+ \\([0-9.]+ MiB as fp32\\)"));
}

TEST(CliWording, MapListsShapesOnceWithTotals) {
    const auto run = runCli({"map", "resnet50", "--arch", "gemmini", "--nodes", "50"});
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_THAT(run.output, StartsWith("resnet50 on Gemmini"));
    EXPECT_THAT(run.output, ContainsRegex("Total of 54 runs: [0-9.]+ GMAC, [0-9]+ cycles at MFU [0-9.]+ %"));
    EXPECT_THAT(run.output, HasSubstr("a mapping with a smaller last"));
    const auto json = runCli({"map", "resnet50", "--arch", "gemmini", "--nodes", "50", "--json"}).json();
    EXPECT_EQ(json["results"].size(), 54U) << "every operator";
    std::size_t rows = 0;
    std::istringstream lines(run.output);
    for (std::string line; std::getline(lines, line);) rows += line.starts_with("res") ? 1 : 0;
    EXPECT_LT(rows, 30U);
}

/// The last column of the rows of a table between two lines, in joules.
double energyOf(const std::string& line) {
    const auto unit = line.rfind(' ');
    const auto figure = line.rfind(' ', unit - 1);
    double joules = std::strtod(line.c_str() + figure, nullptr);
    if (line.find("µJ") != std::string::npos) return joules * 1e-6;
    const std::map<char, double> factors = {{'f', 1e-15}, {'p', 1e-12}, {'n', 1e-9}, {'m', 1e-3}, {'J', 1}};
    return joules * factors.at(line.at(unit + 1));
}

TEST(CliWording, EnergyRowsSumToTheTotal) {
    const TemporaryFolder folder;
    const auto problem = folder.write("p.json", kProblem);
    const auto run = runCli({"map", problem, "--arch", "gemmini"});
    ASSERT_EQ(run.status, 0) << run.errors;
    std::istringstream lines(run.output.substr(run.output.find("Instances")));
    std::string line;
    std::getline(lines, line);
    std::getline(lines, line);
    double sum = 0;
    bool hasMacs = false;
    while (std::getline(lines, line) && !line.starts_with("Total")) {
        sum += energyOf(line);
        hasMacs = hasMacs || line.starts_with("Multiply-adds");
    }
    EXPECT_TRUE(hasMacs);
    EXPECT_NEAR(sum, energyOf(line), 0.02 * sum);
}

TEST(CliWording, LongLinesWrapAtTheTerminalsWidth) {
    const auto assumptions = [](const std::string& output) { return output.substr(output.find("\nAssumptions")); };
    unsetenv("COLUMNS");
    expectLinesWithin(assumptions(runCli({"plan", "resnet50", "--arch", "h100-sxm"}).output), 100);
    setenv("COLUMNS", "60", 1);
    expectLinesWithin(assumptions(runCli({"plan", "resnet50", "--arch", "h100-sxm"}).output), 60);
    unsetenv("COLUMNS");
}

} // namespace
} // namespace nestwright::test
