// SPDX-License-Identifier: GPL-3.0-or-later
// ZigZag's layers with its own hardware, spatial and temporal mapping, through the engine.
#include "tests/reference/zigzag/comparison.h"
#include "tests/support/accuracy_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iostream>

namespace nestwright {
namespace {

/// Layers that the engine can't run as ZigZag does, by case: their memory has no room for them when partial sums keep
/// their width and inputs their padding, or a level above the array would have to turn over faster than one below it.
struct Refused {
    const char* id;
    int layers;
};
constexpr Refused kRefused[] = {
    {"alexnet__eyeriss__latency", 1}, {"resnet18__ascend__latency", 2}, {"resnet18__eyeriss__latency", 2}};

class ZigzagReference : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        m_case = loadZigzagCase(GetParam());
        for (const auto& layer : m_case.layers) m_compared.push_back(compare(m_case.accelerator, layer));
    }

    template <class Function>
    void forEachEvaluated(Function&& function) const {
        for (std::size_t i = 0; i < m_compared.size(); ++i) {
            if (m_compared[i].evaluation) function(m_case.layers[i], m_compared[i]);
        }
    }

    ZigzagCase m_case;
    std::vector<LayerComparison> m_compared;
};

bool isPerfect(const Mapping& mapping) {
    return std::all_of(mapping.nodes.begin(), mapping.nodes.end(), [](const MappingNode& node) {
        const auto* loop = std::get_if<Loop>(&node);
        return loop == nullptr || loop->isPerfect();
    });
}

TEST_P(ZigzagReference, RunsAllLayersButThoseThatDontFit) {
    int refused = 0;
    for (const auto& layer : m_compared) refused += layer.evaluation ? 0 : 1;
    const auto* expected = std::find_if(std::begin(kRefused), std::end(kRefused),
                                        [&](const Refused& known) { return known.id == GetParam(); });
    EXPECT_EQ(refused, expected == std::end(kRefused) ? 0 : expected->layers);
}

TEST_P(ZigzagReference, IdealAndSpatialStallCyclesAreExact) {
    forEachEvaluated([](const ZigzagLayer& theirs, const LayerComparison& ours) {
        EXPECT_EQ(std::ceil(ours.evaluation->idealCycles), theirs.ideal) << ours.name;
        EXPECT_EQ(ours.evaluation->computeCycles, theirs.idealTemporal) << ours.name;
    });
}

/// Where an access serves a group of instances that isn't in use as a whole, the engine prices the part in use.
TEST_P(ZigzagReference, WeightsMoveAsTheyDo) {
    forEachEvaluated([](const ZigzagLayer&, const LayerComparison& ours) {
        for (const auto& pair : ours.moves) {
            if (pair.tensor != "W") continue;
            if (pair.isPricedInGroups && !pair.areCountsEqual()) {
                EXPECT_LT(pair.ourReads, pair.theirReads) << ours.name << " " << pair.level;
                continue;
            }
            EXPECT_TRUE(pair.areCountsEqual())
                << ours.name << " " << pair.level << ": reads " << pair.theirReads << " " << pair.ourReads << ", fills "
                << pair.theirFills << " " << pair.ourFills;
        }
    });
}

/// Where a spatial factor doesn't divide its dim, ZigZag counts an average number of lanes for what the engine counts
/// lane by lane.
TEST_P(ZigzagReference, InputsWithoutWindowsMoveAsTheyDo) {
    forEachEvaluated([](const ZigzagLayer& theirs, const LayerComparison& ours) {
        if (hasWindows(theirs.problem)) return;
        for (const auto& pair : ours.moves) {
            if (pair.tensor != "I") continue;
            EXPECT_TRUE(pair.areCountsEqual() || !isPerfect(*theirs.mapping)) << ours.name << " " << pair.level;
            constexpr double kLaneAverages = 0.01;
            EXPECT_NEAR(pair.ourReads, pair.theirReads, kLaneAverages * pair.theirReads) << ours.name;
            EXPECT_NEAR(pair.ourFills, pair.theirFills, kLaneAverages * pair.theirFills) << ours.name;
        }
    });
}

/// In the innermost level the first update of an element meets no old value in any instance; ZigZag reads one in all
/// instances but one (or, where a spatial factor doesn't divide its dim, in somewhat fewer).
TEST_P(ZigzagReference, OutputsMoveAsTheyDo) {
    forEachEvaluated([](const ZigzagLayer& theirs, const LayerComparison& ours) {
        const double outputs = theirs.problem.tensorElements(theirs.problem.outputIndex());
        for (const auto& pair : ours.moves) {
            if (pair.tensor != "O") continue;
            EXPECT_TRUE(isAlmost(pair.ourUpdates, pair.theirUpdates)) << ours.name << " " << pair.level;
            EXPECT_TRUE(isAlmost(pair.ourFills, pair.theirFills)) << ours.name << " " << pair.level;
            const double repeated = pair.isInnermost ? pair.ourFirstUpdates - outputs : 0;
            const bool isExact = isAlmost(pair.ourReads + repeated, pair.theirReads);
            const bool isBetween = pair.theirReads >= pair.ourReads && pair.theirReads <= pair.ourReads + repeated;
            EXPECT_TRUE(isPerfect(*theirs.mapping) ? isExact : isExact || isBetween)
                << ours.name << " " << pair.level << " " << pair.ourReads << " " << repeated << " " << pair.theirReads;
        }
    });
}

void report(const std::string& id, const std::vector<ZigzagLayer>& layers,
            const std::vector<LayerComparison>& compared) {
    int evaluated = 0;
    int exact = 0;
    int nearEnergy = 0;
    int pairs = 0;
    int equalPairs = 0;
    double theirStall = 0;
    double ourStall = 0;
    double theirCycles = 0;
    double ourCycles = 0;
    for (std::size_t i = 0; i < compared.size(); ++i) {
        if (!compared[i].evaluation) continue;
        const auto& evaluation = *compared[i].evaluation;
        ++evaluated;
        const bool isExact =
            std::ceil(evaluation.idealCycles) == layers[i].ideal && evaluation.computeCycles == layers[i].idealTemporal;
        exact += isExact ? 1 : 0;
        nearEnergy += std::abs(compared[i].ourMemoryPj - layers[i].memoryPj) <= 0.01 * layers[i].memoryPj ? 1 : 0;
        for (const auto& pair : compared[i].moves) {
            ++pairs;
            equalPairs += pair.areCountsEqual() ? 1 : 0;
        }
        theirStall += layers[i].stall;
        ourStall += evaluation.attribution.blocked;
        theirCycles += layers[i].total();
        ourCycles += evaluation.cycles;
    }
    const test::AccuracyTable table("ZigZag's reference layers",
                                    {"case", "layers run", "ideal and temporal cycles", "counts equal",
                                     "memory energy within 1 %", "steady-state stall, theirs", "ours", "cycles, theirs",
                                     "ours"});
    table.row({id, fmt::format("{} of {}", evaluated, compared.size()), fmt::format("{} exact", exact),
               fmt::format("{} of {}", equalPairs, pairs), fmt::format("{} of {}", nearEnergy, evaluated),
               fmt::format("{:.0f}", theirStall), fmt::format("{:.0f}", ourStall), fmt::format("{:.0f}", theirCycles),
               fmt::format("{:.0f}", ourCycles)});
    table.note(
        "Stalls and cycles are sums over the layers that run. Counts differ for inputs that are read through "
        "windows (the engine counts the bounding box of the padded input) and in the innermost level of outputs "
        "(the first update of an element reads nothing in any instance). Energy differs with them, with ZigZag's "
        "rounding of narrow accesses to whole granules, and with operands that its multipliers hold.");
}

/// Where most of the blocked time is lost.
std::string longestWait(const Evaluation& evaluation) {
    const TimePath* longest = nullptr;
    for (const auto& path : evaluation.paths) {
        if (path.kind == "blocked" && (longest == nullptr || path.cycles > longest->cycles)) longest = &path;
    }
    return longest == nullptr ? "-" : longest->where;
}

TEST_P(ZigzagReference, ReportsEnergyAndStalls) {
    report(GetParam(), m_case.layers, m_compared);
    for (std::size_t i = 0; i < m_compared.size(); ++i) {
        const auto& ours = m_compared[i];
        if (!ours.evaluation) {
            std::cout << fmt::format("  {}: {}\n", ours.name, ours.refusal);
            continue;
        }
        const auto& theirs = m_case.layers[i];
        EXPECT_GT(ours.ourMemoryPj, 0);
        std::cout << fmt::format("  {}: memory energy x {:.3f}; stall {:.0f} at {} (theirs {:.0f} at {}), fill and "
                                 "drain {:.0f} (theirs {:.0f})\n",
                                 ours.name, ours.ourMemoryPj / theirs.memoryPj, ours.evaluation->attribution.blocked,
                                 longestWait(*ours.evaluation), theirs.stall, theirs.stallingPort,
                                 ours.evaluation->attribution.delayed, theirs.onloading + theirs.offloading);
    }
}

INSTANTIATE_TEST_SUITE_P(Cases, ZigzagReference, testing::ValuesIn(zigzagCaseIds()), [](const auto& info) {
    std::string name = info.param;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
});

} // namespace
} // namespace nestwright
