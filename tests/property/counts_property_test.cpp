// SPDX-License-Identifier: GPL-3.0-or-later
// The closed form against the walk, on seeded random cases.
#include "tests/property/brute_force.h"
#include "tests/property/comparison.h"
#include "tests/property/random_case.h"

#include <gtest/gtest.h>

namespace nestwright {
namespace {

constexpr int kReportedFailures = 3;

/// Random mappings of one class.
struct Batch {
    const char* name;
    FactorClass factors;
    std::uint64_t firstSeed;
    int cases;
};

class CountsProperty : public testing::TestWithParam<Batch> {};

TEST_P(CountsProperty, ClosedFormEqualsWalk) {
    int compared = 0;
    int failed = 0;
    for (auto seed = GetParam().firstSeed; compared < GetParam().cases; ++seed) {
        const auto example = randomCase(seed);
        if (example.factors != GetParam().factors) continue;
        ++compared;
        const auto walked = walkCounts(example.problem, example.accelerator, example.mapping, example.rules);
        EvaluationContext context;
        context.rules = example.rules;
        const auto evaluated = evaluate(example.problem, example.accelerator, example.mapping, context);
        const auto lines = differences(example.problem, walked, evaluated);
        if (lines.empty() || ++failed > kReportedFailures) continue;
        ADD_FAILURE() << describe(example) << testing::PrintToString(lines);
    }
    EXPECT_EQ(failed, 0) << "of " << compared << " cases";
}

INSTANTIATE_TEST_SUITE_P(Seeds, CountsProperty,
                         testing::Values(Batch{"perfect", FactorClass::perfect, 1, 4000},
                                         Batch{"imperfectTemporal", FactorClass::imperfectTemporal, 1, 1500},
                                         Batch{"imperfectSpatial", FactorClass::imperfectSpatial, 1, 800},
                                         Batch{"idleInstances", FactorClass::idleInstances, 1, 60}),
                         [](const auto& batch) { return std::string(batch.param.name); });

} // namespace
} // namespace nestwright
