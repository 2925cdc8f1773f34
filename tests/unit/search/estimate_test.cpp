// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/estimate.h"
#include "core/search/lower_bound.h"

#include <gtest/gtest.h>

#include "machines.h"
#include "problems.h"
#include <random>

namespace nestwright {
namespace {

struct RandomTiling {
    Problem problem;
    Accelerator accelerator;
    MapperOptions options;
};

Tiling shuffled(const SearchSpace& space, std::mt19937& random) {
    const auto pick = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
    Tiling tiling = unitTiling(space);
    for (int i = 0; i < 20; ++i) {
        const int dim = pick(space.dims);
        const int slot = 1 + pick(space.slots - 1);
        Tiling next = tiling;
        next.factors[static_cast<std::size_t>(dim * space.slots + slot)] = 1 + pick(12);
        if (deriveHome(space, next, dim) && fitsLanes(space, next, slot)) tiling = std::move(next);
        const auto row = tiling.order.begin() + pick(space.levels) * space.dims;
        std::iter_swap(row + pick(space.dims), row + pick(space.dims));
        const int level = pick(space.levels);
        const int tensor = pick(space.tensors);
        const auto& must = space.mustKeep[static_cast<std::size_t>(level)];
        if (must[static_cast<std::size_t>(tensor)] == 0) {
            tiling.keeps[static_cast<std::size_t>(level * space.tensors + tensor)] = 0;
        }
    }
    return tiling;
}

RandomTiling randomCase(std::mt19937& random, bool imperfect) {
    const auto pick = [&](unsigned most) { return static_cast<Count>(1 + random() % most); };
    RandomTiling result;
    result.options.allowImperfect = imperfect;
    const auto machine = random() % 3;
    result.accelerator = machine == 0 ? test::gpu() : machine == 1 ? test::rowStationary() : test::systolic();
    result.problem = random() % 2 == 0 ? gemmProblem(pick(3), 6 * pick(20), 4 * pick(20), 8 * pick(9), 8, 32)
                                       : test::conv(pick(2), 4 * pick(9), 6 * pick(5), 2 * pick(9), 2 * pick(9),
                                                    pick(4), pick(4), pick(2), 8);
    return result;
}

TEST(Estimate, FitsExactlyWhereTheMappingIsValid) {
    std::mt19937 random(11);
    int valid = 0;
    for (int i = 0; i < 600; ++i) {
        const RandomTiling trial = randomCase(random, i % 2 == 0);
        const SearchSpace space = makeSearchSpace(trial.problem, trial.accelerator, trial.options);
        const Tiling tiling = shuffled(space, random);
        Estimator estimator(space);
        const auto found = violations(trial.problem, trial.accelerator, toMapping(space, tiling));
        EXPECT_EQ(estimator(tiling).fits, found.empty())
            << (found.empty() ? std::string() : found.front().message.text());
        valid += found.empty() ? 1 : 0;
    }
    EXPECT_GT(valid, 60);
    EXPECT_LT(valid, 540);
}

TEST(Estimate, EqualsTheModelForPerfectGemms) {
    std::mt19937 random(5);
    int compared = 0;
    for (int i = 0; i < 200; ++i) {
        RandomTiling trial = randomCase(random, false);
        trial.problem = gemmProblem(1, 96, 64, 72, 8, 32);
        trial.accelerator = test::gpu();
        const SearchSpace space = makeSearchSpace(trial.problem, trial.accelerator, trial.options);
        const Tiling tiling = shuffled(space, random);
        Estimator estimator(space);
        const Estimate estimate = estimator(tiling);
        if (!estimate.fits) continue;
        const Evaluation cost = evaluate(trial.problem, trial.accelerator, toMapping(space, tiling));
        EXPECT_NEAR(std::max(estimate.paddedCycles, estimate.portCycles), cost.boundCycles, 1e-9 * cost.boundCycles);
        ++compared;
    }
    EXPECT_GT(compared, 50);
}

TEST(LowerBound, CountsOnlyWhatIsTouched) {
    // Stride 3 under a window of 2 skips every third row and column.
    const Problem strided = test::conv(1, 1, 1, 4, 4, 2, 2, 3, 8);
    EXPECT_DOUBLE_EQ(touchedElements(strided, 0), 64);
    EXPECT_DOUBLE_EQ(strided.tensorElements(0), 121);
    const Problem dense = test::conv(1, 1, 1, 4, 4, 3, 3, 1, 8);
    EXPECT_DOUBLE_EQ(touchedElements(dense, 0), 36);
}

} // namespace
} // namespace nestwright
