// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/sweep.h"
#include "core/cost/walk.h"
#include "core/mapping/tiles.h"
#include "tests/support/machines.h"

#include <gtest/gtest.h>

#include <random>

namespace nestwright {
namespace {

/// A random nest of perfect factors over a strided conv, with up to two spatial loops.
Mapping randomNest(std::mt19937& random, const Problem& problem) {
    std::vector<Loop> loops;
    for (int d = 0; d < static_cast<int>(problem.dims.size()); ++d) {
        Count rest = problem.dims[static_cast<std::size_t>(d)].bound;
        for (const Count factor : {2, 3, 2}) {
            if (rest % factor != 0) continue;
            loops.push_back(temporalLoop(d, factor));
            rest /= factor;
        }
        if (rest > 1) loops.push_back(temporalLoop(d, rest));
    }
    std::shuffle(loops.begin(), loops.end(), random);
    for (int i = 0; i < 2 && !loops.empty(); ++i) {
        Loop& loop = loops[random() % loops.size()];
        loop.isSpatial = true;
        loop.axis = i == 0 ? Axis::x : Axis::y;
    }
    Mapping mapping;
    mapping.nodes.assign(loops.begin(), loops.end());
    return mapping;
}

ChainLink randomLink(std::mt19937& random, const Nest& nest, int tensor) {
    ChainLink link;
    link.tensor = tensor;
    link.childDepth = static_cast<int>(random() % static_cast<unsigned>(nest.depth() + 1));
    link.childForgets = random() % 4 == 0;
    link.shares = {random() % 4 != 0};
    link.steps = random() % 2 == 0 ? CountingRules::Steps::exact : CountingRules::Steps::sampled;
    link.hasNeighbourLinks = random() % 2 == 0;
    link.linkIds = random() % 2 == 0 ? CountingRules::LinkIds::mesh : CountingRules::LinkIds::packed;
    link.physicalX = 6;
    return link;
}

TEST(Walk, AgreesWithTheClosedFormOnPerfectNests) {
    std::mt19937 random(7);
    double linked = 0;
    for (int i = 0; i < 400; ++i) {
        const Problem problem =
            test::conv1d(4, 6, 12, 3, 1 + static_cast<Count>(random() % 3), 1 + static_cast<Count>(random() % 2));
        const Nest nest(problem, randomNest(random, problem));
        for (int tensor = 0; tensor < 3; ++tensor) {
            const ChainLink link = randomLink(random, nest, tensor);
            const auto groups = spatialGroups(problem, nest, tensor, 0, link.childDepth);
            const LinkWords swept = sweepLink(problem, nest, link, groups);
            const LinkWords walked = walkLink(problem, nest, link, groups);
            EXPECT_EQ(walked.arrived, swept.arrived) << "case " << i << " tensor " << tensor;
            EXPECT_EQ(walked.sent, swept.sent) << "case " << i << " tensor " << tensor;
            EXPECT_EQ(walked.linked, swept.linked) << "case " << i << " tensor " << tensor;
            linked += swept.linked;
        }
    }
    EXPECT_GT(linked, 0);
}

TEST(Projection, DiagonalPlacesCoincide) {
    const Problem problem = test::conv1d(1, 1, 4, 3);
    const Nest nest(problem, {{spatialLoop(2, 4, 0, Axis::x), spatialLoop(3, 3, 0, Axis::y)}});
    const auto groups = spatialGroups(problem, nest, 1, 0, 2);
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_FALSE(groups[0].isInjective);
    EXPECT_EQ(groups[0].distinctPlaces, 6) << "p + r runs from 0 to 5";
}

TEST(Sweep, LargeBoundsTakeNoLonger) {
    const Problem problem = test::conv1d(1, 1, 1'000'000'000, 3);
    const Nest nest(problem, {{temporalLoop(2, 1'000'000'000), temporalLoop(3, 3)}});
    ChainLink link;
    link.tensor = 1;
    link.childDepth = 1;
    EXPECT_EQ(sweepLink(problem, nest, link, {}).arrived, 1e9 + 2);
}

} // namespace
} // namespace nestwright
