// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/accesses.h"
#include "core/cost/cycles.h"
#include "core/cost/flat_mapping.h"
#include "core/cost/time_model.h"

namespace nestwright {

/// A rank of a tensor in fixed room.
struct FlatRank {
    std::int8_t terms = 0;
    std::array<std::int8_t, kMaxFlatTerms> dim{};
    std::array<double, kMaxFlatTerms> reach{}; ///< absolute value of the coefficient
};

struct FlatTensor {
    bool isOutput = false;
    /// Some rank adds up several dims, so that tiles one step apart may overlap. Otherwise every dim has its own rank
    /// and different tiles are disjoint.
    bool isSliding = false;
    std::int8_t ranks = 0;
    std::array<FlatRank, kMaxFlatRanks> rank{};
    std::array<bool, kMaxFlatDims> moves{};
    std::uint32_t movers = 0;                       ///< a bit a dim that moves it
    std::array<double, kMaxFlatDims> moving{};      ///< 1 where it moves, else 0
    std::array<std::int8_t, kMaxFlatDims> rankOf{}; ///< of a sliding tensor: the one rank that the dim moves
    std::array<Count, kMaxFlatDims> coefficient{};  ///< with which it does
    double elements = 1;
    double bits = 0;
    double partialBits = 0;
};

struct FlatLevel {
    PortRates rates{};
    AccessPrices prices;
    double wordBits = 0;
    double roomBits = 0;     ///< infinite where unbounded
    double slotRoomBits = 0; ///< with the room of further copies
    bool isLimited = false;  ///< some room is bounded
    Buffering buffering = Buffering::doubled;
    double leakagePjPerCycle = 0;
    Count lanesX = 1;
    Count lanesY = 1;
    std::array<bool, kMaxFlatDims> mayCarryX{};
    std::array<bool, kMaxFlatDims> mayCarryY{};
    bool multicast = true;
    bool spatialReduction = true;
    std::array<double, kMaxFlatTensors> ownRoomBits{}; ///< negative: shares
    ArrayTiming timing;                                ///< of the array below
    std::uint8_t mayKeep = 0;                          ///< a bit a tensor
    std::uint8_t mustKeep = 0;
};

/// Which figures of time are worked out. The bound alone: `cycles` are then no more than compute and the busiest port
/// need, which is never more than with all figures.
enum class TimeFigures { boundOnly, all };

/// What evaluations of one problem on one accelerator under one set of rules have in common, worked out once.
struct FlatTables {
    std::string notCovered; ///< why these mappings are left to evaluate(); empty where none is
    int dims = 0;
    int tensors = 0;
    int levels = 0;
    int output = 0;
    bool elementPerWord = false;
    bool hasPorts = false;  ///< some level's port is a limit
    bool hasArrays = false; ///< some level's array takes time to fill and drain
    CountingRules rules;
    TimeFigures timeFigures = TimeFigures::all;
    ComputeRate rate;
    double macEnergyPj = 0; ///< of all MACs
    std::array<double, kMaxFlatDims> bounds{};
    std::array<FlatTensor, kMaxFlatTensors> tensor{};
    std::array<FlatLevel, kMaxFlatLevels> level{};
    std::array<PortRates, kMaxFlatLevels> rates{};
};

[[nodiscard]] FlatTables makeFlatTables(const Problem& problem, const Accelerator& accelerator,
                                        const EvaluationContext& context, TimeFigures timeFigures);

} // namespace nestwright
