// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/native/native.h"
#include "tests/support/machines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nestwright::native {
namespace {

const Accelerator kMachine = test::machine({test::level("DRAM", std::nullopt, 4), test::level("Buffer", 1024)});

TEST(Native, ProblemsReadBackEqual) {
    const Problem problem = test::conv1d(4, 3, 8, 3, 2, 2);
    const auto read = readProblem(writeProblem(problem).dump(), "p.json");
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, problem);
}

TEST(Native, MappingsReadBackEqual) {
    const Problem problem = test::conv1d(4, 3, 8, 3);
    Mapping mapping = outermostOnlyMapping(problem);
    mapping.nodes.insert(mapping.nodes.begin() + 3, spatialLoop(2, 4, 3, 0, Axis::y));
    std::get<Storage>(mapping.nodes[1]).noTemporalReuse = true;
    const auto read = readMapping(writeMapping(problem, kMachine, mapping).dump(), "m.json", problem, kMachine);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, mapping);
}

struct Broken {
    const char* text;
    const char* mentions;
};

TEST(Native, BrokenMappingsNameThePlace) {
    const Problem problem = test::conv1d(4, 3, 8, 3);
    const std::vector<Broken> cases = {
        {"", "m.json"},
        {"{\n\"schema\": \"nestwright.mapping/1\",\n\"nodes\": [{\"loop\": \"Z\", \"bound\": 2}]}", "m.json:3"},
        {R"({"schema": "nestwright.mapping/1", "nodes": [{"loop": "K", "bound": 0}]})", "bound"},
        {R"({"schema": "nestwright.mapping/1", "nodes": [{"loop": "K", "bound": 2, "below": "DRAM"}]})",
         "neither a loop"},
        {R"({"schema": "nestwright.mapping/1", "nodes": [{"keep": "Weights", "in": "L7"}]})", "\"DRAM\", \"Buffer\""},
        {R"({"schema": "nestwright.mapping/2", "nodes": []})", "schema"}};
    for (const auto& [text, mentions] : cases) {
        const auto read = readMapping(text, "m.json", problem, kMachine);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().kind, ErrorKind::input);
        EXPECT_THAT(read.error().text(), testing::HasSubstr(mentions)) << text;
    }
}

TEST(Native, BrokenProblemsNameThePlace) {
    const std::vector<Broken> cases = {
        {R"({"schema": "nestwright.problem/1", "dims": [], "tensors": []})", "no dims"},
        {R"({"schema": "nestwright.problem/1", "dims": [{"name": "M", "bound": 4}], "tensors": []})", "0 outputs"},
        {R"({"schema": "nestwright.problem/1", "dims": [{"name": "M", "bound": 4}], "tensors": [{"name": "O", "operand": "output", "projection": [[{"dim": "N"}]]}]})",
         "no dim \"N\""}};
    for (const auto& [text, mentions] : cases) {
        const auto read = readProblem(text, "p.json");
        ASSERT_FALSE(read) << text;
        EXPECT_THAT(read.error().text(), testing::HasSubstr(mentions)) << text;
        EXPECT_THAT(read.error().text(), testing::HasSubstr("p.json")) << text;
    }
}

} // namespace
} // namespace nestwright::native
