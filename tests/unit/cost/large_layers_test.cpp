// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of real networks on arrays of real sizes: imperfect factors and links must not cost a walk of all iterations.
#include "core/cost/traffic.h"
#include "tests/support/machines.h"

#include <gtest/gtest.h>

#include <ctime>

namespace nestwright {
namespace {

constexpr double kMostSeconds = 1; ///< of processor time for one layer, in a build with checks

enum Dim { kN, kK, kC, kP, kQ, kR, kS };

Problem conv2d(Count k, Count c, Count pq, Count rs, Count stride) {
    Problem problem;
    problem.name = "conv2d";
    problem.dims = {{"N", 1}, {"K", k}, {"C", c}, {"P", pq}, {"Q", pq}, {"R", rs}, {"S", rs}};
    problem.tensors = {{"Weights", Operand::weight, {{{kK}}, {{kC}}, {{kR}}, {{kS}}}},
                       {"Inputs", Operand::input, {{{kN}}, {{kC}}, {{kP, stride}, {kR, 1}}, {{kQ, stride}, {kS, 1}}}},
                       {"Outputs", Operand::output, {{{kN}}, {{kK}}, {{kP}}, {{kQ}}}}};
    return problem;
}

/// Splits a dim into loops of these bounds from the inside outward, imperfectly where they don't divide it.
class Splitter {
public:
    explicit Splitter(const Problem& problem) {
        for (const auto& dim : problem.dims) m_last.push_back(dim.bound - 1);
    }
    Loop temporal(int dim, Count bound) { return take(temporalLoop(dim, bound)); }
    Loop spatial(int dim, Count bound, int level, Axis axis) { return take(spatialLoop(dim, bound, level, axis)); }
    /// What is left.
    Loop rest(int dim) { return temporal(dim, m_last[static_cast<std::size_t>(dim)] + 1); }

private:
    Loop take(Loop loop) {
        Count& last = m_last[static_cast<std::size_t>(loop.dim)];
        loop.residual = last % loop.bound + 1;
        last /= loop.bound;
        return loop;
    }

    std::vector<Count> m_last;
};

void keepAll(std::vector<MappingNode>& inward, int level) {
    for (int tensor = 0; tensor < 3; ++tensor) {
        Storage storage;
        storage.tensor = tensor;
        storage.level = level;
        inward.emplace_back(storage);
    }
}

/// Rows of the filter down the array and rows of the output across it, with factors that leave last passes everywhere.
Mapping rowStationary(const Problem& problem) {
    Splitter split(problem);
    std::vector<MappingNode> inward; // innermost first
    for (const auto& [dim, bound] : {std::pair{kS, problem.dims[kS].bound}, {kC, 3}, {kK, 5}, {kQ, 4}})
        inward.emplace_back(split.temporal(dim, bound));
    keepAll(inward, 2);
    inward.emplace_back(split.spatial(kP, 13, 1, Axis::x));
    inward.emplace_back(split.spatial(kR, problem.dims[kR].bound, 1, Axis::y));
    inward.emplace_back(split.spatial(kC, 12 / problem.dims[kR].bound, 1, Axis::y));
    for (const int dim : {kQ, kC, kP}) inward.emplace_back(split.rest(dim));
    inward.emplace_back(split.temporal(kK, 3));
    keepAll(inward, 1);
    inward.emplace_back(split.rest(kK));
    keepAll(inward, 0);
    Mapping mapping;
    mapping.nodes.assign(inward.rbegin(), inward.rend());
    return mapping;
}

double secondsFor(const Problem& problem, const Mapping& mapping, const char* profile) {
    auto machine = test::machine({test::level("DRAM", {}), test::level("GLB", {}, 14, 12), test::level("RF", {})});
    machine.levels[1].fanout.links = true;
    const Nest nest(problem, mapping);
    const auto start = std::clock();
    const Traffic traffic = countTraffic(problem, machine, nest, rulesByName(profile).value());
    EXPECT_GE(traffic.tensors[0].nodes[0].reads, problem.tensorElements(0));
    EXPECT_GE(traffic.tensors[1].nodes[2].reads, problem.tensorElements(1));
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(LargeLayers, ImperfectFactorsAndLinksTakeLittleTime) {
    const std::vector<Problem> layers = {conv2d(64, 3, 112, 7, 2), conv2d(512, 512, 28, 3, 1),
                                         conv2d(64, 64, 224, 3, 1), conv2d(2048, 512, 7, 1, 1)};
    for (const auto& layer : layers) {
        for (const char* profile : {"exact", "timeloop"}) {
            const double seconds = secondsFor(layer, rowStationary(layer), profile);
            RecordProperty(profile, std::to_string(seconds));
            EXPECT_LT(seconds, kMostSeconds) << layer.dims[kP].bound << " rows, " << profile;
        }
    }
}

} // namespace
} // namespace nestwright
