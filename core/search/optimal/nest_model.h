// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/cycles.h"
#include "core/cost/flat_mapping.h"
#include "core/cost/time_model.h"
#include "core/search/optimal/placements.h"

#include <array>
#include <string>
#include <vector>

namespace nestwright {

/// A rank of a tensor that several dims move, so that tiles one step apart may overlap.
struct ModelRank {
    std::vector<int> dims;
    std::vector<Count> coefficients;
};

struct ModelTensor {
    bool isOutput = false;
    bool isSliding = false;
    std::vector<ModelRank> ranks;
    std::array<bool, kMaxFlatDims> moves{};
    std::array<int, kMaxFlatDims> rankOf{};
    std::array<Count, kMaxFlatDims> coefficient{};
    std::array<bool, kMaxFlatDims> slides{}; ///< the dim's rank has other dims that matter
    double elements = 1;
    std::array<double, 2> bits{}; ///< of a finished element, and of a partial sum
};

/// What searches for one problem on one accelerator share.
struct ModelTables {
    const SearchSpace* space = nullptr;
    EvaluationContext context;
    std::string notCovered; ///< why the bound doesn't hold for such problems; empty where it does
    std::vector<ModelTensor> tensors;
    std::vector<PortRates> rates;
    ComputeRate rate;
    double macs = 1;
    double macEnergyPj = 0; ///< of all MACs
};

[[nodiscard]] ModelTables makeModelTables(const SearchSpace& space, const EvaluationContext& context);

/// What a search adds up: energy, and what single ports do, each times a weight.
struct Meter {
    struct Port {
        int level = 0;
        std::size_t kind = readPort;
        double weight = 1; ///< of one cycle
    };
    double energyWeight = 1;
    std::vector<Port> ports;
};

/// A link of a tensor's chain from a storage node to its parent, priced by the meter: per word that one instance of the
/// node receives (or sends up), by whether sums are unfinished.
struct ModelLink {
    int level = 0;                     ///< of the node
    std::array<double, 2> arriving{};  ///< at the node
    std::array<double, 2> sending{};   ///< at the parent, and on the wires between
    std::array<double, 2> notNeeded{}; ///< in total: first updates that meet no old value
    double inside = 1;                 ///< words of the node's tile for one of the loops inside it: its spatial loops
    double least = 0;                  ///< what the link costs at least, for each element once
    bool mayBeServedByNeighbours = false;
    double sendingToUnion = 0; ///< the same as `sending` per word of the siblings' tiles together
};

/// One choice of keeping and of spatial loops: everything that is left to choose is temporal. The cost of a link is set
/// where the first temporal loop outside its node that moves the tensor begins: by then the tile is known, and the
/// transfers are the iterations of all loops from there outward.
struct NestModel {
    const ModelTables* tables = nullptr;
    std::vector<char> keeps;
    std::vector<const FanoutChoice*> choices;             ///< by level
    std::vector<Count> rest;                              ///< by dim: left to temporal loops
    std::vector<std::array<double, kMaxFlatDims>> inside; ///< [level][dim]: spatial factors inside the level's loops
    std::vector<std::array<double, kMaxFlatDims>> unionInside; ///< the same with those of the fan-out above the level
    std::vector<double> instances;                             ///< by level
    std::vector<std::vector<ModelLink>> links;                 ///< [tensor]: node 1, 2, ... of the chain
    double lanes = 1;
    double steps = 1;
    double fixed = 0; ///< MACs and what they read, and every link at its least

    [[nodiscard]] double words(int tensor, const std::vector<Count>& extents, int level) const;
};

/// By level and dim.
[[nodiscard]] std::vector<std::vector<Count>> spatialFactors(const SpatialPlacements& placements,
                                                             const SpatialPick& pick);

[[nodiscard]] NestModel makeNestModel(const ModelTables& tables, const std::vector<char>& keeps,
                                      const SpatialPlacements& placements, const SpatialPick& pick, const Meter& meter);

/// What of NestModel::fixed doesn't depend on the tensors, and what does: each tensor has its share by the levels that
/// keep it. All choices of keeping are bounded from here by sums.
struct FixedShares {
    double shared = 0;
    std::vector<std::vector<double>> byTensor; ///< [tensor][bits: levels that keep it]; negative: not asked for
};

/// `wanted`: by tensor, the bits that shares are wanted for.
[[nodiscard]] FixedShares fixedShares(const ModelTables& tables, const SpatialPlacements& placements,
                                      const SpatialPick& pick, const Meter& meter,
                                      const std::vector<std::vector<std::uint32_t>>& wanted);

/// Compute cycles at so many lanes.
[[nodiscard]] double computeCycles(const ModelTables& tables, double lanes);

} // namespace nestwright
