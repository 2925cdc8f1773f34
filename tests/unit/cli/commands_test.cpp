// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_cli.h"
#include <algorithm>

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace nestwright::test {
namespace {

double sumOf(const json& attribution) {
    return attribution["useful"].get<double>() + attribution["diluted"].get<double>() +
           attribution["blocked"].get<double>() + attribution["delayed"].get<double>();
}

std::string modelFile(const std::string& name) { return std::string(NESTWRIGHT_TEST_DATA) + "/models/" + name; }
std::string caseFile(const std::string& name) { return std::string(NESTWRIGHT_TEST_DATA) + "/cases/" + name; }

TEST(CliInspect, PrintsOneDocument) {
    const auto run = runCli({"inspect", "resnet50", "--json"});
    ASSERT_EQ(run.status, 0) << run.errors;
    const json document = run.json();
    EXPECT_EQ(document["schema"], "nestwright.inspect/1");
    const json& totals = document["totals"];
    EXPECT_EQ(totals["operators"], document["operators"].size());
    double macs = 0;
    for (const json& op : document["operators"]) {
        EXPECT_TRUE(op["dims"].is_object());
        EXPECT_EQ(op["id"].is_number_integer(), true);
        for (const json& tensor : op["outputs"]) EXPECT_TRUE(tensor["shape"].is_array()) << op["name"];
        macs += op["macs"].get<double>();
    }
    EXPECT_EQ(totals["macs"].get<double>(), macs);
    EXPECT_GT(macs, 3.8e9);
    EXPECT_LT(macs, 4.3e9);
}

TEST(CliInspect, BatchScalesTheMacs) {
    const auto one = runCli({"inspect", "resnet50", "--json", "--quiet"}).json();
    const auto four = runCli({"inspect", "resnet50", "--batch", "4", "--json", "--quiet"}).json();
    EXPECT_EQ(4 * one["totals"]["macs"].get<double>(), four["totals"]["macs"].get<double>());
}

/// Published counts of one network differ in the classes of operators that they take in.
TEST(CliInspect, BreaksCountsDownByLayerType) {
    const auto document = runCli({"inspect", modelFile("resnet50_b1.onnx"), "--json", "--quiet"}).json();
    double convAndFc = 0;
    double vector = 0;
    int operators = 0;
    for (const json& type : document["by_layer_type"]) {
        if (type["layer_type"] == "conv" || type["layer_type"] == "gemm") convAndFc += type["macs"].get<double>();
        vector += type["vector_flops"].get<double>();
        operators += type["operators"].get<int>();
    }
    EXPECT_EQ(convAndFc, 4089184256.0);
    EXPECT_GT(vector, 0);
    EXPECT_EQ(operators, document["totals"]["operators"]);
    EXPECT_NEAR(document["totals"]["flops"].get<double>(), 2 * convAndFc + vector, 1);
    EXPECT_TRUE(document["totals"]["attention_macs"].is_null());
    EXPECT_THAT(runCli({"inspect", modelFile("resnet50_b1.onnx")}).output, HasSubstr("4089184256 (4.089 GMAC)"));
}

TEST(CliInspect, CountsABiasApart) {
    const auto document = runCli({"inspect", caseFile("A08/conv_grouped.onnx"), "--json", "--quiet"}).json();
    const json& conv = document["operators"].at(0);
    EXPECT_EQ(conv["macs"], 207360);
    EXPECT_EQ(conv["vector_flops"], 2 * 24 * 10 * 12);
    EXPECT_EQ(conv["flops"], 2 * 207360 + 2 * 24 * 10 * 12);
}

TEST(CliInspect, GivesAttentionWithAndWithoutTheMask) {
    const auto file = modelFile("llama3_8b_prefill1024.onnx");
    const json parts = json::parse(fileContent(modelFile("expected.json")))["llama3_8b_prefill1024.onnx"];
    const auto totals = runCli({"inspect", file, "--json", "--quiet"}).json()["totals"];
    EXPECT_EQ(totals["attention_macs"]["dense"], parts["macs_by_part"]["scores_and_values"]);
    EXPECT_EQ(totals["attention_macs"]["causal"], parts["scores_and_values_causal"]);
    EXPECT_THAT(runCli({"inspect", file}).output, HasSubstr("274.9 GMAC with every score, 137.6 GMAC under a causal"));
}

TEST(CliInspect, ReadsTopologiesOfSystolicArrays) {
    const json expected = json::parse(fileContent(caseFile("B25/expected.json")));
    for (const auto& [name, wanted] : expected.items()) {
        const auto run = runCli({"inspect", caseFile("B25/" + name), "--json"});
        EXPECT_EQ(run.status, wanted["result"] == "error" ? 3 : 0) << name << run.errors;
        if (wanted.contains("ofmap")) {
            const json shape = run.json()["operators"].at(0)["outputs"].at(0)["shape"];
            EXPECT_EQ(json({shape.at(2), shape.at(3)}), wanted["ofmap"]) << name;
        }
        for (const auto* key : {"macs", "macs_as_written"}) {
            if (!wanted.contains(key)) continue;
            EXPECT_EQ(run.json()["totals"]["macs"], wanted[key]) << name;
        }
        for (const json& word : wanted.value("message_must_mention", json::array())) {
            const auto text = word.get<std::string>();
            const auto asPlace = text.rfind("line ", 0) == 0 ? ":" + text.substr(5) + ":" : text;
            EXPECT_THAT(run.errors, HasSubstr(asPlace)) << name;
        }
    }
}

TEST(CliScaleSim, MapsALayerOntoAnArray) {
    const TemporaryFolder folder;
    const auto array = folder.write("array.cfg", "[architecture_presets]\nArrayHeight: 4\nArrayWidth: 8\nDataflow: ws\n"
                                                 "IfmapSramSzkB: 4\nFilterSramSzkB: 4\nOfmapSramSzkB: 4\n"
                                                 "[run_presets]\nInterfaceBandwidth: CALC\n");
    const auto layers = folder.write("layers.csv", "Layer, M, N, K,\nfc, 16, 8, 8,\n");
    const auto run = runCli({"map", layers, "--arch", array, "--nodes", "200", "--json"});
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.json()["results"][0]["cost"]["compute_cycles"], 32);
    EXPECT_EQ(run.json()["results"][0]["cost"]["attribution"]["blocked"], 0);
    EXPECT_THAT(run.errors, HasSubstr("array.cfg: warning: The format has no clock"));
}

TEST(CliInspect, ReadsForPeopleToo) {
    const auto run = runCli({"inspect", "resnet50"});
    EXPECT_EQ(run.status, 0);
    EXPECT_THAT(run.output, HasSubstr("Parameters"));
    EXPECT_FALSE(json::accept(run.output));
}

TEST(CliPresets, ListsAndPrintsThem) {
    const auto list = runCli({"presets", "--json"}).json();
    EXPECT_GE(list["presets"].size(), 14U);
    const auto one = runCli({"presets", "h100-sxm"});
    EXPECT_EQ(one.status, 0);
    const TemporaryFolder folder;
    const auto file = folder.write("mine.json", one.output);
    const auto again = runCli({"convert", file});
    EXPECT_EQ(again.status, 0) << again.errors;
    EXPECT_EQ(again.output, one.output);
}

TEST(CliPresets, NameTheFiguresThatWereChanged) {
    const TemporaryFolder folder;
    json mine = json::parse(runCli({"presets", "gemmini"}).output);
    mine["device"]["clock_mhz"] = 1234;
    const auto file = folder.write("mine.json", mine.dump());
    const auto run = runCli({"presets", "gemmini", "--against", file, "--json"});
    ASSERT_EQ(run.status, 0) << run.errors;
    const json found = run.json()["differences"];
    ASSERT_EQ(found.size(), 1U) << found.dump();
    EXPECT_EQ(found[0]["second"], 1234);
    EXPECT_THAT(runCli({"presets", "gemmini", "--against", "gemmini"}).output, HasSubstr("No figure differs"));
    EXPECT_EQ(runCli({"presets", "--against", file}).status, 2);
}

TEST(CliOutput, GoesToTheFileWhole) {
    const TemporaryFolder folder;
    const auto file = folder.path("presets.json");
    const auto run = runCli({"presets", "--json", "-o", file});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.output, "");
    EXPECT_TRUE(json::accept(fileContent(file)));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.root()), {}), 1); // no temporary is left
    EXPECT_EQ(runCli({"presets", "-o", folder.path("no/such/folder/file")}).status, 3);
}

TEST(CliPlan, SharesAndAttributionsSum) {
    const auto run = runCli({"plan", "resnet50", "--arch", "h100-sxm", "--json"});
    ASSERT_EQ(run.status, 0) << run.errors;
    const json plan = run.json();
    EXPECT_EQ(plan["schema"], "nestwright.plan/1");
    double seconds = 0;
    for (const json& op : plan["operators"]) {
        EXPECT_NEAR(sumOf(op["attribution"]), op["seconds"].get<double>(), 1e-9 * op["seconds"].get<double>());
        ASSERT_TRUE(op["mfu"].is_number());
        EXPECT_LE(op["mfu"].get<double>(), 1 + 1e-9);
        EXPECT_LE(op["memory_stall_fraction"].get<double>(), 1 + 1e-9);
        seconds += op["seconds"].get<double>();
    }
    EXPECT_NEAR(plan["totals"]["latency_s"]["p50"].get<double>(), seconds, 1e-9 * seconds);
    EXPECT_TRUE(plan["totals"]["latency_s"]["p99"].is_null());
    double share = 0;
    for (const json& type : plan["by_layer_type"]) share += type["share"].get<double>();
    EXPECT_NEAR(share, 1, 1e-9);
}

TEST(CliPlan, IsTheSameOnAnyNumberOfThreads) {
    const auto one = runCli({"plan", "resnet50", "--arch", "gemmini", "--json", "--threads", "1"});
    const auto two = runCli({"plan", "resnet50", "--arch", "gemmini", "--json", "--threads", "2"});
    EXPECT_EQ(one.status, 0) << one.errors;
    EXPECT_EQ(one.output, two.output);
}

class CliMap : public testing::Test {
protected:
    TemporaryFolder m_folder;
    std::string m_problem;

    void SetUp() override {
        // The problem as the program writes it: taken from a mapped operator.
        const auto run = runCli({"map", "resnet50", "--arch", "gemmini", "--json", "--operator", firstConv()});
        ASSERT_EQ(run.status, 0) << run.errors;
        m_problem = m_folder.write("problem.json", run.json()["results"][0]["problem"].dump());
    }

    static std::string firstConv() {
        const json document = runCli({"inspect", "resnet50", "--json", "--quiet"}).json();
        for (const json& op : document["operators"]) {
            if (op["layer_type"] == "conv") return op["name"];
        }
        return {};
    }
};

TEST_F(CliMap, WritesMappingsThatEvaluateToTheSameCost) {
    const auto mapped = runCli({"map", m_problem, "--arch", "gemmini", "--json", "-o", m_folder.path("out")});
    ASSERT_EQ(mapped.status, 0) << mapped.errors;
    const json result = mapped.json()["results"].at(0);
    EXPECT_EQ(result["cost"]["valid"], true);
    EXPECT_TRUE(result["proof"]["seconds"].is_number());
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder.path("out"))) files.push_back(entry.path());
    ASSERT_EQ(files.size(), 1U);
    const auto evaluated =
        runCli({"evaluate", "--arch", "gemmini", "--problem", m_problem, "--mapping", files[0], "--json"});
    ASSERT_EQ(evaluated.status, 0) << evaluated.errors;
    json cost = evaluated.json();
    EXPECT_EQ(cost["schema"], "nestwright.evaluate/1");
    cost.erase("schema");
    EXPECT_EQ(cost, result["cost"]);
    EXPECT_NEAR(sumOf(cost["attribution"]), cost["cycles"].get<double>(), 1e-9 * cost["cycles"].get<double>());
}

TEST_F(CliMap, AnInvalidMappingIsDoneWithANegativeAnswer) {
    const auto mapped = runCli({"map", m_problem, "--arch", "gemmini", "--json"});
    json mapping = mapped.json()["results"].at(0)["mapping"];
    // Without its loops the nest doesn't cover the problem.
    json kept = json::array();
    for (const json& node : mapping["nodes"]) {
        if (!node.contains("loop")) kept.push_back(node);
    }
    mapping["nodes"] = kept;
    const auto file = m_folder.write("invalid.json", mapping.dump());
    const auto run = runCli({"evaluate", "--arch", "gemmini", "--problem", m_problem, "--mapping", file, "--json"});
    EXPECT_EQ(run.status, 1) << run.errors;
    const json document = run.json();
    EXPECT_EQ(document["valid"], false);
    EXPECT_FALSE(document["violations"].empty());
    EXPECT_TRUE(document["cycles"].is_null());
    EXPECT_THAT(run.errors, HasSubstr("invalid.json"));
}

/// A buffer of 150 words between a memory and one multiplier: kept side by side, tensors cost more.
TEST_F(CliMap, UnevenMappingsMayCostLessAndHaveNoFormInTimeloop) {
    const auto machine = m_folder.write("machine.json", R"({"schema": "nestwright.accelerator/1", "id": "small",
      "name": "small", "family": "spatial", "vendor": "", "default_format": "int8", "levels": [
        {"name": "Memory", "energy": {"read_pj": 80, "write_pj": 80, "update_pj": 80}, "buffering": "single"},
        {"name": "Buffer", "capacity_bytes": 150, "buffering": "single",
         "energy": {"read_pj": 8, "write_pj": 8, "update_pj": 8}}],
      "compute": {"name": "MAC", "macs_per_lane_cycle": {"int8": 1}, "energy_pj": {"int8": 1}},
      "device": {"clock_mhz": 1000}})");
    const auto problem = m_folder.write("square.json", R"({"schema": "nestwright.problem/1", "name": "square",
      "dims": [{"name": "M", "bound": 64}, {"name": "K", "bound": 64}, {"name": "N", "bound": 64}],
      "tensors": [
        {"name": "A", "operand": "input", "bits": 8, "projection": [[{"dim": "M"}], [{"dim": "K"}]]},
        {"name": "B", "operand": "weight", "bits": 8, "projection": [[{"dim": "K"}], [{"dim": "N"}]]},
        {"name": "C", "operand": "output", "bits": 8, "projection": [[{"dim": "M"}], [{"dim": "N"}]]}]})");
    const std::vector<std::string> arguments = {"map",    problem,    "--arch", machine,   "--objective",
                                                "energy", "--metric", "bound",  "--rules", "accelforge"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), arguments.begin(), arguments.end());
        return runCli(more);
    };
    const auto even = with({"--json"});
    const auto uneven = with({"--form", "uneven", "--json", "-o", m_folder.path("uneven")});
    ASSERT_EQ(even.status + uneven.status, 0) << even.errors << uneven.errors;
    EXPECT_EQ(even.json()["form"], "even");
    EXPECT_EQ(uneven.json()["form"], "uneven");
    const json result = uneven.json()["results"].at(0);
    EXPECT_EQ(result["proof"]["optimal"], true);
    EXPECT_LT(result["cost"]["energy_pj"].get<double>(),
              0.95 * even.json()["results"].at(0)["cost"]["energy_pj"].get<double>());
    const auto again = runCli({"evaluate", "--arch", machine, "--problem", problem, "--mapping",
                               m_folder.path("uneven/square.json"), "--rules", "accelforge", "--json"});
    ASSERT_EQ(again.status, 0) << again.errors;
    EXPECT_EQ(again.json()["energy_pj"], result["cost"]["energy_pj"]);

    const auto refused = with({"--form", "uneven", "--as", "timeloop"});
    EXPECT_EQ(refused.status, 1) << refused.errors;
    EXPECT_THAT(refused.errors, HasSubstr("uneven"));
    EXPECT_EQ(with({"--form", "uneven", "--factors", "imperfect"}).status, 2);
}

TEST_F(CliMap, AFormatThatTheMachineCantComputeIsAUsageError) {
    const auto run = runCli({"map", m_problem, "--arch", "gemmini", "--format", "fp16"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.errors, HasSubstr("can't compute fp16"));
    EXPECT_THAT(run.errors, HasSubstr("Choose one of: int8"));
}

TEST_F(CliMap, AnUnknownOperatorIsAUsageError) {
    const auto run = runCli({"map", "resnet50", "--arch", "gemmini", "--operator", "nobody"});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.errors, HasSubstr("nobody"));
}

TEST(CliEvaluate, RefusesWhatIsNoProblem) {
    const TemporaryFolder folder;
    const auto broken = folder.write("broken.json", "{\"schema\": \"nestwright.problem/1\",\n  \"dims\": [");
    const auto run = runCli({"evaluate", "--arch", "gemmini", "--problem", broken, "--mapping", broken});
    EXPECT_EQ(run.status, 3);
    EXPECT_THAT(run.errors, HasSubstr("broken.json"));
    const auto rules =
        runCli({"evaluate", "--arch", "gemmini", "--problem", broken, "--mapping", broken, "--rules", "x"});
    EXPECT_EQ(rules.status, 2);
}

/// What depends on the run and not on the results.
void forgetSeconds(nlohmann::json& document) {
    for (auto& result : document["results"]) result["proof"].erase("seconds");
}

TEST(CliCache, GivesWhatTheSearchGave) {
    const TemporaryFolder folder;
    const std::string cache = folder.path("cache");
    const std::string file = cache + "/nestwright/results.sqlite";
    const std::vector<std::string> map = {"map",    "resnet50", "--arch", "gemmini",   "--operator", "conv1",
                                          "--json", "--nodes",  "20000",  "--factors", "imperfect"};
    const std::vector<std::string> plan = {"plan",   "bert-base", "--seq",  "16",
                                           "--arch", "gemmini",   "--json", "--quiet"};
    for (const auto& call : {map, plan}) {
        std::vector<std::string> without = call;
        without.push_back("--no-cache");
        const auto alone = runCli(without, cache);
        EXPECT_EQ(alone.status, 0) << alone.errors;
        const bool isFirst = call == map;
        EXPECT_EQ(std::filesystem::exists(file), !isFirst);
        const auto first = runCli(call, cache);
        EXPECT_TRUE(std::filesystem::exists(file));
        const auto second = runCli(call, cache);
        auto expected = alone.json();
        auto found = second.json();
        EXPECT_EQ(first.json(), second.json());
        if (isFirst) {
            forgetSeconds(expected);
            forgetSeconds(found);
        }
        EXPECT_EQ(expected, found);
    }
}

TEST(CliCache, IsNoMatterOfLifeAndDeath) {
    const TemporaryFolder folder;
    const auto blocked = folder.write("file", "no folder");
    const std::vector<std::string> call = {"plan", "bert-base", "--seq", "16", "--arch", "gemmini"};
    const auto without = runCli(call, blocked);
    EXPECT_EQ(without.status, 0);
    EXPECT_THAT(without.errors, HasSubstr("Results aren't kept between runs"));

    std::filesystem::create_directories(folder.path("cache/nestwright"));
    folder.write("cache/nestwright/results.sqlite", std::string(4000, '?'));
    const auto renamed = runCli(call, folder.path("cache"));
    EXPECT_EQ(renamed.status, 0);
    EXPECT_THAT(renamed.errors, HasSubstr("warning: "));
    EXPECT_THAT(renamed.errors, HasSubstr("results.sqlite.set-aside-1"));
    EXPECT_EQ(renamed.output, without.output);
    EXPECT_THAT(runCli(call, folder.path("cache")).errors, Not(HasSubstr("set-aside")));
}

TEST(CliReport, WritesEachForm) {
    const TemporaryFolder folder;
    for (const char* name : {"r.html", "r.md", "r.json", "r.csv"}) {
        const auto file = folder.path(name);
        const auto run = runCli({"report", "resnet50", "--arch", "gemmini", "-o", file});
        EXPECT_EQ(run.status, 0) << name << run.errors;
        EXPECT_GT(fileContent(file).size(), 500U) << name;
    }
    EXPECT_THAT(fileContent(folder.path("r.md")), HasSubstr("nestwright-cli report resnet50 --arch gemmini"));
    EXPECT_TRUE(json::accept(fileContent(folder.path("r.json"))));
}

TEST(CliReport, WritesPdfWithoutADisplay) {
#ifdef NESTWRIGHT_WITH_QT
    const TemporaryFolder folder;
    const auto file = folder.path("r.pdf");
    const auto run = runCli({"report", "resnet50", "--arch", "gemmini", "--quiet", "-o", file});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.errors, "");
    EXPECT_EQ(fileContent(file).substr(0, 5), "%PDF-");
#else
    EXPECT_EQ(runCli({"report", "resnet50", "--arch", "gemmini", "-o", "r.pdf"}).status, 2);
#endif
}

TEST(CliReport, RefusesFormsThatItCannotWrite) {
    const TemporaryFolder folder;
    EXPECT_EQ(runCli({"report", "resnet50", "--arch", "gemmini", "-o", folder.path("r.xlsx")}).status, 2);
    EXPECT_EQ(runCli({"report", "resnet50", "--arch", "gemmini", "-o", folder.path("r")}).status, 2);
    EXPECT_EQ(runCli({"report", "resnet50", "--arch", "gemmini"}).status, 2);
    EXPECT_TRUE(std::filesystem::is_empty(folder.root()));
}

TEST(CliSweep, GoesOnWithItsFile) {
    const TemporaryFolder folder;
    const auto file = folder.path("sweep.csv");
    const std::vector<std::string> call = {"sweep", "resnet50", "--arch", "tpu-v1", "--axis", "batch=1,2", "-o", file};
    const auto first = runCli(call);
    ASSERT_EQ(first.status, 0) << first.errors;
    const std::string whole = fileContent(file);
    EXPECT_THAT(whole, StartsWith("batch,accelerator,throughput_per_s,"));
    EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 3);
    const auto secondLine = whole.find('\n', whole.find('\n') + 1) + 1;
    folder.write("sweep.csv", whole.substr(0, secondLine));
    EXPECT_EQ(runCli(call).status, 0);
    EXPECT_EQ(fileContent(file), whole);
    const auto other = runCli({"sweep", "resnet50", "--arch", "tpu-v1", "--axis", "seq=1", "-o", file});
    EXPECT_EQ(other.status, 3);
    EXPECT_THAT(other.errors, HasSubstr("other columns"));
    EXPECT_EQ(fileContent(file), whole);
    const auto json = runCli({"sweep", "resnet50", "--arch", "tpu-v1", "--axis", "batch=1", "--json"}).json();
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["schema"], "nestwright.sweep/1");
    EXPECT_GT(json["points"][0]["latency_p50_s"].get<double>(), 0);
    EXPECT_TRUE(json["points"][0]["latency_p99_s"].is_null());
}

} // namespace
} // namespace nestwright::test
