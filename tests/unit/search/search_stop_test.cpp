// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/optimal/pair_search.h"

#include <gtest/gtest.h>

#include "machines.h"
#include "problems.h"

namespace nestwright {
namespace {

/// Looks for the best nest of the pick with most lanes, and asks `stop` on the way.
NestCounts searchWith(const Problem& problem, const Accelerator& machine, const NestSearch::Stop& stop,
                      bool& isStopped) {
    const MapperOptions options;
    const SearchSpace space = makeSearchSpace(problem, machine, options);
    const ModelTables tables = makeModelTables(space, options.context);
    const SpatialPlacements placements = spatialPlacements(space, 0);
    const auto keeps = keepChoices(space);
    NestSearch search(tables);
    const NestModel model = makeNestModel(tables, keeps.front(), placements, placements.picks.front(), Meter{});
    static_cast<void>(search.run(model, kInfinite, stop));
    isStopped = search.isStopped();
    return search.counts();
}

/// With few lanes, most of a problem is left to temporal loops.
Accelerator smallGpu() {
    Accelerator machine = test::gpu();
    for (auto& level : machine.levels) level.fanout.x = level.fanout.y = 1;
    machine.levels.back().fanout.x = 2;
    return machine;
}

/// Whoever cancels waits for no more than this many partial nests, each of which takes about a microsecond.
constexpr double kMostUnasked = 4096;

TEST(SearchStop, IsAskedEveryFewThousandPartialNests) {
    for (const auto& problem : {gemmProblem(1, 5040, 5040, 5040, 16, 32), test::conv(4, 64, 64, 56, 56, 3, 3, 1, 16)}) {
        double asked = 0;
        bool isStopped = false;
        const auto counts = searchWith(
            problem, smallGpu(),
            [&] {
                ++asked;
                return asked > 200;
            },
            isStopped);
        EXPECT_GE(asked, 10) << problem.name;
        EXPECT_LE(counts.considered, asked * kMostUnasked) << problem.name;
    }
}

TEST(SearchStop, EndsTheSearchAtOnce) {
    const Problem problem = gemmProblem(1, 5040, 5040, 5040, 16, 32);
    int asked = 0;
    bool isStopped = false;
    const auto counts = searchWith(
        problem, smallGpu(),
        [&] {
            ++asked;
            return asked > 1;
        },
        isStopped);
    EXPECT_TRUE(isStopped);
    EXPECT_EQ(asked, 2);
    EXPECT_LE(counts.considered, 2 * kMostUnasked);
}

} // namespace
} // namespace nestwright
