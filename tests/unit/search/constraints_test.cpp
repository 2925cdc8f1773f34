// SPDX-License-Identifier: GPL-3.0-or-later
// Every mapping that a search finds under constraints is checked here against the constraints themselves.
#include "core/search/mapper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "machines.h"
#include "problems.h"
#include <random>

namespace nestwright {
namespace {

using testing::HasSubstr;
using Relation = FactorRule::Relation;

constexpr int kM = 0;
constexpr int kN = 1;
constexpr int kK = 2;

/// Three levels: memory, a buffer with an array of 8 x 8 below it, registers.
Accelerator array() {
    Accelerator machine = test::rowStationary();
    machine.levels[1].mayKeep = {Operand::input, Operand::weight, Operand::output};
    machine.levels[1].fanout.x = 8;
    machine.levels[1].fanout.y = 8;
    machine.levels[2].mustKeep.clear();
    machine.levels[2].operandCapacityBits.clear();
    machine.levels[2].capacityBits = 256 * 16;
    return machine;
}

Problem gemm() { return gemmProblem(1, 96, 64, 48, 16, 16); }

LoopRules temporal(int level) {
    LoopRules rules;
    rules.level = level;
    return rules;
}

LoopRules spatial(int level) {
    LoopRules rules;
    rules.level = level;
    rules.isSpatial = true;
    return rules;
}

Result<MappingResult> mapUnder(const Problem& problem, const Accelerator& machine,
                               const MappingConstraints& constraints, bool allowImperfect = false) {
    MapperOptions options;
    options.constraints = constraints;
    options.allowImperfect = allowImperfect;
    options.nodeBudget = 1500;
    options.threads = 1;
    return makeQuickMapper()->map(problem, machine, options, {});
}

/// Loops of one block of a mapping, outer to inner; a temporal loop belongs to the level of the last node before it.
std::vector<Loop> loopsOf(const Mapping& mapping, int level, bool isSpatial) {
    std::vector<Loop> loops;
    int current = 0;
    for (const auto& node : mapping.nodes) {
        if (const auto* storage = std::get_if<Storage>(&node)) {
            current = storage->level;
            continue;
        }
        const auto& loop = std::get<Loop>(node);
        if (loop.isSpatial == isSpatial && (isSpatial ? loop.fanoutLevel : current) == level) loops.push_back(loop);
    }
    return loops;
}

Count factorOf(const std::vector<Loop>& loops, int dim) {
    Count factor = 1;
    for (const auto& loop : loops) factor *= loop.dim == dim ? loop.bound : 1;
    return factor;
}

bool meets(const FactorRule& rule, Count factor) {
    if (rule.relation == Relation::equal) return factor == rule.value;
    return rule.relation == Relation::atMost ? factor <= rule.value : factor >= rule.value;
}

/// Whether dims stand in the order from the innermost loop outward that the rules ask for.
void expectOrder(const std::vector<Loop>& loops, const LoopRules& rules) {
    std::vector<int> inward;
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) inward.push_back(loop->dim);
    const auto place = [&](int dim) {
        const auto inner = std::find(rules.innermost.begin(), rules.innermost.end(), dim);
        if (inner != rules.innermost.end()) return static_cast<int>(inner - rules.innermost.begin()) - 100;
        const auto outer = std::find(rules.outermost.begin(), rules.outermost.end(), dim);
        return outer == rules.outermost.end() ? 0 : static_cast<int>(outer - rules.outermost.begin()) + 100;
    };
    EXPECT_TRUE(std::is_sorted(inward.begin(), inward.end(), [&](int a, int b) { return place(a) < place(b); }));
}

void expectSplit(const std::vector<Loop>& loops, const LoopRules& rules, int dims) {
    int onX = 0;
    int onY = 0;
    for (const auto& loop : loops) {
        const auto inner = std::find(rules.innermost.begin(), rules.innermost.end(), loop.dim);
        if (inner != rules.innermost.end()) {
            EXPECT_EQ(loop.axis == Axis::x, inner - rules.innermost.begin() < *rules.split);
            continue;
        }
        const auto outer = std::find(rules.outermost.begin(), rules.outermost.end(), loop.dim);
        if (outer != rules.outermost.end()) {
            const auto position = dims - (rules.outermost.end() - outer);
            EXPECT_EQ(loop.axis == Axis::x, position < *rules.split);
            continue;
        }
        (loop.axis == Axis::x ? onX : onY) += 1;
    }
    const int first = static_cast<int>(rules.innermost.size());
    const int last = dims - static_cast<int>(rules.outermost.size());
    const int places = std::clamp(*rules.split, first, last) - first;
    EXPECT_LE(onX, places);
    EXPECT_LE(onY, last - first - places);
}

void expectMet(const MappingConstraints& constraints, const Problem& problem, const Mapping& mapping) {
    const int dims = static_cast<int>(problem.dims.size());
    for (const auto& rules : constraints.loops) {
        const auto loops = loopsOf(mapping, rules.level, rules.isSpatial);
        for (const auto& factor : rules.factors) EXPECT_TRUE(meets(factor, factorOf(loops, factor.dim)));
        for (int dim = 0; dim < dims; ++dim) {
            const bool isNamed = std::any_of(rules.factors.begin(), rules.factors.end(),
                                             [&](const FactorRule& factor) { return factor.dim == dim; });
            if (isNamed) continue;
            EXPECT_LE(factorOf(loops, dim),
                      rules.mostElsewhere.value_or(problem.dims[static_cast<std::size_t>(dim)].bound));
            EXPECT_GE(factorOf(loops, dim), rules.leastElsewhere.value_or(1));
        }
        std::vector<Loop> onX;
        std::copy_if(loops.begin(), loops.end(), std::back_inserter(onX),
                     [](const Loop& l) { return l.axis == Axis::x; });
        for (const auto& loop : loops) {
            EXPECT_EQ(std::count_if(loops.begin(), loops.end(), [&](const Loop& l) { return l.dim == loop.dim; }), 1)
                << "one factor for each dim";
        }
        expectOrder(rules.isSpatial ? onX : loops, rules);
        if (rules.isSpatial && rules.split) expectSplit(loops, rules, dims);
    }
    for (const auto& rules : constraints.keeping) {
        std::vector<int> kept;
        for (const auto& node : mapping.nodes) {
            const auto* storage = std::get_if<Storage>(&node);
            if (storage != nullptr && storage->level == rules.level) kept.push_back(storage->tensor);
        }
        for (const int tensor : rules.keep) EXPECT_THAT(kept, testing::Contains(tensor));
        for (const int tensor : rules.bypass) EXPECT_THAT(kept, testing::Not(testing::Contains(tensor)));
    }
}

TEST(Constraints, FixFactorsOrdersAndAxes) {
    MappingConstraints constraints;
    auto memory = temporal(0);
    memory.factors = {{kK, Relation::equal, 1, 1}};
    memory.innermost = {kN, kK, kM};
    auto lanes = spatial(1);
    lanes.factors = {{kM, Relation::equal, 8, 8}, {kK, Relation::equal, 1, 1}};
    lanes.innermost = {kM};
    lanes.outermost = {kN};
    lanes.split = 1;
    lanes.noMulticast = {0};
    auto registers = temporal(2);
    registers.factors = {{kK, Relation::equal, 16, 16}, {kM, Relation::atMost, 2, 2}};
    registers.noTemporalReuse = {1};
    constraints.loops = {memory, lanes, registers};
    constraints.keeping = {{1, {0}, {1}}, {2, {1, 2}, {0}}};
    const auto result = mapUnder(gemm(), array(), constraints);
    ASSERT_TRUE(result) << result.error().text();
    expectMet(constraints, gemm(), result->mapping);
    for (const auto& node : result->mapping.nodes) {
        const auto* storage = std::get_if<Storage>(&node);
        if (storage == nullptr) continue;
        EXPECT_EQ(storage->noMulticast, storage->tensor == 0 && storage->level == 1);
        EXPECT_EQ(storage->noTemporalReuse, storage->tensor == 1 && storage->level == 2);
    }
}

/// Nothing may stay in memory, so that every loop has to be placed by the constraints' own room.
TEST(Constraints, CanCloseTheOutermostLevel) {
    MappingConstraints constraints;
    auto memory = temporal(0);
    memory.mostElsewhere = 1;
    constraints.loops = {memory};
    const auto result = mapUnder(gemm(), array(), constraints);
    ASSERT_TRUE(result) << result.error().text();
    expectMet(constraints, gemm(), result->mapping);
    EXPECT_TRUE(loopsOf(result->mapping, 0, false).empty());
}

TEST(Constraints, HoldWithImperfectFactors) {
    MappingConstraints constraints;
    auto buffer = temporal(1);
    buffer.factors = {{kM, Relation::equal, 7, 7}};
    auto lanes = spatial(1);
    lanes.factors = {{kN, Relation::equal, 5, 5}, {kK, Relation::atMost, 1, 1}};
    constraints.loops = {buffer, lanes};
    EXPECT_FALSE(mapUnder(gemm(), array(), constraints)) << "7 doesn't divide 96";
    const auto result = mapUnder(gemm(), array(), constraints, true);
    ASSERT_TRUE(result) << result.error().text();
    expectMet(constraints, gemm(), result->mapping);
}

TEST(Constraints, AskForLanes) {
    MappingConstraints constraints;
    constraints.minLaneUse = 0.75;
    const auto result = mapUnder(gemm(), array(), constraints);
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_GE(result->cost.levels.back().utilizedInstances, 48);
    const auto refused = mapUnder(gemmProblem(1, 2, 2, 2, 16, 16), array(), constraints);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::infeasible);
    EXPECT_THAT(refused.error().text(), HasSubstr("75 % of the lanes"));
}

TEST(Constraints, ThatCannotBeMetAreNamed) {
    const auto reason = [](const MappingConstraints& constraints) {
        const auto result = mapUnder(gemm(), array(), constraints);
        if (result) return std::string("accepted");
        EXPECT_EQ(result.error().kind, ErrorKind::infeasible);
        return result.error().text();
    };
    auto closed = temporal(0);
    closed.factors = {{kM, Relation::equal, 5, 5}};
    EXPECT_THAT(reason({{closed}, {}, 0}), HasSubstr("No factors of M = 96 meet the constraints: temporal DRAM M=5"));
    auto least = temporal(0);
    least.factors = {{kM, Relation::atLeast, 4, 4}};
    auto most = temporal(0);
    most.factors = {{kM, Relation::atMost, 2, 2}};
    EXPECT_THAT(reason({{least, most}, {}, 0}), HasSubstr("at least 4, at most 2"));
    auto wide = spatial(1);
    wide.factors = {{kM, Relation::equal, 8, 8}, {kN, Relation::equal, 8, 8}, {kK, Relation::equal, 8, 8}};
    EXPECT_THAT(reason({{wide}, {}, 0}), HasSubstr("more lanes"));
    auto one = temporal(1);
    one.innermost = {kM, kN};
    auto other = temporal(1);
    other.innermost = {kN, kM};
    EXPECT_THAT(reason({{one, other}, {}, 0}), HasSubstr("different orders"));
    EXPECT_THAT(reason({{}, {{0, {}, {1}}}, 0}), HasSubstr("has to keep it"));
    auto tight = temporal(2);
    tight.factors = {{kM, Relation::equal, 96, 96}, {kN, Relation::equal, 64, 64}};
    EXPECT_THAT(reason({{tight}, {{2, {2}, {}}}, 0}), HasSubstr("Spad"));
    auto inArray = temporal(1);
    inArray.ofArray = true;
    inArray.factors = {{kM, Relation::equal, 2, 2}};
    EXPECT_THAT(reason({{inArray}, {}, 0}), HasSubstr("places none there"));
}

/// Random constraints: whatever is found meets them, and what was mapped freely is found again when it is asked for.
TEST(Constraints, HoldWhateverTheyAre) {
    std::mt19937 random(11);
    const auto pick = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    const Count sizes[] = {1, 2, 3, 4, 6, 8};
    int found = 0;
    for (int i = 0; i < 120; ++i) {
        const bool isConv = i % 3 == 0;
        const Problem problem = isConv ? test::conv(1, 16, 24, 12, 12, 3, 3, 1, 16) : gemm();
        const int dims = static_cast<int>(problem.dims.size());
        MappingConstraints constraints;
        for (int level = 0; level < 3; ++level) {
            auto rules = pick(2) == 0 || level != 1 ? temporal(level) : spatial(level);
            for (int dim = 0; dim < dims; ++dim) {
                if (pick(3) != 0) continue;
                const auto relation = pick(3) == 0   ? Relation::equal
                                      : pick(2) == 0 ? Relation::atMost
                                                     : Relation::atLeast;
                const Count value = std::min(sizes[pick(6)], problem.dims[static_cast<std::size_t>(dim)].bound);
                rules.factors.push_back({dim, relation, value, value});
            }
            std::vector<int> order;
            for (int dim = 0; dim < dims; ++dim) order.push_back(dim);
            std::shuffle(order.begin(), order.end(), random);
            const auto inner = order.begin() + pick(dims);
            rules.innermost.assign(order.begin(), inner);
            if (pick(2) == 0) rules.outermost.assign(inner, inner + pick(static_cast<int>(order.end() - inner) + 1));
            if (rules.isSpatial && pick(2) == 0) rules.split = pick(dims + 1);
            constraints.loops.push_back(std::move(rules));
            if (level > 0 && pick(3) == 0) constraints.keeping.push_back({level, {}, {pick(3)}});
        }
        const auto result = mapUnder(problem, array(), constraints, i % 2 == 0);
        if (!result) {
            EXPECT_EQ(result.error().kind, ErrorKind::infeasible);
            EXPECT_FALSE(result.error().message.text().empty());
            continue;
        }
        ++found;
        EXPECT_TRUE(result->cost.isValid);
        expectMet(constraints, problem, result->mapping);
        ASSERT_FALSE(testing::Test::HasFailure()) << i << "\n" << describeNest(problem, array(), result->mapping);
    }
    EXPECT_GT(found, 40);
}

/// Every factor of the GEMM fixed: 4 x 4 lanes, tiles of 8 x 16 x 12 in the buffer, one row of K at a time inside.
MappingConstraints lockedTiling() {
    const auto fixed = [](LoopRules rules, Count m, Count n, Count k) {
        rules.factors = {{kM, Relation::equal, m, m}, {kN, Relation::equal, n, n}, {kK, Relation::equal, k, k}};
        return rules;
    };
    MappingConstraints constraints;
    constraints.loops = {fixed(temporal(0), 12, 4, 4), fixed(temporal(1), 2, 4, 1), fixed(spatial(1), 4, 4, 1),
                         fixed(temporal(2), 1, 1, 12)};
    return constraints;
}

TEST(SearchConstraints, ALockedTilingSaysSoAtEverySizeOfTheBuffer) {
    std::optional<Mapping> last;
    for (const Count kibibytes : {64, 128, 256}) {
        Accelerator machine = array();
        machine.levels[1].capacityBits = kibibytes * 8192;
        const auto found = mapUnder(gemm(), machine, lockedTiling());
        ASSERT_TRUE(found) << found.error().message.text();
        EXPECT_TRUE(found->proof.isTilingFixed);
        if (last) {
            for (const int dim : {kM, kN, kK})
                EXPECT_EQ(factorOf(loopsOf(*last, 1, false), dim), factorOf(loopsOf(found->mapping, 1, false), dim));
        }
        last = found->mapping;
        const auto freely = mapUnder(gemm(), machine, {});
        ASSERT_TRUE(freely);
        EXPECT_FALSE(freely->proof.isTilingFixed);
    }
}

} // namespace
} // namespace nestwright
