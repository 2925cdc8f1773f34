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

TEST(Walk, AgreesWithTheClosedFormOnPerfectNests) {
    std::mt19937 random(7);
    for (int i = 0; i < 400; ++i) {
        const Problem problem =
            test::conv1d(4, 6, 12, 3, 1 + static_cast<Count>(random() % 3), 1 + static_cast<Count>(random() % 2));
        const Nest nest(problem, randomNest(random, problem));
        for (int tensor = 0; tensor < 3; ++tensor) {
            const int depth = static_cast<int>(random() % static_cast<unsigned>(nest.depth() + 1));
            ChainLink link;
            link.tensor = tensor;
            link.childDepth = depth;
            link.shares = {true};
            const auto groups = spatialGroups(problem, nest, tensor, 0, depth);
            double children = 1;
            double places = 1;
            for (const auto& group : groups) {
                children *= group.children;
                places *= group.distinctPlaces;
            }
            const double words = sweepWords(problem, nest, tensor, depth);
            const LinkWords walked = walkLink(problem, nest, link);
            EXPECT_EQ(walked.arrived, children * words) << "case " << i << " tensor " << tensor;
            EXPECT_EQ(walked.sent, places * words) << "case " << i << " tensor " << tensor;
        }
    }
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
    EXPECT_EQ(sweepWords(problem, nest, 1, 1), 1e9 + 2);
}

} // namespace
} // namespace nestwright
