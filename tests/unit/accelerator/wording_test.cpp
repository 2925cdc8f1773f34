// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/accelerator_json.h"
#include "core/accelerator/labels.h"
#include "core/accelerator/nearest_names.h"
#include "core/accelerator/presets.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace nestwright {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(NearestNames, WhatStartsWithTheWordComesFirst) {
    EXPECT_THAT(nearestNames("h100", {"b200", "h100-pcie", "h100-sxm", "h200-sxm"}, 3),
                ElementsAre("h100-sxm", "h100-pcie", "b200"));
    EXPECT_THAT(nearestNames("H100", {"b200", "h100-sxm"}, 1), ElementsAre("h100-sxm"));
    EXPECT_THAT(nearestNames("h100-sxn", {"h100-pcie", "h100-sxm"}, 1), ElementsAre("h100-sxm"));
}

std::string errorWith(const json::json_pointer& part, const json& value) {
    json file = json::parse(writeAccelerator(*preset("gemmini")).dump());
    file[part] = value;
    const auto read = readAccelerator(file.dump(), "mine.json");
    EXPECT_FALSE(read) << part.to_string();
    return read ? std::string() : read.error().text();
}

TEST(DescriptionErrors, SayWhichNumbersAreWanted) {
    const json bad = {{"value", -5}, {"badge", "assumed"}, {"source", "s"}};
    EXPECT_THAT(errorWith(json::json_pointer("/device/clock_mhz"), bad), HasSubstr("Wanted here: a number above 0."));
    EXPECT_THAT(errorWith(json::json_pointer("/device/clock_mhz"), -5), HasSubstr("A number above 0"));
    const json none = {{"value", 0}, {"badge", "assumed"}, {"source", "s"}};
    EXPECT_THAT(errorWith(json::json_pointer("/levels/0/fanout/x"), none),
                HasSubstr("Wanted here: a number of at least 1."));
}

TEST(DescriptionErrors, NameTheOneSchemaOnceAndEndInOneFullStop) {
    const auto wrong = errorWith(json::json_pointer("/schema"), "nestwright.accelerator/9");
    EXPECT_THAT(wrong, HasSubstr("Wanted here: \"nestwright.accelerator/1\"."));
    const auto list = readAccelerator("[]", "mine.json");
    ASSERT_FALSE(list);
    EXPECT_THAT(list.error().text(), Not(HasSubstr("..")));
    const auto choice = errorWith(json::json_pointer("/levels/1/buffering"), "triple");
    EXPECT_THAT(choice, HasSubstr("one of \"single\", \"double\" ("));
}

TEST(Labels, AreTheNamesWhereThoseDiffer) {
    const std::vector<Accelerator> both = {*preset("h100-sxm"), *preset("gemmini")};
    EXPECT_THAT(distinctLabels(both), ElementsAre(both[0].name, both[1].name));
}

TEST(Labels, TellAPresetFromAnEditedCopy) {
    Accelerator copy = *preset("h100-sxm");
    copy.device.launchSeconds = 1e-6;
    const std::vector<Accelerator> both = {*preset("h100-sxm"), copy};
    const std::string name = copy.name;
    EXPECT_THAT(distinctLabels(both, std::vector<std::string>{"", "/home/me/mine.json"}),
                ElementsAre(name + " (h100-sxm)", name + " (mine.json)"));
    EXPECT_THAT(distinctLabels({&copy, 1}, std::vector<std::string>{"mine.json"}), ElementsAre(name + " (mine.json)"));
    EXPECT_THAT(distinctLabels({&copy, 1}), ElementsAre(name));
    EXPECT_THAT(distinctLabels(both), ElementsAre(name + " (h100-sxm) #1", name + " (h100-sxm) #2"));
}

TEST(Labels, KeepNamesOfTheUsersOwn) {
    Accelerator own = *preset("h100-sxm");
    own.name = "Mine";
    EXPECT_THAT(distinctLabels({&own, 1}, std::vector<std::string>{"mine.json"}), ElementsAre("Mine"));
    const std::vector<Accelerator> both = {own, own};
    EXPECT_THAT(distinctLabels(both, std::vector<std::string>{"a/arch.yaml+a/ert.yaml", "b.json"}),
                ElementsAre("Mine (arch.yaml+ert.yaml)", "Mine (b.json)"));
}

} // namespace
} // namespace nestwright
