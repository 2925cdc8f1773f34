// SPDX-License-Identifier: GPL-3.0-or-later
// The closed form against the walk, on seeded random cases.
#include "tests/property/brute_force.h"
#include "tests/property/comparison.h"
#include "tests/property/random_case.h"

#include <gtest/gtest.h>

#include <set>

namespace nestwright {
namespace {

constexpr std::uint64_t kCases = 20000; ///< under each profile
constexpr int kReportedFailures = 2;

/// A share of the random cases under one profile.
struct Batch {
    const char* profile;
    std::uint64_t firstSeed;
    std::uint64_t cases;
};

class CountsProperty : public testing::TestWithParam<Batch> {};

std::vector<std::string> compareOne(const RandomCase& example, const CountingRules& rules) {
    const auto walked = walkCounts(example.problem, example.accelerator, example.mapping, rules);
    EvaluationContext context;
    context.rules = rules;
    return differences(example.problem, walked,
                       evaluate(example.problem, example.accelerator, example.mapping, context));
}

TEST_P(CountsProperty, ClosedFormEqualsWalk) {
    const CountingRules profile = rulesByName(GetParam().profile).value();
    int failed = 0;
    for (auto seed = GetParam().firstSeed; seed < GetParam().firstSeed + GetParam().cases; ++seed) {
        const auto example = randomCase(seed);
        CountingRules rules = example.rules;
        rules.steps = profile.steps;
        rules.linkIds = profile.linkIds;
        const auto lines = compareOne(example, rules);
        if (lines.empty() || ++failed > kReportedFailures) continue;
        ADD_FAILURE() << describe(example) << testing::PrintToString(lines);
    }
    EXPECT_EQ(failed, 0);
}

/// How many random cases have a trait.
struct Traits {
    int linked = 0;
    int uneven = 0;
    int imperfect = 0;
    int idle = 0;
    int fourLevels = 0;
    int twoArrays = 0;
    int slidingOutputs = 0;
};

void countTraits(const RandomCase& example, Traits& traits) {
    const auto walked = walkCounts(example.problem, example.accelerator, example.mapping, example.rules);
    bool isLinked = false;
    for (const auto& level : walked.levels) {
        for (const auto& network : level.networks) isLinked = isLinked || network.linked > 0;
    }
    std::set<int> arrays;
    for (const auto& node : example.mapping.nodes) {
        const auto* loop = std::get_if<Loop>(&node);
        if (loop != nullptr && loop->isSpatial) arrays.insert(loop->fanoutLevel);
    }
    traits.linked += isLinked ? 1 : 0;
    traits.uneven += example.isUneven ? 1 : 0;
    traits.imperfect += example.factors != FactorClass::perfect ? 1 : 0;
    traits.idle += example.factors == FactorClass::idleInstances ? 1 : 0;
    traits.fourLevels += walked.levels.size() == 4 ? 1 : 0;
    traits.twoArrays += arrays.size() == 2 ? 1 : 0;
    traits.slidingOutputs += example.problem.name == "transposed conv" ? 1 : 0;
}

TEST(RandomCases, HaveEveryTrait) {
    Traits traits;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) countTraits(randomCase(seed), traits);
    EXPECT_GE(traits.linked, 60);
    EXPECT_GE(traits.uneven, 600);
    EXPECT_GE(traits.imperfect, 300);
    EXPECT_GE(traits.idle, 10);
    EXPECT_GE(traits.fourLevels, 400);
    EXPECT_GE(traits.twoArrays, 120);
    EXPECT_GE(traits.slidingOutputs, 100);
}

std::vector<Batch> batches() {
    constexpr std::uint64_t kShards = 8;
    std::vector<Batch> all;
    for (const char* profile : {"exact", "timeloop"}) {
        for (std::uint64_t shard = 0; shard < kShards; ++shard)
            all.push_back({profile, shard * kCases / kShards + 1, kCases / kShards});
    }
    return all;
}

INSTANTIATE_TEST_SUITE_P(Seeds, CountsProperty, testing::ValuesIn(batches()), [](const auto& batch) {
    return std::string(batch.param.profile) + "From" + std::to_string(batch.param.firstSeed);
});

} // namespace
} // namespace nestwright
