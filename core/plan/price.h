// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/draft.h"

namespace nestwright {

/// A part of an operator that has one layer type: one of its einsums, or its vector work. In seconds and joules, over
/// all repeats, with its share of the launch (within `attribution.delayed`) and of the static power.
struct PricedPart {
    LayerType layerType = LayerType::unknown;
    double macs = 0;
    double energyJ = 0;
    double launchSeconds = 0;
    Attribution attribution;
};

struct PricedOperator {
    PlannedOperator planned;
    double launchSeconds = 0;
    std::vector<PricedPart> parts;
};

/// What pricing needs beside the operator itself.
struct Prices {
    const Graph& graph;
    const Accelerator& accelerator;
    DataType format;
    const std::vector<Problem>& problems;
    const std::vector<MappingResult>& mapped;        ///< by index of `problems`
    const std::vector<std::vector<Change>>& changes; ///< the same
};

/// Share of the time (seconds, launches within) in which compute waits for memory: launches are no such wait.
[[nodiscard]] double stallFraction(const Attribution& time, double launchSeconds);

/// Useful share of the time; nothing without MACs or without time.
[[nodiscard]] std::optional<double> mfuOf(const Attribution& time, double macs);

/// Time, energy and traffic of one operator. `launchSeconds` is 0 for all but the first operator of a kernel.
[[nodiscard]] PricedOperator priceOperator(const DraftOperator& op, const Prices& prices, double launchSeconds);

} // namespace nestwright
