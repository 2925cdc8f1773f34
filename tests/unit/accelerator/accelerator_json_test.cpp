// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/accelerator_json.h"
#include "core/accelerator/presets.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace nestwright {
namespace {

using testing::HasSubstr;

constexpr const char* kSmall = R"({
  "schema": "nestwright.accelerator/1",
  "id": "small",
  "name": "A small machine",
  "default_format": "int8",
  "levels": [
    {
      "name": "DRAM",
      "shared_gb_per_s": {"value": 16, "badge": "published", "source": "A datasheet"}
    },
    {
      "name": "Buffer",
      "capacity_kib": 64,
      "word_bits": 16,
      "block_words": 4,
      "energy": {"read_pj_per_bit": 0.5, "write_pj": 40},
      "fanout": {"x": 4, "y": 3, "x_carries": ["output_channel"], "multicast": false}
    },
    {
      "name": "Registers",
      "operand_capacity_bytes": {"weight": 2},
      "may_keep": ["weight"],
      "buffering": "single"
    }
  ],
  "compute": {
    "macs_per_lane_cycle": {"int8": 1}
  },
  "device": {
    "clock_mhz": 500,
    "launch_us": {"value": 3.8, "badge": "recalled", "source": "A blog"},
    "memory_gb": 2,
    "maturity": {"conv": 2}
  }
}
)";

/// The small machine with one text in place of another.
std::string with(const std::string& from, const std::string& to) {
    std::string text = kSmall;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

int lineOf(const std::string& text, const std::string& what) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(text.find(what));
    return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

TEST(AcceleratorJson, ReadsUnits) {
    const auto machine = readAccelerator(kSmall, "small.json");
    ASSERT_TRUE(machine) << machine.error().text();
    EXPECT_DOUBLE_EQ(*machine->levels[0].sharedBitsPerCycle, 16e9 * 8 / 500e6);
    EXPECT_EQ(machine->levels[1].capacityBits, 64 * 1024 * 8);
    EXPECT_DOUBLE_EQ(machine->levels[1].energy.readPj, 0.5 * 64);
    EXPECT_DOUBLE_EQ(machine->levels[1].energy.writePj, 40);
    EXPECT_EQ(machine->levels[1].fanout.children(), 12);
    EXPECT_EQ(machine->levels[1].fanout.xRule, AxisRule{DimClass::outputChannel});
    EXPECT_FALSE(machine->levels[1].fanout.multicast);
    EXPECT_EQ(machine->levels[2].mayKeep, std::set<Operand>{Operand::weight});
    EXPECT_EQ(machine->levels[2].operandCapacityBits.at(Operand::weight), 16);
    EXPECT_EQ(machine->levels[2].buffering, Buffering::single);
    EXPECT_DOUBLE_EQ(machine->device.clockHz, 500e6);
    EXPECT_DOUBLE_EQ(machine->device.launchSeconds, 3.8e-6);
    EXPECT_EQ(machine->device.memoryBytes, 2'000'000'000);
    EXPECT_EQ(machine->device.maturity.at(LayerType::conv), 2);
}

TEST(AcceleratorJson, UnknownFiguresStayAbsent) {
    const auto machine = readAccelerator(kSmall, "small.json");
    ASSERT_TRUE(machine);
    EXPECT_FALSE(machine->levels[0].capacityBits);
    EXPECT_FALSE(machine->levels[1].readBitsPerCycle);
    EXPECT_FALSE(machine->device.tdpW);
    EXPECT_FALSE(machine->device.staticPowerW);
    const auto written = writeAccelerator(*machine);
    EXPECT_FALSE(written["device"].contains("tdp_w"));
    EXPECT_FALSE(written["levels"][0].contains("capacity_bytes"));
}

TEST(AcceleratorJson, KeepsProvenanceByPath) {
    const auto machine = readAccelerator(kSmall, "small.json");
    ASSERT_TRUE(machine);
    EXPECT_EQ(machine->provenance.at("levels.DRAM.shared_bytes_per_cycle"),
              (Provenance{Badge::published, "A datasheet", ""}));
    EXPECT_EQ(machine->provenance.at("device.launch_us").badge, Badge::recalled);
    EXPECT_EQ(machine->provenance.size(), 2U);
}

TEST(AcceleratorJson, WritingAndReadingGivesAnEqualMachine) {
    auto machine = readAccelerator(kSmall, "small.json");
    ASSERT_TRUE(machine);
    machine->levels[1].capacityBits = 1001; // no whole bytes
    machine->levels[1].readBitsPerCycle = 100.0 / 3;
    machine->levels[2].operandCapacityBits[Operand::output] = 13;
    machine->levels[2].inPlaceReduction = false;
    machine->levels[1].fanout.timing = {16, 0.5, true};
    machine->device.clockHz = 1e9 / 3;
    machine->device.launchSeconds = 1.0 / 3e6;
    machine->device.linkBytesPerSecond = 1e11 / 7;
    machine->elementPerWord = true;
    machine->notes = {"A note with \"quotes\" and \xC3\xBC"};
    machine->provenance["levels.Buffer.fanout.multicast"] = {Badge::assumed, "A guess", "Not a figure"};
    machine->provenance["levels.Buffer.capacity_bytes"] = {Badge::measured, "A microscope", ""};
    const auto again = readAccelerator(writeAccelerator(*machine).dump(), "again.json");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(*again, *machine);
}

struct Broken {
    const char* name;
    const char* from;
    const char* to;
    const char* at;       ///< text on the line of the error
    const char* mentions; ///< path or key in the message
    const char* remedy = "";
};

class BrokenFile : public testing::TestWithParam<Broken> {};

TEST_P(BrokenFile, IsTurnedDownWithPlacePathAndRemedy) {
    const auto& broken = GetParam();
    const auto text = with(broken.from, broken.to);
    const auto result = readAccelerator(text, "broken.json");
    ASSERT_FALSE(result);
    const auto& error = result.error();
    EXPECT_EQ(error.kind, ErrorKind::input);
    EXPECT_EQ(error.place.file, "broken.json");
    EXPECT_EQ(error.place.line, lineOf(text, broken.at)) << error.text();
    EXPECT_GT(error.place.column, 0);
    EXPECT_THAT(error.message.text(), HasSubstr(broken.mentions));
    ASSERT_TRUE(error.remedy);
    EXPECT_THAT(error.remedy->text(), HasSubstr(broken.remedy));
}

INSTANTIATE_TEST_SUITE_P(
    AcceleratorJson, BrokenFile,
    testing::Values(
        Broken{"Comma", R"("id": "small",)", R"("id": "small")", R"("name": "A small)", "no valid JSON"},
        Broken{"CutOff", "\"device\": {\n", "\"device\":", "\"clock_mhz\"", "no valid JSON"},
        Broken{"RepeatedKey", R"("block_words": 4,)", R"("word_bits": 4,)", R"("word_bits": 4,)",
               "\"word_bits\" stands twice"},
        Broken{"UnknownKey", "capacity_kib", "capacity_kb", "capacity_kb",
               "levels[1] has the unknown key \"capacity_kb\"", "\"capacity_kib\""},
        Broken{"UnknownKeyAtTheTop", R"("id": "small")", R"("id": "small", "colour": 3)", "colour",
               "unknown key \"colour\""},
        Broken{"MissingKey", R"("name": "Buffer",)", "", "{\n      \n", "levels[1] lacks the key \"name\"",
               "Name of the level"},
        Broken{"MissingDevice", R"("device")", R"("devices")", "devices", "unknown key \"devices\"", "\"device\""},
        Broken{"Text", R"("capacity_kib": 64)", R"("capacity_kib": "64")", "capacity_kib",
               "levels[1].capacity_kib can't be \"64\"", "A number above 0"},
        Broken{"Negative", R"("capacity_kib": 64)", R"("capacity_kib": -64)", "capacity_kib", "levels[1].capacity_kib"},
        Broken{"ZeroBandwidth", R"({"value": 16,)", R"({"value": 0,)", "shared_gb_per_s",
               "levels[0].shared_gb_per_s.value"},
        Broken{"NoBadge", R"("badge": "published", )", "", "shared_gb_per_s",
               "levels[0].shared_gb_per_s lacks the key \"badge\"", "measured"},
        Broken{"BadBadge", R"("published")", R"("certain")", "shared_gb_per_s",
               "levels[0].shared_gb_per_s.badge can't be \"certain\"", "\"published\""},
        Broken{"BadOperand", R"("may_keep": ["weight"])", R"("may_keep": ["weights"])", "may_keep",
               "levels[2].may_keep[0]", "\"weight\""},
        Broken{"BadAxisRule", R"(["output_channel"])", R"(["K"])", "x_carries", "levels[1].fanout.x_carries[0]",
               "\"output_channel\""},
        Broken{"BadFormat", R"({"int8": 1})", R"({"int9": 1})", "int9", "unknown key \"int9\"", "\"int8\""},
        Broken{"BadDefaultFormat", R"("default_format": "int8")", R"("default_format": "octet")", "octet",
               "default_format"},
        Broken{"OtherSchema", "accelerator/1", "accelerator/9", "accelerator/9", "schema can't be",
               "nestwright.accelerator/1"},
        Broken{"Fraction", R"("block_words": 4)", R"("block_words": 4.5)", "block_words",
               "levels[1].block_words must come to a whole"},
        Broken{"TwoUnits", R"("capacity_kib": 64)", R"("capacity_kib": 64, "capacity_mib": 1)", "capacity_mib",
               "levels[1].capacity_"},
        Broken{"TooLarge", R"("capacity_kib": 64)", R"("capacity_kib": 1e300)", "capacity_kib",
               "levels[1].capacity_kib"},
        Broken{"Overflow", R"("capacity_kib": 64)", R"("capacity_kib": 1e999)", "capacity_kib", "1e999"},
        Broken{"SameName", R"("name": "Registers")", R"("name": "Buffer")", R"("Buffer",
      "operand)",
               "Two levels are named Buffer"},
        Broken{"TooManyLanes", R"("x": 4, "y": 3)", R"("x": 9e15, "y": 9e15)", "9e15", "level Buffer"},
        Broken{"Outermost", R"("name": "DRAM",)", R"("name": "DRAM", "may_keep": ["input"],)", "may_keep\": [\"input",
               "outermost level DRAM"},
        Broken{"NoLevels", R"("levels": [)", R"("levels": [], "other": [)", R"("levels")", "levels can't be []"}),
    [](const auto& info) { return std::string(info.param.name); });

/// Who writes a preset and edits its clock changes the compute, not the memory.
TEST(AcceleratorJson, TheRateOfADevicesMemoryIsWrittenPerSecond) {
    const auto original = preset("h100-sxm");
    ASSERT_TRUE(original);
    auto json = writeAccelerator(*original);
    EXPECT_EQ(json["levels"][0]["shared_gb_per_s"]["value"], 3350);
    EXPECT_FALSE(json["levels"][0].contains("shared_bytes_per_cycle"));
    json["device"]["clock_mhz"]["value"] = 1980;
    const auto faster = readAccelerator(json.dump(), "faster.json");
    ASSERT_TRUE(faster) << faster.error().text();
    EXPECT_NEAR(*faster->levels[0].sharedBitsPerCycle * faster->device.clockHz, 3350e9 * 8, 1);
}

TEST(AcceleratorJson, TurnsDownADeepFile) {
    const std::string deep(100'000, '[');
    const auto result = readAccelerator(deep, "deep.json");
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().text(), HasSubstr("deep.json"));
    EXPECT_THAT(result.error().text(), HasSubstr("deep"));
}

TEST(AcceleratorJson, TurnsDownAHugeFile) {
    const auto result = readAccelerator(std::string(9 << 20, ' '), "huge.json");
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().text(), HasSubstr("limit"));
}

TEST(AcceleratorJson, TurnsDownWhatIsNoObject) {
    for (const auto* text : {"", "[]", "3", "null", "\"levels\"", "{}", "\xFF\xFE", "{\"schema\":"}) {
        const auto result = readAccelerator(text, "odd.json");
        ASSERT_FALSE(result) << text;
        EXPECT_EQ(result.error().place.file, "odd.json");
        EXPECT_FALSE(result.error().message.text().empty());
        EXPECT_TRUE(result.error().remedy);
    }
}

/// Whatever single character is lost or doubled, the reader answers with a machine or an error and keeps running.
TEST(AcceleratorJson, OutlivesEverySmallDamage) {
    const std::string whole = kSmall;
    const auto expectAnAnswer = [](const std::string& text) {
        const auto result = readAccelerator(text, "damaged.json");
        EXPECT_TRUE(result || !result.error().text().empty());
    };
    for (std::size_t i = 0; i < whole.size(); i += 3) {
        auto text = whole;
        text.erase(i, 1);
        expectAnAnswer(text);
        text.insert(i, 2, whole[i]);
        expectAnAnswer(text);
    }
}

} // namespace
} // namespace nestwright
