// SPDX-License-Identifier: GPL-3.0-or-later
// Eyeriss (Chen et al., JSSC 2017): active processing elements of row-stationary mappings, and what the array's time
// would be if it never waited.
#include "core/accelerator/presets.h"
#include "core/cost/evaluation.h"
#include "tests/reference/silicon/table_file.h"
#include "tests/support/accuracy_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <stdexcept>

namespace nestwright {
namespace {

enum TensorIndex { kInput, kWeight, kOutput };
enum DimIndex { kR, kS, kP, kC, kM };

/// A pass of the array: a set of elements has a row for each row of the filter (R) and a column for each row of outputs
/// in its strip; `channels` and `filters` such sets work at once.
struct Pass {
    std::string layer;
    Count filterRows = 3;
    Count strip = 1;
    Count channels = 1; ///< "r"
    Count filters = 1;  ///< "t"
};

Problem problemOf(const Pass& pass) {
    const auto rank = [](std::initializer_list<int> dims) {
        ProjectionRank terms;
        for (const int dim : dims) terms.push_back({dim, 1});
        return terms;
    };
    Problem problem;
    problem.name = pass.layer;
    problem.dims = {
        {"R", pass.filterRows}, {"S", pass.filterRows}, {"P", pass.strip}, {"C", pass.channels}, {"M", pass.filters}};
    problem.tensors = {{"Inputs", Operand::input, {rank({kC}), rank({kP, kR}), rank({kS})}, 16, 16},
                       {"Weights", Operand::weight, {rank({kM}), rank({kC}), rank({kR}), rank({kS})}, 16, 16},
                       {"Outputs", Operand::output, {rank({kM}), rank({kP})}, 16, 16}};
    return problem;
}

/// Sets stand above each other while there are rows, then beside each other. A strip that is wider than the array is
/// folded: its second part stands above the first.
Mapping mappingOf(const Pass& pass, const Accelerator& accelerator) {
    const int glb = accelerator.levelIndex("GLB");
    const int element = accelerator.levelIndex("PE");
    const Fanout& array = accelerator.levels[static_cast<std::size_t>(glb)].fanout;
    Mapping mapping;
    for (const int tensor : {kInput, kWeight, kOutput}) mapping.nodes.emplace_back(Storage{tensor, 0});
    for (const int tensor : {kInput, kOutput}) mapping.nodes.emplace_back(Storage{tensor, glb});
    const bool isFolded = pass.strip > array.x;
    const bool isBeside = pass.filterRows * pass.filters * pass.channels > array.y;
    if (isFolded) mapping.nodes.emplace_back(spatialLoop(kP, 2, glb, Axis::y));
    mapping.nodes.emplace_back(spatialLoop(kM, pass.filters, glb, isBeside ? Axis::x : Axis::y));
    mapping.nodes.emplace_back(spatialLoop(kC, pass.channels, glb, Axis::y));
    mapping.nodes.emplace_back(spatialLoop(kR, pass.filterRows, glb, Axis::y));
    const Count columns = isFolded ? array.x : pass.strip;
    mapping.nodes.emplace_back(spatialLoop(kP, columns, (pass.strip - 1) % columns + 1, glb, Axis::x));
    for (const int tensor : {kInput, kWeight, kOutput}) mapping.nodes.emplace_back(Storage{tensor, element});
    mapping.nodes.emplace_back(temporalLoop(kS, pass.filterRows));
    return mapping;
}

double activeElements(const Pass& pass) {
    const auto accelerator = preset("eyeriss-v1").value();
    EvaluationContext context;
    context.format = accelerator.defaultFormat;
    const auto evaluation = evaluate(problemOf(pass), accelerator, mappingOf(pass, accelerator), context);
    if (!evaluation.isValid) throw std::runtime_error(evaluation.violations.front().message.text());
    return evaluation.levels[static_cast<std::size_t>(accelerator.levelIndex("PE"))].utilizedInstances;
}

/// Table III.
std::vector<Pass> alexNetPasses() {
    std::ifstream stream(std::string(NESTWRIGHT_TEST_DATA) + "/validation/eyeriss/eyeriss_jssc2017.json");
    const auto table = nlohmann::json::parse(stream)["table3_mapping_alexnet"];
    const auto columns = table["columns"].get<std::vector<std::string>>();
    const auto at = [&](const std::string& layer, const char* column) {
        const auto index = std::find(columns.begin(), columns.end(), column) - columns.begin();
        return table[layer][static_cast<std::size_t>(index)].get<Count>();
    };
    std::vector<Pass> passes;
    for (const auto* layer : {"CONV1", "CONV2", "CONV3", "CONV4", "CONV5"}) {
        passes.push_back({layer, at(layer, "R/S"), at(layer, "e"), at(layer, "r"), at(layer, "t")});
    }
    return passes;
}

/// The source gives no mappings for VGG-16. Its filters have 3 rows, so that four sets fill the 12 rows; strips of 13
/// rows of outputs for maps of 56 and more and of 14 below are the only ones that give the measured counts.
std::vector<Pass> vgg16Passes() {
    const std::map<int, Count> stripOfBlock = {{1, 13}, {2, 13}, {3, 13}, {4, 14}, {5, 14}};
    std::vector<Pass> passes;
    for (const auto& row : tableRows("eyeriss/vgg16.csv")) {
        if (row.front().rfind("CONV", 0) != 0) continue;
        passes.push_back({row.front(), 3, stripOfBlock.at(row.front()[4] - '0'), 1, 4});
    }
    return passes;
}

void compare(const std::string& network, const std::vector<Pass>& passes, const std::string& note) {
    const test::AccuracyTable table("Eyeriss, " + network + ": active processing elements and processing latency",
                                    {"layer", "active, measured", "active, ours", "latency, measured (ms)",
                                     "latency without waiting, ours (ms)", "share"});
    for (const auto& row : tableRows("eyeriss/" + network + ".csv")) {
        const auto pass =
            std::find_if(passes.begin(), passes.end(), [&](const Pass& p) { return p.layer == row.front(); });
        if (pass == passes.end()) continue;
        const double measured = numberIn(row[5]);
        const double ours = activeElements(*pass);
        EXPECT_EQ(ours, measured) << row.front();
        constexpr double kClockHz = 200e6;
        const double milliseconds = numberIn(row[4]) * 1e9 / (ours * kClockHz) * 1e3;
        // Time without waiting is a bound of the measured one; MACs are given to two digits.
        EXPECT_LT(milliseconds, numberIn(row[3]) * 1.02) << row.front();
        table.row({row.front(), row[5], fmt::format("{:.0f}", ours), row[3], fmt::format("{:.1f}", milliseconds),
                   fmt::format("{:.0f} %", milliseconds / numberIn(row[3]) * 100)});
    }
    table.note(note);
}

TEST(Eyeriss, ActiveElementsOfAlexNetAreExact) {
    const auto passes = alexNetPasses();
    ASSERT_EQ(passes.size(), 5U);
    compare("alexnet", passes, "Mappings of the paper's Table III. Others: MAESTRO 3.9 % of the processing latency.");
}

TEST(Eyeriss, ActiveElementsOfVgg16AreExact) {
    const auto passes = vgg16Passes();
    ASSERT_EQ(passes.size(), 13U);
    compare("vgg16", passes,
            "The source gives no mappings for VGG-16: strips of 13 or 14 rows are those that fit the measured counts.");
}

} // namespace
} // namespace nestwright
