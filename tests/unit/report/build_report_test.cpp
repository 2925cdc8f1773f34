// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/presets.h"
#include "core/report/build_report.h"
#include "core/report/cell_text.h"
#include "core/report/sections/figure_names.h"
#include "core/report/writers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sample_plan.h"
#include <algorithm>
#include <set>

namespace nestwright::report {
namespace {

using test::sampleDocument;
using test::sampleGraph;
using test::sampleInputs;
using testing::HasSubstr;
using testing::Not;

const Table* tableOf(const Document& document, const std::string& id) {
    for (const auto& section : document.sections) {
        for (const auto& block : section.blocks) {
            const auto* table = std::get_if<Table>(&block);
            if (table && table->id == id) return table;
        }
    }
    return nullptr;
}

double numberAt(const Table& table, std::size_t row, const std::string& key) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].key == key) return std::get<Number>(table.rows.at(row).at(i)).value.value_or(-1);
    }
    ADD_FAILURE() << "no column " << key;
    return -1;
}

TEST(BuildReport, HasEverySectionOnceForSeveralAccelerators) {
    const auto graph = sampleGraph();
    const auto document = sampleDocument(sampleInputs(graph, 3));
    std::vector<std::string> ids;
    for (const auto& section : document.sections) ids.push_back(section.id);
    EXPECT_EQ(ids, sectionIds());
}

TEST(BuildReport, LeavesTheComparisonOutForOneAccelerator) {
    const auto graph = sampleGraph();
    const auto document = sampleDocument(sampleInputs(graph, 1));
    EXPECT_EQ(document.sections.size(), sectionIds().size() - 1);
}

TEST(BuildReport, KeepsOnlyTheSectionsAskedFor) {
    const auto graph = sampleGraph();
    auto inputs = sampleInputs(graph, 2);
    inputs.sections = {"evidence-matrix"};
    const auto document = sampleDocument(inputs);
    ASSERT_EQ(document.sections.size(), 1U);
    const auto* matrix = tableOf(document, "evidence-matrix-table");
    ASSERT_NE(matrix, nullptr);
    EXPECT_EQ(matrix->rows.size(), 5U);
    EXPECT_EQ(std::get<Message>(matrix->rows[0][1]).text(), "missing");
}

TEST(BuildReport, NamesTheSectionsWhenOneIsUnknown) {
    const auto graph = sampleGraph();
    auto inputs = sampleInputs(graph, 1);
    inputs.sections = {"summary", "sumary"};
    const auto result = buildReport(inputs);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::usage);
    EXPECT_THAT(result.error().text(), HasSubstr("sumary"));
    EXPECT_THAT(result.error().text(), HasSubstr("evidence-matrix"));
}

TEST(BuildReport, RefusesToReportOnNothing) {
    const auto graph = sampleGraph();
    ReportInputs inputs;
    inputs.graph = &graph;
    const auto result = buildReport(inputs);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::usage);
}

TEST(BuildReport, GivesThePlansOwnFigures) {
    const auto graph = sampleGraph();
    const auto inputs = sampleInputs(graph, 2);
    const auto document = sampleDocument(inputs);
    const auto* comparison = tableOf(document, "comparison-table");
    ASSERT_NE(comparison, nullptr);
    for (std::size_t i = 0; i < 2; ++i) {
        const auto& totals = inputs.plans[i]->totals;
        EXPECT_DOUBLE_EQ(numberAt(*comparison, i, "latency_p50_s"), totals.latencySeconds.p50);
        EXPECT_DOUBLE_EQ(numberAt(*comparison, i, "mfu"), *totals.mfu);
        EXPECT_DOUBLE_EQ(numberAt(*comparison, i, "energy_j"), totals.energyJ);
    }
}

TEST(BuildReport, MappingSheetCoversAllTimeInFewerRows) {
    const auto graph = sampleGraph();
    const auto inputs = sampleInputs(graph, 1);
    const auto document = sampleDocument(inputs);
    const auto* sheet = tableOf(document, "mapping-sheet-a100-80-sxm");
    ASSERT_NE(sheet, nullptr);
    double seconds = 0;
    double operators = 0;
    for (std::size_t row = 0; row < sheet->rows.size(); ++row) {
        seconds += numberAt(*sheet, row, "seconds");
        operators += numberAt(*sheet, row, "count");
    }
    EXPECT_NEAR(seconds, inputs.plans[0]->totals.latencySeconds.p50, 1e-12);
    EXPECT_EQ(operators, 60);
    EXPECT_LT(sheet->rows.size(), 60U);
}

TEST(BuildReport, SaysWhyTailsAreMissing) {
    const auto graph = sampleGraph();
    const auto document = sampleDocument(sampleInputs(graph, 1));
    const auto json = nlohmann::json::parse(toJson(document));
    for (const auto& block : json["sections"][0]["blocks"]) {
        if (block["kind"] != "key_figures") continue;
        EXPECT_TRUE(block["values"]["latency_p99_s"].is_null());
        EXPECT_THAT(block["missing"]["latency_p99_s"].get<std::string>(), HasSubstr("Not modelled yet"));
        return;
    }
    FAIL() << "no key figures";
}

/// Two boxes with a dash would say less in more room.
TEST(BuildReport, SaysInALineWhichKeyFiguresAreMissing) {
    const auto graph = sampleGraph();
    const auto html = toHtml(sampleDocument(sampleInputs(graph, 1)));
    EXPECT_THAT(html, HasSubstr("Latency p95, Latency p99 \u2013 Not modelled yet"));
    EXPECT_THAT(html, Not(HasSubstr("<span>Latency p95</span>")));
}

TEST(BuildReport, MetadataNamesBuildRunAndInputs) {
    const auto graph = sampleGraph();
    const auto json = nlohmann::json::parse(toJson(sampleDocument(sampleInputs(graph, 2))));
    const auto& metadata = json["metadata"];
    EXPECT_EQ(metadata["commit"], "3f9c2e1d");
    EXPECT_THAT(metadata["cost_models"].get<std::string>(), HasSubstr("loop nests with exact counting rules"));
    EXPECT_EQ(metadata["workload_sha256"], graph.sourceSha256);
    EXPECT_EQ(metadata["accelerator_sha256:h100-sxm"].get<std::string>().size(), 64U);
    EXPECT_NE(metadata["accelerator_sha256:h100-sxm"], metadata["accelerator_sha256:a100-80-sxm"]);
    EXPECT_THAT(metadata["command"].get<std::string>(), HasSubstr("nestwright-cli report"));
}

TEST(BuildReport, IdsAreUniqueEvenForTheSameAcceleratorTwice) {
    const auto graph = sampleGraph();
    auto inputs = sampleInputs(graph, 1);
    inputs.accelerators.push_back(inputs.accelerators[0]);
    inputs.plans.push_back(inputs.plans[0]);
    const auto document = sampleDocument(inputs);
    std::set<std::string> ids;
    for (const auto& section : document.sections) {
        EXPECT_TRUE(ids.insert(section.id).second) << section.id;
        for (const auto& block : section.blocks) {
            if (const auto* table = std::get_if<Table>(&block)) {
                EXPECT_TRUE(ids.insert(table->id).second) << table->id;
            }
        }
    }
}

std::string textOf(const Document& document, const std::string& section) {
    const auto json = nlohmann::json::parse(toJson(document));
    for (const auto& entry : json["sections"]) {
        if (entry["id"] == section) return entry.dump(-1, ' ', true);
    }
    return {};
}

/// Operators that hang on the launch first take all the time, the launches themselves a part of it: both are said.
TEST(BuildReport, TellsThePathsOwnTimeFromThatOfItsOperators) {
    const auto graph = sampleGraph();
    auto inputs = sampleInputs(graph, 1);
    auto plan = std::make_shared<PlanResult>(*inputs.plans[0]);
    for (auto& op : plan->operators) {
        op.bottleneck = {BottleneckClass::overhead, "kernel launch", 0.5, {}};
        op.paths = {{"launch", "kernel launch", 0.75 * op.seconds}, {"blocked", "HBM port", 0.25 * op.seconds}};
    }
    inputs.plans[0] = plan;
    const auto document = sampleDocument(inputs);
    for (const char* section : {"summary", "review-checklist"}) {
        EXPECT_THAT(textOf(document, section), HasSubstr("kernel launch take 100\\u00a0% of")) << section;
        EXPECT_THAT(textOf(document, section), HasSubstr("in them kernel launch itself takes 75.0\\u00a0%")) << section;
        EXPECT_THAT(textOf(document, section), Not(HasSubstr("bounds"))) << section;
    }
    EXPECT_THAT(textOf(document, "summary"), HasSubstr("comes first in every operator that takes time"));
}

TEST(BuildReport, NamesTheLeastMatureOnlyWhereTheyDiffer) {
    const auto graph = sampleGraph();
    auto inputs = sampleInputs(graph, 1);
    EXPECT_THAT(textOf(sampleDocument(inputs), "review-checklist"),
                HasSubstr("least mature are Normalization, at 2 of 3 (tuned), with"));
    for (auto& [type, grade] : inputs.accelerators[0].device.maturity) grade = 3;
    const auto even = textOf(sampleDocument(inputs), "review-checklist");
    EXPECT_THAT(even, HasSubstr("every layer type here with a figure is at 3 of 3 (best in class)"));
    EXPECT_THAT(even, Not(HasSubstr("least mature")));
}

TEST(BuildReport, TellsAPresetFromAnEditedCopy) {
    const auto graph = sampleGraph();
    auto inputs = sampleInputs(graph, 1);
    inputs.accelerators.push_back(inputs.accelerators[0]);
    inputs.plans.push_back(inputs.plans[0]);
    inputs.acceleratorFiles = {"", "/home/me/mine.json"};
    const auto document = sampleDocument(inputs);
    const std::string name = inputs.accelerators[0].name;
    EXPECT_THAT(document.title.text(), HasSubstr(name + " (a100-80-sxm) and " + name + " (mine.json)"));
    EXPECT_THAT(textOf(document, "comparison"), HasSubstr("(mine.json)"));
}

TEST(BuildReport, NamesTheFiguresOfAnAcceleratorForAReader) {
    Accelerator machine;
    machine.levels.resize(2);
    machine.levels[0].name = "HBM";
    machine.levels[1].name = "L2.5";
    struct Expected {
        const char* path;
        const char* part;
        const char* title;
        const char* of;
        const char* unit;
    };
    for (const auto& expected :
         {Expected{"levels.HBM.shared_gb_per_s", "HBM", "Bandwidth, reads and writes together", "", "GB/s"},
          Expected{"levels.L2.5.energy.read_pj", "L2.5", "Energy of an access", "read", "pJ"},
          Expected{"levels.HBM.operand_capacity_bytes.input", "HBM", "Capacity", "input", "B"},
          Expected{"levels.HBM.fanout.x", "HBM", "Instances below", "x", ""},
          Expected{"compute.energy_pj.bf16", "Compute", "Energy of a multiply-add", "bf16", "pJ"},
          Expected{"device.maturity.depthwise_conv", "Device", "Software maturity, of 3", "depthwise conv", ""},
          Expected{"device.launch_us", "Device", "Kernel launch", "", "\u00b5s"},
          Expected{"device.something_new", "Device", "something new", "", ""}}) {
        const auto name = nameOfFigure(expected.path, machine);
        EXPECT_EQ(cellText(name.part), expected.part) << expected.path;
        EXPECT_EQ(cellText(name.title), expected.title) << expected.path;
        EXPECT_EQ(name.of, expected.of) << expected.path;
        EXPECT_EQ(name.unit, expected.unit) << expected.path;
    }
}

TEST(BuildReport, NumbersTheSourcesOfAnAccelerator) {
    const auto graph = sampleGraph();
    auto inputs = sampleInputs(graph, 1);
    auto& machine = inputs.accelerators[0];
    machine = *preset("h100-sxm");
    const auto document = sampleDocument(inputs);
    const Table* figures = nullptr;
    const Table* sources = nullptr;
    for (const auto& section : document.sections) {
        for (const auto& block : section.blocks) {
            const auto* table = std::get_if<Table>(&block);
            if (table != nullptr && table->id.starts_with("figures-")) figures = table;
            if (table != nullptr && table->id.starts_with("sources-")) sources = table;
        }
    }
    ASSERT_TRUE(figures && sources);
    std::set<std::string> known;
    for (const auto& provenance : machine.provenance) known.insert(provenance.second.source);
    known.erase("");
    EXPECT_EQ(sources->rows.size(), known.size());
    for (std::size_t i = 0; i < sources->rows.size(); ++i) {
        EXPECT_EQ(cellText(sources->rows[i][0]), std::to_string(i + 1));
        EXPECT_TRUE(known.count(std::get<std::string>(sources->rows[i][1])));
    }
    std::size_t capacity = 0;
    for (const auto& row : figures->rows) {
        if (cellText(row[0]) != "L2" || cellText(row[1]) != "Capacity") continue;
        ++capacity;
        EXPECT_EQ(cellText(row[3]), "50.0\u00a0MiB");
    }
    EXPECT_EQ(capacity, 1u);
}

/// The fastest of three candidates on paper, without the memory for the workload.
ReportInputs withAMisfit(const Graph& graph) {
    auto inputs = sampleInputs(graph, 3);
    auto plan = std::make_shared<PlanResult>(*inputs.plans[1]);
    plan->totals.fits = false;
    plan->totals.deviceMemoryBytes = 200. * 1024 * 1024 * 1024;
    plan->totals.memoryExcessBytes = 120. * 1024 * 1024 * 1024;
    inputs.plans[1] = plan;
    return inputs;
}

std::string cellAt(const Table& table, std::size_t row, const std::string& key) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].key == key) return cellText(table.rows.at(row).at(i), &table.columns[i]);
    }
    return "no column " + key;
}

TEST(BuildReport, DoesNotRankWhatDoesNotFit) {
    const auto graph = sampleGraph();
    const auto inputs = withAMisfit(graph);
    const auto document = sampleDocument(inputs);
    const auto* comparison = tableOf(document, "comparison-table");
    ASSERT_NE(comparison, nullptr);
    EXPECT_THAT(comparison->caption.text(), HasSubstr("NVIDIA A100 SXM4 80GB is the fastest of those"));
    EXPECT_EQ(cellAt(*comparison, 0, "fits"), "yes");
    EXPECT_EQ(cellAt(*comparison, 1, "fits"), "no, 120\u00a0GiB short");
    const auto& summary = document.sections.front();
    const auto first = std::get<Paragraph>(summary.blocks.front()).text.text();
    EXPECT_THAT(first, HasSubstr("NVIDIA A100 SXM4 80GB is the fastest for this slice"));
    EXPECT_THAT(first, HasSubstr("4.76 times as fast as NVIDIA Jetson AGX Orin 64GB"));
    EXPECT_THAT(first, HasSubstr("What bounds it first is"));
    const auto text = textOf(document, "summary");
    EXPECT_THAT(text, HasSubstr("too small: NVIDIA H100 SXM5 80GB (needs 200\\u00a0GiB, has 80.0\\u00a0GiB)"));
    EXPECT_THAT(text, HasSubstr("NVIDIA H100 SXM5 80GB doesn't hold the workload"));
    EXPECT_THAT(textOf(document, "chain-of-proof"), HasSubstr("None: it doesn't hold the workload"));
}

TEST(BuildReport, SaysThatNoneFits) {
    const auto graph = sampleGraph();
    auto inputs = withAMisfit(graph);
    inputs.accelerators.erase(inputs.accelerators.begin());
    inputs.plans = {inputs.plans[1], inputs.plans[1]};
    EXPECT_THAT(textOf(sampleDocument(inputs), "summary"), HasSubstr("The workload fits none of the accelerators"));
}

TEST(BuildReport, DoesNotClaimThatAnUnknownMemoryFits) {
    const auto graph = sampleGraph();
    auto inputs = sampleInputs(graph, 2);
    inputs.accelerators[1].device.memoryBytes.reset();
    const auto document = sampleDocument(inputs);
    for (const char* id : {"comparison-table", "device-memory-table"}) {
        const auto* table = tableOf(document, id);
        ASSERT_NE(table, nullptr);
        EXPECT_EQ(cellAt(*table, 0, "fits"), "yes") << id;
        EXPECT_EQ(cellAt(*table, 1, "fits"), "not known") << id;
    }
    EXPECT_THAT(tableOf(document, "device-memory-table")->caption.text(), Not(HasSubstr("every plan fits")));
    EXPECT_THAT(textOf(document, "summary"), HasSubstr("is not known for NVIDIA H100"));
}

TEST(BuildReport, GivesEveryFigureOfAColumnThreeDigits) {
    const auto graph = sampleGraph();
    const auto inputs = sampleInputs(graph, 2);
    auto slow = std::make_shared<PlanResult>(*inputs.plans[0]);
    slow->totals.powerW = 0.05123;
    slow->totals.throughputPerSecond = 0.0712;
    auto mixed = inputs;
    mixed.plans[0] = slow;
    const auto document = sampleDocument(mixed);
    const auto* comparison = tableOf(document, "comparison-table");
    ASSERT_NE(comparison, nullptr);
    EXPECT_EQ(cellAt(*comparison, 0, "power_w"), "0.0512");
    EXPECT_EQ(cellAt(*comparison, 1, "power_w"), "210");
    EXPECT_EQ(cellAt(*comparison, 0, "throughput_per_s"), "0.0712");
}

TEST(BuildReport, NamesTheLayerTypesWithoutABar) {
    const auto graph = sampleGraph();
    auto inputs = sampleInputs(graph, 1);
    auto plan = std::make_shared<PlanResult>(*inputs.plans[0]);
    for (auto& type : plan->byLayerType) {
        if (type.layerType == LayerType::gemm) type.share = 0.001;
    }
    inputs.plans[0] = plan;
    const auto document = sampleDocument(inputs);
    std::size_t figures = 0;
    for (const auto& section : document.sections) {
        for (const auto& block : section.blocks) {
            const auto* figure = std::get_if<Figure>(&block);
            if (figure == nullptr || !figure->id.starts_with("split-by-layer-type")) continue;
            ++figures;
            EXPECT_THAT(figure->categories, Not(testing::Contains("GEMM")));
            EXPECT_THAT(figure->caption.text(), HasSubstr("less than 0.2\u00a0% of the time: GEMM."));
        }
    }
    EXPECT_EQ(figures, 1U);
}

TEST(BuildReport, RowsHaveACellForEachColumn) {
    const auto graph = sampleGraph();
    const auto document = sampleDocument(sampleInputs(graph, 3));
    for (const auto& section : document.sections) {
        for (const auto& block : section.blocks) {
            const auto* table = std::get_if<Table>(&block);
            if (!table) continue;
            EXPECT_FALSE(table->rows.empty()) << table->id;
            for (const auto& row : table->rows) EXPECT_EQ(row.size(), table->columns.size()) << table->id;
        }
    }
}

} // namespace
} // namespace nestwright::report
