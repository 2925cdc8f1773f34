// SPDX-License-Identifier: GPL-3.0-or-later
// Optima that accelforge proved for single operators, against those of the optimal mapper under its counting rules.
#include "core/cost/rules.h"
#include "core/search/mapper.h"
#include "tests/support/accuracy_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace nestwright {
namespace {

constexpr double kSame = 1e-6; ///< accelforge works in single precision
constexpr int kBits = 8;       ///< of a value

struct Golden {
    std::string tag;
    nlohmann::json json;
};

std::vector<Golden> goldens() {
    std::vector<Golden> found;
    const std::filesystem::path folder = NESTWRIGHT_TEST_DATA "/reference/accelforge";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::ifstream file(entry.path());
        auto json = nlohmann::json::parse(file);
        found.push_back({json.at("tag"), std::move(json)});
    }
    std::sort(found.begin(), found.end(), [](const Golden& a, const Golden& b) { return a.tag < b.tag; });
    return found;
}

Count parameter(const Golden& golden, const char* name) {
    return std::stoll(golden.json.at("parameters").at(name).get<std::string>());
}

/// T1[m, n1] += T0[m, n0] x W0[n0, n1].
Problem matmul(const Golden& golden) {
    const Count n = parameter(golden, "KN");
    Problem problem;
    problem.name = golden.tag;
    problem.dims = {{"m", parameter(golden, "M")}, {"n0", n}, {"n1", n}};
    problem.tensors = {{"T0", Operand::input, {{{0, 1}}, {{1, 1}}}, kBits, kBits},
                       {"W0", Operand::weight, {{{1, 1}}, {{2, 1}}}, kBits, kBits},
                       {"T1", Operand::output, {{{0, 1}}, {{2, 1}}}, kBits, kBits}};
    return problem;
}

Level memory(const char* name, double readPjPerBit, double writePjPerBit) {
    Level level;
    level.name = name;
    level.wordBits = kBits;
    level.energy = {readPjPerBit * kBits, writePjPerBit * kBits, writePjPerBit * kBits};
    level.buffering = Buffering::single;
    return level;
}

/// examples/arches/simple.yaml: a main memory, a buffer and one MAC.
Accelerator simpleMachine(const Golden& golden) {
    Accelerator machine;
    machine.id = machine.name = "simple";
    const auto pj = static_cast<double>(parameter(golden, "MainMemoryEnergy"));
    machine.levels = {memory("MainMemory", pj, pj), memory("GlobalBuffer", 1, 1)};
    machine.levels[1].capacityBits = parameter(golden, "GlobalBufferSize");
    machine.compute.macsPerLaneCycle[DataType::int8] = 1;
    machine.compute.energyPj[DataType::int8] = 1;
    return machine;
}

/// examples/arches/tpu_v4i.yaml. An axis of the array that may share one tensor alone carries the dims that only this
/// tensor lacks.
Accelerator tpuMachine() {
    constexpr double kClockHz = 1.05e9;
    constexpr Count kBitsPerMib = Count{8} << 20;
    const auto perCycle = [](double gbytesPerSecond) { return gbytesPerSecond * 8e9 / kClockHz; };
    Accelerator machine;
    machine.id = machine.name = "tpu_v4i";
    Level main = memory("MainMemory", 7.03, 7.03);
    main.sharedBitsPerCycle = perCycle(614);
    Level global = memory("GlobalBuffer", 1.88, 2.36);
    global.capacityBits = 128 * kBitsPerMib;
    global.readBitsPerCycle = perCycle(2048);
    global.writeBitsPerCycle = perCycle(1024);
    global.fanout.x = 4;
    global.fanout.multicast = global.fanout.spatialReduction = false;
    Level local = memory("LocalBuffer", 0.249, 0.293);
    local.capacityBits = 4 * kBitsPerMib;
    local.mayKeep = local.mustKeep = {Operand::input, Operand::output};
    local.fanout.x = local.fanout.y = 128;
    local.fanout.xRule = {DimClass::outputChannel};
    local.fanout.yRule = {DimClass::reduction};
    Level registers = memory("Register", 0, 0);
    registers.capacityBits = kBits;
    registers.mayKeep = registers.mustKeep = {Operand::weight};
    machine.levels = {main, global, local, registers};
    machine.compute.macsPerLaneCycle[DataType::int8] = 1;
    machine.compute.energyPj[DataType::int8] = 0.084;
    machine.device.clockHz = kClockHz;
    return machine;
}

TEST(AccelforgeReference, OptimaAreEqual) {
    const test::AccuracyTable table("Optima of single operators that accelforge proved",
                                    {"problem", "objective", "accelforge", "ours", "proved", "mapspace", "looked at"});
    int compared = 0;
    for (const auto& golden : goldens()) {
        SCOPED_TRACE(golden.tag);
        const bool isTpu = golden.tag.starts_with("tpu");
        const bool isEnergy = golden.json.at("metric") == "ENERGY";
        MapperOptions options;
        options.objective = isEnergy ? Objective::energy : Objective::latency;
        options.metric = Metric::bound;
        options.form = MappingForm::uneven;
        options.context.rules = *rulesByName("accelforge");
        if (isTpu) options.constraints.minLaneUse = 1; // min_usage of its arrays
        const Accelerator machine = isTpu ? tpuMachine() : simpleMachine(golden);
        const auto found = makeOptimalMapper()->map(matmul(golden), machine, options, {});
        ASSERT_TRUE(found) << found.error().text();
        double theirs = golden.json.at(isEnergy ? "energy" : "latency");
        if (isTpu) theirs *= isEnergy ? 1e12 : machine.device.clockHz; // joules, seconds
        const double ours = isEnergy ? found->cost.energyPj : found->cost.boundCycles;
        EXPECT_NEAR(ours, theirs, kSame * theirs);
        EXPECT_TRUE(found->proof.isOptimal);
        table.row({golden.tag, isEnergy ? "energy (pJ)" : "latency (cycles)", fmt::format("{:.0f}", theirs),
                   fmt::format("{:.0f}", ours), found->proof.isOptimal ? "yes" : "no",
                   found->proof.mapspaceSize ? fmt::format("{:.1e}", *found->proof.mapspaceSize) : "not counted",
                   fmt::format("{:.0f}", found->proof.considered)});
        ++compared;
    }
    EXPECT_EQ(compared, 5);
    table.note("Under its counting rules, uneven mappings, perfect factors; every lane of the TPU in use, as its "
               "description asks.");
}

/// In a small buffer that holds all tensors' tiles from the same place in the nest, others are the best.
TEST(AccelforgeReference, UnevenMappingsCanCostLess) {
    const Golden golden = goldens().front();
    Accelerator machine = simpleMachine(golden);
    machine.levels[1].capacityBits = 150 * kBits;
    MapperOptions options;
    options.objective = Objective::energy;
    options.metric = Metric::bound;
    options.context.rules = *rulesByName("accelforge");
    const auto even = makeOptimalMapper()->map(matmul(golden), machine, options, {});
    options.form = MappingForm::uneven;
    const auto uneven = makeOptimalMapper()->map(matmul(golden), machine, options, {});
    ASSERT_TRUE(even && uneven);
    EXPECT_TRUE(even->proof.isOptimal && uneven->proof.isOptimal);
    EXPECT_LT(uneven->cost.energyPj, 0.95 * even->cost.energyPj);
}

} // namespace
} // namespace nestwright
