// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/evaluation.h"
#include "tests/reference/zigzag/zigzag_case.h"

#include <optional>
#include <string>
#include <vector>

namespace nestwright {

/// The same moves as ZigZag counts them and as the engine does, over all instances of one level. ZigZag's reads take up
/// what is known to differ: an operand that the MACs hold for several cycles is read in each of them, since the
/// engine's MACs hold nothing. The engine's fills of outputs are those of one of the instances that reduce together,
/// since it sends a returning partial sum to each of them.
struct MovesPair {
    std::string level;
    std::string tensor;
    double theirReads = 0;
    double ourReads = 0;
    double theirFills = 0;
    double ourFills = 0;
    double theirUpdates = 0;
    double ourUpdates = 0;
    double theirPj = 0;
    double ourPj = 0;
    double ourFirstUpdates = 0; ///< updates that meet no old value
    bool isInnermost = false;
    bool isPricedInGroups = false; ///< an access serves several instances, not all of which need be in use

    [[nodiscard]] bool areCountsEqual() const;
};

struct LayerComparison {
    std::string name;
    std::string refusal;                  ///< why there is no evaluation; empty where there is one
    std::optional<Evaluation> evaluation; ///< by the usual rules
    double ourMemoryPj = 0;
    std::vector<MovesPair> moves;
};

[[nodiscard]] bool isAlmost(double a, double b);

/// Whether inputs are read through windows: their tiles overlap, have gaps or reach into padding, which the engine
/// counts as bounding boxes of the padded input and ZigZag as distinct elements of the unpadded one.
[[nodiscard]] bool hasWindows(const Problem& problem);

/// The layer through the engine; counts and energies with drained outputs read as in ZigZag.
[[nodiscard]] LayerComparison compare(const Accelerator& accelerator, const ZigzagLayer& layer);

} // namespace nestwright
