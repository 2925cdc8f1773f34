// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accelerator/presets.h"
#include "core/formats/workloads/shipped.h"
#include "core/plan/plan.h"
#include "core/plan/totals.h"
#include "core/workload/problem_graph.h"

#include <gmock/gmock.h>

#include "machines.h"
#include "small_graphs.h"

namespace nestwright {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> assumptionsOf(const Graph& graph, const Accelerator& accelerator,
                                       const PlanOptions& options = {}) {
    const auto result = plan(graph, {}, accelerator, options, {});
    EXPECT_TRUE(result) << (result ? std::string() : result.error().text());
    std::vector<std::string> texts;
    if (!result) return texts;
    for (const auto& note : (*result)->assumptions) texts.push_back(note.text());
    return texts;
}

TEST(PlanAssumptions, SayWhatLaunchesTakeAndWhoSaysSo) {
    Accelerator machine = test::gpu();
    machine.provenance["device.launch_us"] = {Badge::recalled, "a paper", "back to back"};
    const auto result = plan(test::twoLayers(16, 64), {}, machine, {}, {});
    ASSERT_TRUE(result);
    const double share = 3 * 2.5e-6 / (*result)->totals.latencySeconds.p50;
    char percent[16];
    std::snprintf(percent, sizeof percent, "%.1f %%", 100 * share);
    EXPECT_THAT(
        assumptionsOf(test::twoLayers(16, 64), machine),
        Contains(AllOf(HasSubstr("Launching a kernel takes 2.50 µs"), HasSubstr("(recalled: a paper; back to back)"),
                       HasSubstr("added in full to each (here 3)"), HasSubstr(std::string(percent) + " of the time"))));
    machine.provenance.clear();
    EXPECT_THAT(assumptionsOf(test::twoLayers(16, 64), machine),
                Contains(HasSubstr("its description names no source")));
    machine.device.launchSeconds = 0;
    EXPECT_THAT(assumptionsOf(test::twoLayers(16, 64), machine),
                Contains(HasSubstr("Launching a kernel takes no time")));
}

TEST(PlanAssumptions, NameWhatAppliesToTheModelOnly) {
    const auto resnet = assumptionsOf(*workloads::shipped("resnet50", {}), *preset("gemmini"));
    EXPECT_THAT(resnet, Contains(HasSubstr("padding of convolutions counts as read")));
    EXPECT_THAT(resnet, Not(Contains(HasSubstr("attention"))));
    Bindings small;
    small.batch = 1;
    small.sequence = 16;
    const auto bert = assumptionsOf(*workloads::shipped("bert-base", small), *preset("h100-sxm"));
    EXPECT_THAT(bert, Contains(HasSubstr("no fused attention is modelled")));
    EXPECT_THAT(bert, Not(Contains(HasSubstr("padding"))));
    for (const auto& text : bert) EXPECT_THAT(text, Not(HasSubstr("gap")));
}

TEST(PlanAssumptions, WriteFiguresForPeople) {
    Accelerator machine = test::gpu();
    machine.device.memoryBytes = Count{1} << 20;
    machine.device.staticPowerW = 2000;
    machine.device.tdpW = 700;
    const auto texts = assumptionsOf(test::twoLayers(64, 1024), machine);
    EXPECT_THAT(texts,
                Contains(AllOf(HasSubstr("3.25 MiB (76.5 % of what is needed)"), HasSubstr("memory of 1.00 MiB"))));
    EXPECT_THAT(texts, Contains(AllOf(HasSubstr("kW is above the device's 700 W"))));
}

Graph problemOfBits(int bits) {
    Problem problem = gemmProblem(1, 64, 64, 64, bits, 32);
    problem.name = "fc";
    return graphOf(problem);
}

TEST(PlanAssumptions, TellTheBitsThatAProblemKeeps) {
    const auto narrow = assumptionsOf(problemOfBits(8), test::gpu());
    EXPECT_THAT(narrow, Contains(HasSubstr("Multiply-adds run at the rate of bf16, while the tensors of matrix work "
                                           "keep the bits that the workload gives them (8)")));
    EXPECT_THAT(narrow, Not(Contains(HasSubstr("activations are in bf16"))));
    EXPECT_THAT(narrow, Contains(HasSubstr("bf16 was chosen")));
    EXPECT_THAT(assumptionsOf(problemOfBits(16), test::gpu()), Contains(HasSubstr("activations are in bf16")));
    PlanOptions asked;
    asked.format = DataType::bfloat16;
    EXPECT_THAT(assumptionsOf(problemOfBits(8), test::gpu(), asked), Not(Contains(HasSubstr("was chosen"))));
}

TEST(PlanSlice, TellsTheRunThatWasPlanned) {
    Bindings decode;
    decode.phase = "decode";
    decode.past = 15;
    const PlanSlice step = sliceOf(*workloads::shipped("llama3-8b", decode), decode);
    EXPECT_EQ(step.batch, Count{1});
    EXPECT_EQ(step.past, Count{15});
    EXPECT_EQ(step.phase, "decode");
    EXPECT_FALSE(step.sequence);
    Bindings tokens;
    tokens.past = 15;
    tokens.sequence = 3;
    const PlanSlice image = sliceOf(*workloads::shipped("resnet50", tokens), tokens);
    EXPECT_EQ(image.batch, Count{1});
    EXPECT_FALSE(image.phase);
    EXPECT_FALSE(image.sequence);
    EXPECT_FALSE(image.past);
}

} // namespace
} // namespace nestwright
