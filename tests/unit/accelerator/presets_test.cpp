// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/accelerator_json.h"
#include "core/accelerator/differences.h"
#include "core/accelerator/presets.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "resources/embedded.h"
#include <algorithm>
#include <set>

namespace nestwright {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json fileOf(const std::string& id) { return json::parse(embeddedFile("presets/" + id + ".json")); }

class EveryPreset : public testing::TestWithParam<std::string> {};

TEST_P(EveryPreset, ReadsAndMakesSense) {
    const auto accelerator = preset(GetParam());
    ASSERT_TRUE(accelerator) << accelerator.error().text();
    EXPECT_EQ(accelerator->id, GetParam());
    EXPECT_FALSE(accelerator->name.empty());
    EXPECT_FALSE(accelerator->vendor.empty());
    EXPECT_TRUE(validate(*accelerator)) << validate(*accelerator).error().text();
    EXPECT_GT(accelerator->peakMacsPerCycle(accelerator->defaultFormat), 0);
    EXPECT_GT(accelerator->device.vectorOpsPerSecond, 0);
}

TEST_P(EveryPreset, SurvivesWritingAndReading) {
    const auto accelerator = preset(GetParam());
    ASSERT_TRUE(accelerator);
    const auto again = readAccelerator(writeAccelerator(*accelerator).dump(2), "written.json");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(*again, *accelerator);
}

/// Word and block sizes say how accesses are counted; they are no facts about the chip.
bool isCountingUnit(const std::string& key) { return key == "word_bits" || key == "block_words"; }

void expectOrigins(const json& node, const std::string& path) {
    if (node.is_object() && node.contains("value")) {
        EXPECT_TRUE(node.contains("badge")) << path;
        EXPECT_FALSE(node.value("source", "").empty()) << path;
        const auto badge = node.value("badge", "");
        if (badge == "assumed" || badge == "derived") {
            EXPECT_FALSE(node.value("note", "").empty()) << path << " says not how it was found";
        }
        return;
    }
    EXPECT_FALSE(node.is_number()) << path << " has neither badge nor source";
    if (!node.is_structured()) return;
    for (const auto& item : node.items()) {
        if (!isCountingUnit(item.key())) expectOrigins(item.value(), path + "/" + item.key());
    }
}

TEST_P(EveryPreset, TellsTheOriginOfEveryFigure) { expectOrigins(fileOf(GetParam()), ""); }

TEST_P(EveryPreset, PricesEveryAccessAndEveryFormat) {
    const auto accelerator = preset(GetParam());
    ASSERT_TRUE(accelerator);
    for (const auto& level : accelerator->levels) {
        EXPECT_GT(level.energy.readPj, 0) << level.name;
        EXPECT_GT(level.energy.writePj, 0) << level.name;
        EXPECT_GT(level.energy.updatePj, 0) << level.name;
    }
    for (const auto& [format, rate] : accelerator->compute.macsPerLaneCycle) {
        EXPECT_EQ(accelerator->compute.energyPj.count(format), 1U) << nameOf(format);
    }
}

INSTANTIATE_TEST_SUITE_P(Presets, EveryPreset, testing::ValuesIn(presetIds()), [](const auto& info) {
    auto name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

struct Peak {
    const char* id;
    const char* format;
    double tera; ///< dense operations per second, two for each multiply-add, as published
    double tolerance = 0.015;
};

class PublishedPeak : public testing::TestWithParam<Peak> {};

TEST_P(PublishedPeak, IsReachedByTheLanesAtTheClock) {
    const auto& [id, format, tera, tolerance] = GetParam();
    const auto accelerator = preset(id);
    ASSERT_TRUE(accelerator) << accelerator.error().text();
    const auto operations = 2 * accelerator->peakMacsPerCycle(*dataTypeFromName(format)) * accelerator->device.clockHz;
    EXPECT_NEAR(operations / 1e12, tera, tera * tolerance);
}

constexpr double kOneDigit = 0.03; // quoted with one digit

INSTANTIATE_TEST_SUITE_P(
    Presets, PublishedPeak,
    testing::Values(
        Peak{"a100-40-sxm", "fp32", 19.5}, Peak{"a100-40-sxm", "tf32", 156}, Peak{"a100-40-sxm", "bf16", 312},
        Peak{"a100-40-sxm", "fp16", 312}, Peak{"a100-40-sxm", "int8", 624}, Peak{"a100-40-sxm", "int4", 1248},
        Peak{"a100-80-sxm", "fp32", 19.5}, Peak{"a100-80-sxm", "tf32", 156}, Peak{"a100-80-sxm", "bf16", 312},
        Peak{"a100-80-sxm", "fp16", 312}, Peak{"a100-80-sxm", "int8", 624}, Peak{"a100-80-sxm", "int4", 1248},
        Peak{"b200", "fp32", 80}, Peak{"b200", "tf32", 1125}, Peak{"b200", "bf16", 2250}, Peak{"b200", "fp16", 2250},
        Peak{"b200", "fp8", 4500}, Peak{"b200", "int8", 4500}, Peak{"b200", "fp4", 9000},
        Peak{"coral-edge-tpu", "int8", 4, kOneDigit}, Peak{"eyeriss-v1", "int16", 0.0672}, Peak{"gaudi2", "fp32", 11},
        Peak{"gaudi2", "bf16", 432}, Peak{"gaudi2", "fp8", 865}, Peak{"gaudi3", "fp32", 229},
        Peak{"gaudi3", "tf32", 459}, Peak{"gaudi3", "bf16", 1677}, Peak{"gaudi3", "fp16", 459},
        Peak{"gaudi3", "fp8", 1677}, Peak{"gemmini", "int8", 0.512}, Peak{"h100-pcie", "fp32", 51},
        Peak{"h100-pcie", "tf32", 378}, Peak{"h100-pcie", "bf16", 756}, Peak{"h100-pcie", "fp16", 756},
        Peak{"h100-pcie", "fp8", 1513}, Peak{"h100-pcie", "int8", 1513}, Peak{"h100-sxm", "fp32", 67},
        Peak{"h100-sxm", "tf32", 494.5}, Peak{"h100-sxm", "bf16", 989}, Peak{"h100-sxm", "fp16", 989},
        Peak{"h100-sxm", "fp8", 1979}, Peak{"h100-sxm", "int8", 1979}, Peak{"h200-sxm", "fp32", 67},
        Peak{"h200-sxm", "tf32", 494.5}, Peak{"h200-sxm", "bf16", 989}, Peak{"h200-sxm", "fp16", 989},
        Peak{"h200-sxm", "fp8", 1979}, Peak{"h200-sxm", "int8", 1979}, Peak{"jetson-agx-orin", "fp32", 5.3},
        Peak{"jetson-agx-orin", "fp16", 42.5}, Peak{"jetson-agx-orin", "int8", 85.5}, Peak{"l4", "fp32", 30.3},
        Peak{"l4", "tf32", 60}, Peak{"l4", "bf16", 121}, Peak{"l4", "fp16", 121}, Peak{"l4", "fp8", 242.5},
        Peak{"l4", "int8", 242.5}, Peak{"l4", "int4", 485}, Peak{"l40s", "fp32", 91.6}, Peak{"l40s", "tf32", 183},
        Peak{"l40s", "bf16", 362}, Peak{"l40s", "fp16", 362}, Peak{"l40s", "fp8", 733}, Peak{"l40s", "int8", 733},
        Peak{"l40s", "int4", 1466}, Peak{"mi300x", "fp32", 163.4}, Peak{"mi300x", "tf32", 653.7},
        Peak{"mi300x", "bf16", 1307}, Peak{"mi300x", "fp16", 1307}, Peak{"mi300x", "fp8", 2615},
        Peak{"mi300x", "int8", 2615}, Peak{"nvdla-large", "fp16", 2.048}, Peak{"nvdla-large", "int8", 4.096},
        Peak{"simba-chiplet", "int8", 4.0, kOneDigit}, Peak{"tesla-fsd-npu", "int8", 36.86}, Peak{"tpu-v1", "int8", 92},
        Peak{"tpu-v4", "bf16", 275}, Peak{"tpu-v4", "int8", 275}, Peak{"tpu-v5e", "bf16", 197},
        Peak{"tpu-v5e", "int8", 393}, Peak{"tpu-v5p", "bf16", 459}, Peak{"tpu-v5p", "int8", 918},
        Peak{"tpu-v6e", "bf16", 918}, Peak{"tpu-v6e", "fp8", 918}, Peak{"tpu-v6e", "int8", 1836},
        Peak{"trainium1", "fp32", 47.5}, Peak{"trainium1", "tf32", 190}, Peak{"trainium1", "bf16", 190},
        Peak{"trainium1", "fp16", 190}, Peak{"trainium1", "fp8", 190}, Peak{"trainium1", "int8", 380},
        Peak{"v100-32-sxm2", "fp32", 15.7}, Peak{"v100-32-sxm2", "fp16", 125}, Peak{"v100-32-sxm2", "int8", 62.8}));

TEST(Presets, AreListedInOrder) {
    const auto ids = presetIds();
    EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
    EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
    for (const auto* id :
         {"a100-40-sxm", "a100-80-sxm", "b200",          "coral-edge-tpu", "eyeriss-v1",      "gaudi2", "gaudi3",
          "gemmini",     "h100-pcie",   "h100-sxm",      "h200-sxm",       "jetson-agx-orin", "l4",     "l40s",
          "mi300x",      "nvdla-large", "simba-chiplet", "tesla-fsd-npu",  "tpu-v1",          "tpu-v4", "tpu-v5e",
          "tpu-v5p",     "tpu-v6e",     "trainium1",     "v100-32-sxm2"}) {
        EXPECT_THAT(ids, testing::Contains(id));
    }
}

TEST(Presets, AnUnknownIdGetsTheNearestOnes) {
    const auto missing = preset("h100-smx");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().kind, ErrorKind::input);
    EXPECT_THAT(missing.error().text(), HasSubstr("h100-smx"));
    EXPECT_THAT(missing.error().text(), HasSubstr("Did you mean \"h100-sxm\""));
}

TEST(Presets, AStrangeIdGetsTheWholeList) {
    const auto missing = preset("abacus-with-wooden-beads");
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().text(), HasSubstr("\"tpu-v1\""));
}

/// Memory bandwidth in bits per second.
double memoryRate(const Accelerator& accelerator) {
    const Level& memory = accelerator.levels.front();
    return memory.sharedBitsPerCycle.value_or(memory.readBitsPerCycle.value_or(0)) * accelerator.device.clockHz;
}

double bestRate(const Accelerator& accelerator) {
    double best = 0;
    for (const auto& entry : accelerator.compute.macsPerLaneCycle)
        best = std::max(best, accelerator.peakMacsPerCycle(entry.first) * accelerator.device.clockHz);
    return best;
}

/// A figure that was copied wrongly turns the order of two generations round.
TEST(Presets, NoSuccessorIsSlowerInEverything) {
    const std::pair<const char*, const char*> generations[] = {{"v100-32-sxm2", "a100-40-sxm"},
                                                               {"a100-40-sxm", "a100-80-sxm"},
                                                               {"a100-80-sxm", "h100-sxm"},
                                                               {"h100-sxm", "h200-sxm"},
                                                               {"h200-sxm", "b200"},
                                                               {"gaudi2", "gaudi3"},
                                                               {"tpu-v1", "tpu-v4"},
                                                               {"tpu-v4", "tpu-v5p"},
                                                               {"tpu-v5e", "tpu-v6e"}};
    for (const auto& [before, after] : generations) {
        const auto older = preset(before);
        const auto newer = preset(after);
        ASSERT_TRUE(older && newer) << before << after;
        const bool isFaster = bestRate(*newer) >= bestRate(*older) || memoryRate(*newer) >= memoryRate(*older) ||
                              newer->device.memoryBytes.value_or(0) >= older->device.memoryBytes.value_or(0);
        EXPECT_TRUE(isFaster) << before << " and " << after;
    }
}

TEST(Presets, AChangedFigureIsNamed) {
    const auto original = preset("h100-sxm");
    ASSERT_TRUE(original);
    Accelerator changed = *original;
    EXPECT_TRUE(differences(*original, changed).empty());
    changed.device.tdpW = 350;
    changed.provenance["device.tdp_w"].note = "a remark is no figure";
    changed.levels[1].fanout.links = !changed.levels[1].fanout.links;
    const auto found = differences(*original, changed);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0], (FigureDifference{"device.tdp_w", "700", "350"}));
    EXPECT_THAT(found[1].path, HasSubstr("levels[1].fanout"));
}

/// 128 x 256 results of fp32 in the registers and 128 x 256 x 64 operands of bf16, all twice: what tuned kernels use.
TEST(Presets, AnH100HoldsTheTilesOfTunedKernels) {
    const auto h100 = preset("h100-sxm");
    ASSERT_TRUE(h100);
    const auto& smem = h100->levels[static_cast<std::size_t>(h100->levelIndex("SMEM"))];
    const auto& registers = h100->levels[static_cast<std::size_t>(h100->levelIndex("RF"))];
    EXPECT_GE(*smem.capacityBits, 2 * (128 + 256) * 64 * 16);
    EXPECT_GE(registers.operandCapacityBits.at(Operand::output), 2 * 128 * 256 * 32 / 4);
}

} // namespace
} // namespace nestwright
